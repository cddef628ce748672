import type { KeyVersion, VersionTree } from './versions.js';

/** The content of a store at one time. */
export interface StoreSnapshot {
  readonly tree: VersionTree;
  readonly revision: number;
}

/** A write that brings a store closer to a snapshot. */
type RestoringWrite = Pick<KeyVersion, 'value' | 'isDeleted' | 'expiresAt'> & { readonly key: string };

/**
 * The writes that turn one content into another: what is not in the other is deleted, a key that was deleted and created
 * again is deleted and created. Values are the same where their Buffer is.
 */
export function changesTo(from: VersionTree, to: VersionTree): RestoringWrite[] {
  const writes: RestoringWrite[] = [];
  for (const [key, current] of from.entries()) {
    const wanted = to.get(key);
    if (current.isDeleted || (wanted && !wanted.isDeleted && isSameLife(current, wanted))) continue;
    writes.push({ key, value: current.value, isDeleted: true, expiresAt: undefined });
  }
  for (const [key, wanted] of to.entries()) {
    const current = from.get(key);
    if (wanted.isDeleted || (current && !current.isDeleted && current.value === wanted.value)) continue;
    writes.push({ key, value: wanted.value, isDeleted: false, expiresAt: wanted.expiresAt });
  }
  return writes;
}

/** True for versions between which the key was never deleted. */
function isSameLife(current: KeyVersion, wanted: KeyVersion): boolean {
  return current.value === wanted.value || current.createRevision === wanted.createRevision;
}
