import imported from 'sorted-btree';
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

/** The newest version of every key, in order of key; a clone shares its nodes, and costs next to nothing. */
export type VersionTree = InstanceType<typeof imported.default<string, KeyVersion>>;

/** Makes an empty tree ordered bytewise by key. */
export function newVersionTree(): VersionTree {
  return new BTree<string, KeyVersion>(undefined, (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0));
}

/** The state of a key at a revision; undefined where it did not exist. */
export function versionAt(newest: KeyVersion | undefined, revision: number): KeyVersion | undefined {
  let version = newest;
  while (version && version.revision > revision) version = version.previous;
  return version && !version.isDeleted ? version : undefined;
}

/** The version as readers get it. */
export function storedValueOf(key: string, { value, revision, createRevision }: KeyVersion): StoredValue {
  return { key, value, revision, createRevision };
}

/** The change that made a version. */
export function eventOf(key: string, version: KeyVersion): StorageEvent {
  const { value, revision, createRevision, isDeleted, previous } = version;
  const type = isDeleted ? 'delete' : revision === createRevision ? 'create' : 'update';
  if (type === 'create' || !previous) return { type, key, revision, createRevision, value };
  const before = { value: previous.value, revision: previous.revision };
  return { type, key, revision, createRevision, value, previous: before };
}
