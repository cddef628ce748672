import type { UserInfo } from '../../request/index.js';

const PREFIX = 'system:node:';
const NODES_GROUP = 'system:nodes';

/**
 * Returns the node a user stands for, empty when it has no name; undefined when the user is no node.
 *
 * @internal
 * @example
 * const isNode = nodeNameOf(user) !== undefined;
 */
export function nodeNameOf({ name, groups }: UserInfo): string | undefined {
  return name.startsWith(PREFIX) && groups.includes(NODES_GROUP) ? name.slice(PREFIX.length) : undefined;
}
