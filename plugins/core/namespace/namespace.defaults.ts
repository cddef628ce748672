import type { ObjectMeta } from '../../../src/plugin-api/index.js';

/** Label by which selectors find a namespace by its name. */
const NAMESPACE_NAME_LABEL = 'kubernetes.io/metadata.name';

/** Gives every namespace a label with its own name. */
export function defaultNamespace({ metadata }: { metadata?: ObjectMeta }): void {
  if (metadata?.name) metadata.labels = { ...metadata.labels, [NAMESPACE_NAME_LABEL]: metadata.name };
}

/** A namespace is active until it is deleted. */
export function defaultNamespaceStatus(status: { phase?: string }): void {
  if (!status.phase) status.phase = 'Active';
}
