import type { ObjectMeta } from '../../../src/plugin-api/index.js';
import { hasRule } from '../../../src/plugin-api/built-in.js';

/** Label by which selectors find a namespace by its name. */
const NAMESPACE_NAME_LABEL = 'kubernetes.io/metadata.name';

/** Sets the label with the name of the namespace. */
export function defaultNamespace({ metadata }: { metadata?: ObjectMeta }): void {
  if (metadata?.name && hasRule({ since: '1.21' }))
    metadata.labels = { ...metadata.labels, [NAMESPACE_NAME_LABEL]: metadata.name };
}

/** Sets the phase to Active. */
export function defaultNamespaceStatus(status: { phase?: string }): void {
  if (!status.phase) status.phase = 'Active';
}
