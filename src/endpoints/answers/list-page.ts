import type { CacheEntry } from '../../storage/index.js';

/** A page of a list. */
export interface ListPage {
  readonly entries: readonly CacheEntry[];
  readonly meta: { resourceVersion?: string; continue?: string; remainingItemCount?: number };
  /** The identity of the state, if it is a whole collection in its newest state. */
  readonly whole?: { readonly prefix: string; readonly changed: number };
}
