import type { ReplicationController } from './replication-controller.v1.js';

/** Fills in count, selector and labels from the template. */
export function defaultReplicationController(controller: ReplicationController): void {
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
