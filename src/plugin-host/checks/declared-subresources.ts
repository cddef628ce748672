import type { ConnectionDefinition, SubresourceDefinition, VersionFeatures } from '../../registry/index.js';

/** All that has a name and verbs of its own below an object. */
export function declaredSubresources({
  subresources = [],
  connections = [],
}: VersionFeatures<never>): (SubresourceDefinition | ConnectionDefinition)[] {
  return [...subresources, ...connections];
}
