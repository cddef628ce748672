import type { ApiObject, MaybePromise } from '../../apimachinery/index.js';
import type { KindSource } from '../../client/index.js';
import type { ResourceStore, Stop } from './resource-store.js';

/**
 * Called for a store that was added, whose kind was declared again while its objects stay, or that was removed and must
 * not be used any more. Must not throw.
 *
 * @public
 * @example
 * const listener: StoresListener = (store, change) => logger.info(store.kind.kind, { change });
 * stores.onStoresChange(listener);
 */
export type StoresListener = (store: ResourceStore, change: 'added' | 'changed' | 'removed') => void;

/**
 * The stores of all kinds, by group and resource: the port through which plugins and controllers reach objects, their
 * own and others'. Filled by the plugin host, before anything is served and whenever kinds are installed later.
 *
 * @public
 * @example
 * class Board { constructor(@Inject(Stores) private readonly stores: Stores) {} }
 */
export abstract class Stores {
  /**
   * Returns the store of a kind, named by the class of its storage version or by group and resource. Throws when no plugin has declared it, and TypeError for a class of no plugin, of several kinds, or of another version than the
   * storage version.
   */
  abstract of<T extends ApiObject>(kind: KindSource<T>): ResourceStore<T>;
  abstract of<T extends ApiObject = ApiObject>(group: string, resource: string): ResourceStore<T>;

  /** Returns the store of a kind, or undefined when no plugin has declared it. Throws TypeError as `of` does. */
  abstract find<T extends ApiObject>(kind: KindSource<T>): ResourceStore<T> | undefined;
  abstract find<T extends ApiObject = ApiObject>(group: string, resource: string): ResourceStore<T> | undefined;

  /**
   * Returns the store of a kind by the `apiVersion` and `kind` of its objects; undefined where that is not served. In an
   * extension server it may be a kind of the cluster, whose store can only be read. Rejects where the cluster does not
   * answer.
   */
  abstract findKind(apiVersion: string, kind: string): MaybePromise<ResourceStore | undefined>;

  /** Returns all stores. */
  abstract all(): readonly ResourceStore[];

  /** Calls back whenever a store comes or goes, because kinds are installed or uninstalled; the answer ends that. */
  abstract onStoresChange(listener: StoresListener): Stop;
}
