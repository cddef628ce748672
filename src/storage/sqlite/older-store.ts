import { unreachable } from '../storage-error.js';
import type { Compactor } from './compactor.js';
import type { RevisionMark } from './revision-mark.js';

/** A store that is older than it was. */
export interface OlderStore {
  /** How far it had come at least. */
  readonly marked: number;
  /** Where it was found. */
  readonly found: number;
  /** Where it goes on: no revision is given twice. */
  readonly resumed: number;
}

/** What to do about stores that are older than they were. */
export interface OlderStoreOptions {
  /** Whether a store that has lost what it had is opened all the same. */
  readonly acceptsOlder?: boolean;
  /** Is told when it was. */
  readonly onOlder?: (facts: OlderStore) => void;
}

/** What is compared. */
export interface ComparedStore {
  readonly mark: RevisionMark;
  /** The newest revision in the store. */
  readonly found: number;
  readonly compactor: Pick<Compactor, 'compact'>;
}

/** What whoever runs the server can do about it. */
export const REMEDY = 'restore what is lost, or go on from what is left with --accept-older-store';

/** More revisions than can have been given after the mark was last written. */
const UNMARKED_REVISIONS = 1_000_000;

/**
 * Answers the revision a store goes on from: its own, unless it was farther. Then it is refused, or goes on after all
 * revisions anybody may have seen, and without history, so that whoever followed it lists again.
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
