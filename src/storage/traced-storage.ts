import type { GroupResource } from '../apimachinery/index.js';
import { type Span, currentSpan } from '../observability/index.js';
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

/** Gives the operations of a store spans, as those of etcd have in the reference; named after the engine. */
export class TracedStorage extends Storage {
  private readonly others: ReadonlyMap<Storage, Storage>;

  constructor(
    private readonly storage: Storage,
    private readonly engine: string,
  ) {
    super();
    const others = storage.stores.filter((each) => each !== storage);
    this.others = new Map(others.map((each) => [each, new TracedStorage(each, engine)]));
  }

  override get stores(): readonly Storage[] {
    return [this, ...this.others.values()];
  }

  override storeOf(resource: GroupResource): Storage {
    return this.others.get(this.storage.storeOf(resource)) ?? this;
  }

  get isSoleWriter(): boolean {
    return this.storage.isSoleWriter;
  }

  override get isSharedByServers(): boolean {
    return this.storage.isSharedByServers;
  }

  currentRevision(): number | Promise<number> {
    return this.storage.currentRevision();
  }

  compactedRevision(): Promise<number> {
    return this.storage.compactedRevision();
  }

  get(key: string, options?: { revision?: number }): Promise<StoredValue | undefined> {
    return this.traced('Get', key, () => this.storage.get(key, options));
  }

  range(prefix: string, options?: RangeOptions): Promise<RangeResult> {
    return this.traced('List(recursive=true)', prefix, () => this.storage.range(prefix, options));
  }

  changeBefore(key: string, revision?: number): Promise<KeyChange | undefined> {
    return this.traced('Get', key, () => this.storage.changeBefore(key, revision));
  }

  create(key: string, value: Buffer, options?: WriteOptions): Promise<number> {
    return this.traced('Create', key, () => this.storage.create(key, value, options));
  }

  update(...update: Parameters<Storage['update']>): Promise<number> {
    return this.traced('GuaranteedUpdate', update[0], () => this.storage.update(...update));
  }

  delete(key: string, expectedRevision: number, lastValue?: Buffer): Promise<number> {
    return this.traced('Delete', key, () => this.storage.delete(key, expectedRevision, lastValue));
  }

  watch(options: WatchOptions, listener: StorageListener): Promise<StorageWatch> {
    return this.storage.watch(options, listener);
  }

  compact(revision: number): Promise<void> {
    return this.storage.compact(revision);
  }

  checkWritable(): Promise<void> {
    return this.storage.checkWritable();
  }

  sizeInBytes(): Promise<number> {
    return this.storage.sizeInBytes();
  }

  close(): Promise<void> {
    return this.storage.close();
  }

  private traced<T>(operation: string, key: string, work: () => Promise<T>): Promise<T> {
    const current = currentSpan();
    return current ? traceIn(current.start(`${operation} ${this.engine}`, { key }), work) : work();
  }
}

async function traceIn<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    span.addEvent('Txn call succeeded');
    return result;
  } catch (error) {
    span.addEvent('Txn call failed', { err: (error as Error).message });
    throw error;
  } finally {
    span.end();
  }
}
