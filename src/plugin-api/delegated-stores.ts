import type { ResourceStore, Stop } from '../registry/index.js';

/**
 * Called for a store of another server's objects that has come or gone. Must not throw.
 *
 * @internal
 * @example
 * const listener: DelegatedStoresListener = ({ kind }, change) => logger.info(kind.kind, { change });
 */
export type DelegatedStoresListener = (store: ResourceStore, change: 'added' | 'removed') => void;

/**
 * The objects that extension servers have, for controllers that are about all objects: their metadata alone, read from
 * those servers. An object can be deleted, and its finalizers and owner references changed; nothing else.
 *
 * @internal
 * @example
 * const namesOf = (stores: DelegatedStores) => stores.all().map(({ kind }) => kind.kind);
 */
export abstract class DelegatedStores {
  /** Returns those that are known now. */
  abstract all(): readonly ResourceStore[];

  /** Returns the store of a resource; undefined where no extension server is known to serve it. */
  abstract find(group: string, resource: string): ResourceStore | undefined;

  /** Finds the servers' kinds from now on and reports every store that comes or goes, until stopped. One follower at a time. */
  abstract follow(listener: DelegatedStoresListener): Stop;
}
