import type { Deployment, ReplicaSet } from '../types.js';
import { countOf } from './owned.js';

/** The ReplicaSets of a deployment. */
export interface RolledOut {
  readonly current: ReplicaSet;
  readonly old: readonly ReplicaSet[];
}

const sizeOf = ({ spec }: ReplicaSet): number => spec.replicas ?? 1;
const sum = (sets: readonly ReplicaSet[], count: (set: ReplicaSet) => number): number =>
  sets.reduce((total, set) => total + count(set), 0);

/** Returns the next sizes of ReplicaSets that differ from those they have, by name: one step of a rollout. */
export function nextSizes(deployment: Deployment, sets: RolledOut): ReadonlyMap<string, number> {
  const { replicas: wanted = 1, strategy } = deployment.spec;
  const sizes = strategy?.type === 'Recreate' ? recreate(wanted, sets) : roll(deployment, wanted, sets);
  return new Map(
    [...sizes].filter(([set, size]) => size !== sizeOf(set)).map(([set, size]) => [set.metadata.name ?? '', size]),
  );
}

/** Old pods go before new ones come. */
function recreate(wanted: number, { current, old }: RolledOut): Map<ReplicaSet, number> {
  const sizes = new Map(old.map((set) => [set, 0]));
  const isGone = old.every((set) => sizeOf(set) === 0 && (set.status?.replicas ?? 0) === 0);
  if (isGone) sizes.set(current, wanted);
  return sizes;
}

/** No more pods than maxSurge allows beyond the wanted ones, and no fewer available ones than maxUnavailable allows. */
function roll(
  { spec: { strategy } }: Deployment,
  wanted: number,
  { current, old }: RolledOut,
): Map<ReplicaSet, number> {
  const { maxSurge = '25%', maxUnavailable = '25%' } = strategy?.rollingUpdate ?? {};
  const surge = countOf(maxSurge, wanted, 'up');
  const down = countOf(maxUnavailable, wanted, 'down');
  // As in the reference: with neither, nothing could move.
  const unavailable = surge === 0 && down === 0 ? 1 : down;
  const total = sizeOf(current) + sum(old, sizeOf);
  const room = Math.max(0, wanted + surge - total);
  const size = Math.min(wanted, sizeOf(current) + room);
  const available = sum([current, ...old], ({ status }) => status?.availableReplicas ?? 0);
  const sizes = new Map([[current, size]]);
  let spare = available - (wanted - unavailable);
  for (const set of old) {
    // Pods that are not available are not waited for.
    const broken = Math.max(0, sizeOf(set) - (set.status?.availableReplicas ?? 0));
    const fewer = Math.min(sizeOf(set), broken + Math.max(0, spare));
    spare -= Math.max(0, fewer - broken);
    sizes.set(set, sizeOf(set) - fewer);
  }
  return sizes;
}
