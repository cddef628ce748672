import type { LabelSelector, ObjectMeta } from '../../src/plugin-api/index.js';

/** The members that former versions default from the labels of the template. */
export interface FormerWorkload {
  metadata: ObjectMeta;
  spec?: { selector?: LabelSelector; template?: { metadata?: ObjectMeta } };
}

/** Takes over the labels of the template as those of the object, and as its selector where it has none. */
export function defaultLabels({ metadata, spec }: FormerWorkload): void {
  const labels = spec?.template?.metadata?.labels;
  if (!spec || !labels || Object.keys(labels).length === 0) return;
  spec.selector ??= { matchLabels: { ...labels } };
  if (Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = { ...labels };
}
