import type { ApiObject } from '../../apimachinery/index.js';
import type { Selection } from '../kinds/operation-options.js';
import { type ReflectedCollection, Reflection } from './reflection.js';

/**
 * A change that a watch delivers.
 *
 * @public
 * @example
 * const nameOf = (event: WatchEvent<Berth>) => (event.type === 'BOOKMARK' ? '' : event.object.metadata.name);
 */
export type WatchEvent<T extends ApiObject> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string };

/**
 * The options of a watch.
 *
 * @public
 * @example
 * const options: WatchOptions = { labelSelector: 'pier=north', signal: AbortSignal.timeout(60_000) };
 */
export interface WatchOptions extends Selection {
  /** The state after which changes are delivered; where unset, every existing object comes first, as ADDED. */
  readonly resourceVersion?: string;
  /** True delivers bookmarks too. */
  readonly bookmarks?: boolean;
  /**
   * False: a state that is not kept any more fails with Expired. Otherwise the objects are listed again, and what differs
   * from what was delivered comes as changes; an object that was deleted meanwhile and never delivered is not reported.
   */
  readonly relist?: boolean;
  /** Milliseconds for which failures of the connection and the server are got over; five minutes where unset. */
  readonly patience?: number;
  /** Ends the watch. */
  readonly signal?: AbortSignal;
}

const PATIENCE = 300_000;

/** Follows the changes of a collection as its users see them. */
export async function* watchEvents<T extends ApiObject>(
  collection: ReflectedCollection,
  { resourceVersion, bookmarks = false, relist, patience = PATIENCE, signal, ...selection }: WatchOptions,
): AsyncGenerator<WatchEvent<T>> {
  const ending = new AbortController();
  const whole = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  const settings = { ...selection, patience, signal: whole, from: resourceVersion, relists: relist };
  try {
    for await (const change of new Reflection<T>(collection, settings).changes()) {
      if (change.type === 'SYNCED') continue;
      if (change.type === 'BOOKMARK') {
        if (bookmarks) yield change;
      } else yield { type: change.type, object: change.object };
    }
  } finally {
    ending.abort();
  }
}
