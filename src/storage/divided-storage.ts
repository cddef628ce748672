import type { GroupResource } from '../apimachinery/index.js';
import { ForwardingStorage } from './forwarding-storage.js';
import type { Storage } from './storage.js';

/** Finds the store that has a resource in place of the main one. */
export type FindStore = (resource: GroupResource) => Storage | undefined;

/**
 * A main store, and others that have the objects of certain resources. Operations by key go to the main one: who has to do
 * with the objects of a resource asks `storeOf` first.
 */
export class DividedStorage extends ForwardingStorage {
  constructor(
    main: Storage,
    private readonly others: readonly Storage[],
    private readonly find: FindStore,
  ) {
    super(main);
  }

  override get stores(): readonly Storage[] {
    return [this, ...this.others];
  }

  override storeOf(resource: GroupResource): Storage {
    return this.find(resource) ?? this;
  }

  /** Closes all stores. */
  override async close(): Promise<void> {
    await Promise.all([this.inner, ...this.others].map((each) => each.close()));
  }
}
