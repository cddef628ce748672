import { type Owner, type Owners, identityOf } from './owners.js';

/** Most entries of updates an object keeps. */
export const MAX_UPDATE_OWNERS = 10;

/** The manager that stands for updates so old that they are no longer told apart. */
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
  const firstOfVersion = new Map<string, string>();
  for (const [identity, owner] of updates) {
    if (excess <= 0) return;
    const first = firstOfVersion.get(owner.apiVersion);
    if (first === undefined) {
      firstOfVersion.set(owner.apiVersion, identity);
      continue;
    }
    mergeInto(owners, first, owner);
    excess--;
  }
}

/** Moves an owner into the bucket of its version, which starts as the first owner unless it is there already. */
function mergeInto(owners: Owners, first: string, owner: Owner): void {
  const bucket = bucketIdentity(owner.apiVersion);
  const identity = identityOf(owner);
  const start = identity !== bucket && owners.has(bucket) ? bucket : first;
  const fields = owners.get(start)!.fields.union(owner.fields);
  owners.delete(start);
  owners.delete(identity);
  const { apiVersion, time } = owner;
  // The younger one's time.
  owners.set(bucket, { manager: ANCIENT_MANAGER, operation: 'Update', apiVersion, subresource: '', time, fields });
}

function bucketIdentity(apiVersion: string): string {
  return identityOf({ manager: ANCIENT_MANAGER, operation: 'Update', apiVersion, subresource: '' });
}

function byAge([idA, a]: [string, Owner], [idB, b]: [string, Owner]): number {
  const [timeA, timeB] = [a.time ?? '', b.time ?? ''];
  if (timeA !== timeB) return timeA < timeB ? -1 : 1;
  return idA < idB ? -1 : 1;
}
