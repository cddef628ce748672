import type { AdmissionAttributes, AdmissionPlugin } from '../../src/plugin-api/index.js';

/** Reports whether a plugin is asked about a write at all; the chain calls no other. */
export function handlesWrite(
  plugin: Pick<AdmissionPlugin, 'handles'>,
  { operation, resource, subresource }: AdmissionAttributes,
): boolean {
  return plugin.handles(operation, { ...resource, subresource });
}
