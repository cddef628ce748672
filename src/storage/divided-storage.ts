import type { GroupResource } from '../apimachinery/index.js';
import {
  type KeyChange,
  type RangeOptions,
  type RangeResult,
  Storage,
  type StorageListener,
  type StorageWatch,
  type StoredValue,
  type WatchOptions,
  type WriteOptions,
} from './storage.js';

/** Finds the store that has a resource in place of the main one. */
export type FindStore = (resource: GroupResource) => Storage | undefined;

/**
 * A main store, and others that have the objects of certain resources. Operations by key go to the main one: who has to do
 * with the objects of a resource asks `storeOf` first.
 */
export class DividedStorage extends Storage {
  constructor(
    private readonly main: Storage,
    private readonly others: readonly Storage[],
    private readonly find: FindStore,
  ) {
    super();
  }

  get isSoleWriter(): boolean {
    return this.main.isSoleWriter;
  }

  override get isSharedByServers(): boolean {
    return this.main.isSharedByServers;
  }

  override get stores(): readonly Storage[] {
    return [this, ...this.others];
  }

  override storeOf(resource: GroupResource): Storage {
    return this.find(resource) ?? this;
  }

  currentRevision(): number | Promise<number> {
    return this.main.currentRevision();
  }

  compactedRevision(): Promise<number> {
    return this.main.compactedRevision();
  }

  get(key: string, options?: { revision?: number }): Promise<StoredValue | undefined> {
    return this.main.get(key, options);
  }

  range(prefix: string, options?: RangeOptions): Promise<RangeResult> {
    return this.main.range(prefix, options);
  }

  changeBefore(key: string, revision?: number): Promise<KeyChange | undefined> {
    return this.main.changeBefore(key, revision);
  }

  create(key: string, value: Buffer, options?: WriteOptions): Promise<number> {
    return this.main.create(key, value, options);
  }

  update(...update: Parameters<Storage['update']>): Promise<number> {
    return this.main.update(...update);
  }

  delete(key: string, expectedRevision: number, lastValue?: Buffer): Promise<number> {
    return this.main.delete(key, expectedRevision, lastValue);
  }

  watch(options: WatchOptions, listener: StorageListener): Promise<StorageWatch> {
    return this.main.watch(options, listener);
  }

  compact(revision: number): Promise<void> {
    return this.main.compact(revision);
  }

  checkWritable(): Promise<void> {
    return this.main.checkWritable();
  }

  sizeInBytes(): Promise<number> {
    return this.main.sizeInBytes();
  }

  /** Closes all stores. */
  async close(): Promise<void> {
    await Promise.all([this.main, ...this.others].map((each) => each.close()));
  }
}
