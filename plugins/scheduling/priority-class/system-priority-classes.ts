import type { PriorityClass } from './priority-class.v1.js';

/** Names that begin so are the system's. */
export const SYSTEM_PREFIX = 'system-';

/** The highest value of a class that is not the system's (upstream: HighestUserDefinablePriority). */
export const HIGHEST_USER_VALUE = 1_000_000_000;

/** The classes every cluster has. */
export const SYSTEM_CLASSES: readonly Pick<PriorityClass, 'metadata' | 'value' | 'description'>[] = [
  {
    metadata: { name: 'system-node-critical' },
    value: 2_000_001_000,
    description: 'Used for system critical pods that must not be moved from their current node.',
  },
  {
    metadata: { name: 'system-cluster-critical' },
    value: 2_000_000_000,
    description:
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  },
];

/** Returns the system's class of a name. */
export function systemClassOf(name: string): (typeof SYSTEM_CLASSES)[number] | undefined {
  return SYSTEM_CLASSES.find(({ metadata }) => metadata.name === name);
}
