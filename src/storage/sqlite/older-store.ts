import { unreachable } from '../storage-error.js';
import type { Compactor } from './compactor.js';
import type { RevisionMark } from './revision-mark.js';

/** A store that is older than it was. */
export interface OlderStore {
  /** How far it had come at least. */
  readonly marked: number;
  /** Where it was found. */
  readonly found: number;
  /** Where it continues: no revision is given twice. */
  readonly resumed: number;
}

/** Options for rolled-back stores. */
export interface OlderStoreOptions {
  /** True if a rolled-back store is opened nevertheless. */
  readonly acceptsOlder?: boolean;
  /** Called if the store was rolled back. */
  readonly onOlder?: (facts: OlderStore) => void;
}

/** The compared revisions of a store. */
export interface ComparedStore {
  readonly mark: RevisionMark;
  /** The newest revision in the store. */
  readonly found: number;
  readonly compactor: Pick<Compactor, 'compact'>;
}

/** The remedy for the operator. */
export const REMEDY = 'restore what is lost, or go on from what is left with --accept-older-store';

/** More revisions than can have been given after the mark was last written. */
const UNMARKED_REVISIONS = 1_000_000;

/**
 * Returns the revision a store continues from: its own, unless it was at a newer one. Then it is rejected, or continues
 * after all revisions that clients may have seen, and without history, so that its followers list again.
 */
export async function resumedRevision(
  { mark, found, compactor }: ComparedStore,
  { acceptsOlder, onOlder }: OlderStoreOptions,
): Promise<number> {
  const marked = mark.found.revision;
  if (found >= marked) return found;
  if (!acceptsOlder) throw unreachable(`the store is at revision ${found}, but it was at ${marked}; ${REMEDY}`);
  const resumed = marked + UNMARKED_REVISIONS;
  await compactor.compact(resumed);
  mark.advance(resumed);
  onOlder?.({ marked, found, resumed });
  return resumed;
}
