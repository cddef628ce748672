import type { ListMeta } from '../../apimachinery/index.js';
import type { CacheEntry } from '../../storage/index.js';

/** A page of a list. */
export interface ListPage {
  readonly entries: readonly CacheEntry[];
  readonly meta: ListMeta;
  /** The identity of the state, if it is a whole collection in its newest state. */
  readonly whole?: { readonly prefix: string; readonly changed: number };
}
