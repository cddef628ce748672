import type { ReplicaSet } from './replica-set.v1.js';

/** Fills in how many pods there are. */
export function defaultReplicaSet({ spec }: ReplicaSet): void {
  if (spec) spec.replicas ??= 1;
}
