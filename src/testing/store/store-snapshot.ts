import { type KeyVersion, type VersionTree, differences } from './versions.js';

/** The content of a store at one time. */
export interface StoreSnapshot {
  readonly tree: VersionTree;
  readonly revision: number;
}

/** A write that moves a store closer to a snapshot. */
export interface RestoringWrite extends Pick<KeyVersion, 'value' | 'isDeleted' | 'expiresAt'> {
  readonly key: string;
  /** The version in its place, if any, which may be a deletion. */
  readonly replaced: KeyVersion | undefined;
}

/**
 * Returns the writes that turn one content into another: what is not in the other is deleted, a key that was deleted and
 * created again is deleted and created. Deletions come first, and both are in order of keys. Values are the same where their
 * Buffer is.
 */
export function changesTo(from: VersionTree, to: VersionTree): RestoringWrite[] {
  const deletions: RestoringWrite[] = [];
  const writes: RestoringWrite[] = [];
  differences(from, to, (key, current, wanted) => {
    const isThere = current !== undefined && !current.isDeleted;
    const isWanted = wanted !== undefined && !wanted.isDeleted;
    const isDeletion = isThere && !(isWanted && isSameLife(current, wanted));
    if (isDeletion)
      deletions.push({ key, value: current.value, isDeleted: true, expiresAt: undefined, replaced: current });
    if (!isWanted || (isThere && current.value === wanted.value)) return;
    const { value, expiresAt } = wanted;
    writes.push({ key, value, isDeleted: false, expiresAt, replaced: isDeletion ? undefined : current });
  });
  return [...deletions.sort(byKey), ...writes.sort(byKey)];
}

function byKey(a: RestoringWrite, b: RestoringWrite): number {
  return a.key < b.key ? -1 : 1;
}

/** True for versions between which the key was never deleted. */
function isSameLife(current: KeyVersion, wanted: KeyVersion): boolean {
  return current.value === wanted.value || current.createRevision === wanted.createRevision;
}
