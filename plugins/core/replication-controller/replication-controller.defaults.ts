import type { ObjectMeta } from '../../../src/plugin-api/index.js';

/** The members of a replication controller that have defaults. */
interface DefaultedController {
  metadata: ObjectMeta;
  spec?: { replicas?: number; selector?: Record<string, string>; template?: { metadata?: ObjectMeta } };
}

/** Fills in count, selector and labels from the template. */
export function defaultReplicationController(controller: DefaultedController): void {
  const spec = (controller.spec ??= {});
  const labels = spec.template?.metadata?.labels;
  if (labels) {
    if (isEmpty(spec.selector)) spec.selector = { ...labels };
    if (isEmpty(controller.metadata.labels)) controller.metadata.labels = { ...labels };
  }
  spec.replicas ??= 1;
}

function isEmpty(values: Readonly<Record<string, string>> | undefined): boolean {
  return Object.keys(values ?? {}).length === 0;
}
