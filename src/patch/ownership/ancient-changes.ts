import { FieldSet } from './field-set.js';
import { type Owner, type Owners, identityOf } from './owners.js';

/** Most entries of updates an object keeps. */
export const MAX_UPDATE_OWNERS = 10;

/** The manager of merged updates that are too old to be kept separately. */
export const ANCIENT_MANAGER = 'ancient-changes';

/**
 * Merges the oldest updates into one owner per version until no more than ten are left, in place. The first update of
 * a version only moves once a second one joins it. Appliers do not count.
 */
export function mergeAncientChanges(owners: Owners, max = MAX_UPDATE_OWNERS): void {
  const updates = [...owners].filter(([, owner]) => owner.operation === 'Update');
  let excess = updates.length - max;
  if (excess <= 0) return;
  updates.sort(byAge);
  const buckets = new Map<string, Bucket>();
  for (const [identity, owner] of updates) {
    if (excess <= 0) break;
    const bucket = buckets.get(owner.apiVersion);
    if (bucket) {
      bucket.push([identity, owner]);
      excess--;
    } else buckets.set(owner.apiVersion, [[identity, owner]]);
  }
  for (const [apiVersion, bucket] of buckets) if (bucket.length > 1) mergeBucket(owners, apiVersion, bucket);
}

/** The oldest updates of one version, oldest first. */
type Bucket = (readonly [identity: string, owner: Owner])[];

/**
 * Replaces updates of a version by one with the time of the youngest. Where a younger update has its name already, that
 * takes them, and the oldest stays. All sets are united at once: clients choose how many there are.
 */
function mergeBucket(owners: Owners, apiVersion: string, bucket: Bucket): void {
  const name = bucketIdentity(apiVersion);
  const { time } = bucket[bucket.length - 1][1];
  const present = bucket.some(([identity]) => identity === name) ? undefined : owners.get(name);
  const merged = present ? bucket.slice(1) : bucket;
  const sets = merged.map(([, { fields }]) => fields);
  if (present) sets.push(present.fields);
  for (const [identity] of merged) owners.delete(identity);
  owners.delete(name);
  const fields = FieldSet.unionOf(sets);
  owners.set(name, { manager: ANCIENT_MANAGER, operation: 'Update', apiVersion, subresource: '', time, fields });
}

function bucketIdentity(apiVersion: string): string {
  return identityOf({ manager: ANCIENT_MANAGER, operation: 'Update', apiVersion, subresource: '' });
}

function byAge([idA, a]: [string, Owner], [idB, b]: [string, Owner]): number {
  const [timeA, timeB] = [a.time ?? '', b.time ?? ''];
  if (timeA !== timeB) return timeA < timeB ? -1 : 1;
  return idA < idB ? -1 : 1;
}
