import type { GroupResource } from '../apimachinery/index.js';
import { type Span, currentSpan } from '../observability/index.js';
import { ForwardingStorage } from './forwarding-storage.js';
import type { KeyChange, RangeOptions, RangeResult, Storage, StoredValue, WriteOptions } from './storage.js';

/** Traces the operations of a store in spans, as those of etcd have in the reference; named after the engine. */
export class TracedStorage extends ForwardingStorage {
  private readonly others: ReadonlyMap<Storage, Storage>;

  constructor(
    storage: Storage,
    private readonly engine: string,
  ) {
    super(storage);
    const others = storage.stores.filter((each) => each !== storage);
    this.others = new Map(others.map((each) => [each, new TracedStorage(each, engine)]));
  }

  override get stores(): readonly Storage[] {
    return [this, ...this.others.values()];
  }

  override storeOf(resource: GroupResource): Storage {
    return this.others.get(this.inner.storeOf(resource)) ?? this;
  }

  override get(key: string, options?: { revision?: number }): Promise<StoredValue | undefined> {
    return this.traced('Get', key, () => this.inner.get(key, options));
  }

  override range(prefix: string, options?: RangeOptions): Promise<RangeResult> {
    return this.traced('List(recursive=true)', prefix, () => this.inner.range(prefix, options));
  }

  override changeBefore(key: string, revision?: number): Promise<KeyChange | undefined> {
    return this.traced('Get', key, () => this.inner.changeBefore(key, revision));
  }

  override create(key: string, value: Buffer, options?: WriteOptions): Promise<number> {
    return this.traced('Create', key, () => this.inner.create(key, value, options));
  }

  override update(...update: Parameters<Storage['update']>): Promise<number> {
    return this.traced('GuaranteedUpdate', update[0], () => this.inner.update(...update));
  }

  override delete(key: string, expectedRevision: number, lastValue?: Buffer): Promise<number> {
    return this.traced('Delete', key, () => this.inner.delete(key, expectedRevision, lastValue));
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
