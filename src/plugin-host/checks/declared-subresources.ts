import type { ConnectionDefinition, SubresourceDefinition, VersionFeatures } from '../../registry/index.js';

/** Returns all that has its own name and verbs below an object. */
export function declaredSubresources({
  subresources = [],
  connections = [],
}: VersionFeatures<never>): (SubresourceDefinition | ConnectionDefinition)[] {
  return [...subresources, ...connections];
}
