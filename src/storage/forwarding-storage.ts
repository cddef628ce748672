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

/** A store in front of another one, which carries everything out that a derived class does not. */
export abstract class ForwardingStorage extends Storage {
  constructor(protected readonly inner: Storage) {
    super();
  }

  get isSoleWriter(): boolean {
    return this.inner.isSoleWriter;
  }

  override get isSharedByServers(): boolean {
    return this.inner.isSharedByServers;
  }

  // Both answer the store itself, which would be another one: a derived class says which.
  abstract override get stores(): readonly Storage[];
  abstract override storeOf(resource: GroupResource): Storage;

  currentRevision(): number | Promise<number> {
    return this.inner.currentRevision();
  }

  compactedRevision(): Promise<number> {
    return this.inner.compactedRevision();
  }

  get(key: string, options?: { revision?: number }): Promise<StoredValue | undefined> {
    return this.inner.get(key, options);
  }

  range(prefix: string, options?: RangeOptions): Promise<RangeResult> {
    return this.inner.range(prefix, options);
  }

  changeBefore(key: string, revision?: number): Promise<KeyChange | undefined> {
    return this.inner.changeBefore(key, revision);
  }

  create(key: string, value: Buffer, options?: WriteOptions): Promise<number> {
    return this.inner.create(key, value, options);
  }

  update(...update: Parameters<Storage['update']>): Promise<number> {
    return this.inner.update(...update);
  }

  delete(key: string, expectedRevision: number, lastValue?: Buffer): Promise<number> {
    return this.inner.delete(key, expectedRevision, lastValue);
  }

  watch(options: WatchOptions, listener: StorageListener): Promise<StorageWatch> {
    return this.inner.watch(options, listener);
  }

  compact(revision: number): Promise<void> {
    return this.inner.compact(revision);
  }

  checkWritable(): Promise<void> {
    return this.inner.checkWritable();
  }

  sizeInBytes(): Promise<number> {
    return this.inner.sizeInBytes();
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}
