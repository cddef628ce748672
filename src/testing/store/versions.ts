import imported from 'sorted-btree';
import importedDiff from 'sorted-btree/extended/diffAgainst.js';
import type { StorageEvent, StoredValue } from '../../storage/index.js';

/** The state of a key from one revision on, with a link to the one before while history reaches back to it. */
export interface KeyVersion {
  readonly revision: number;
  readonly createRevision: number;
  /** The value; of a deletion the last one. */
  readonly value: Buffer;
  readonly isDeleted: boolean;
  /** When the key expires, in milliseconds of the store's clock; undefined for never. */
  readonly expiresAt: number | undefined;
  /** Cut by compaction. */
  previous: KeyVersion | undefined;
}

type BTreeClass = typeof imported.default;

// A CommonJS default export arrives as the exports object in native ESM, and unwrapped from some bundlers.
const BTree: BTreeClass = 'default' in imported ? imported.default : (imported as unknown as BTreeClass);

type DiffFunction = typeof importedDiff.default;

const diffAgainst: DiffFunction =
  'default' in importedDiff ? importedDiff.default : (importedDiff as unknown as DiffFunction);

/** Trees are compared only where they have the same function. */
const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The newest version of every key, in order of key; a clone shares its nodes, and costs next to nothing. */
export type VersionTree = InstanceType<typeof imported.default<string, KeyVersion>>;

/** Creates an empty tree ordered bytewise by key. */
export function newVersionTree(): VersionTree {
  return new BTree<string, KeyVersion>(undefined, inOrder);
}

/**
 * Visits the keys whose newest version is not the same one in two trees, in any order; undefined stands for none. Of a clone and its
 * original it looks at the nodes that were changed since, and at no others.
 */
export function differences(
  one: VersionTree,
  other: VersionTree,
  visit: (key: string, ofOne: KeyVersion | undefined, ofOther: KeyVersion | undefined) => void,
): void {
  diffAgainst(
    one,
    other,
    (key, version) => visit(key, version, undefined),
    (key, version) => visit(key, undefined, version),
    (key, ofOne, ofOther) => visit(key, ofOne, ofOther),
  );
}

/** Returns the state of a key at a revision; undefined where it did not exist. */
export function versionAt(newest: KeyVersion | undefined, revision: number): KeyVersion | undefined {
  let version = newest;
  while (version && version.revision > revision) version = version.previous;
  return version && !version.isDeleted ? version : undefined;
}

/** Returns the version as readers get it. */
export function storedValueOf(key: string, { value, revision, createRevision }: KeyVersion): StoredValue {
  return { key, value, revision, createRevision };
}

/** Returns the change that made a version. */
export function eventOf(key: string, version: KeyVersion): StorageEvent {
  const { value, revision, createRevision, isDeleted, previous } = version;
  const type = isDeleted ? 'delete' : revision === createRevision ? 'create' : 'update';
  if (type === 'create' || !previous) return { type, key, revision, createRevision, value };
  const before = { value: previous.value, revision: previous.revision };
  return { type, key, revision, createRevision, value, previous: before };
}
