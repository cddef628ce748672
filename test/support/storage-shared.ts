import { setImmediate as nextTurn } from 'node:timers/promises';
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
  unreachable,
} from '../../src/storage/index.js';

/** Delivers the events of one watch late, in order. */
class LateListener implements StorageListener {
  isClosed = false;
  private readonly late: (() => void)[] = [];

  constructor(
    private readonly listener: StorageListener,
    private readonly ownValues: WeakSet<Buffer>,
    private readonly wake: () => void,
  ) {}

  onEvent(event: Parameters<StorageListener['onEvent']>[0]): void {
    // Writes of another process arrive as other bytes.
    const value = this.ownValues.has(event.value) ? event.value : Buffer.from(event.value);
    this.put(() => this.listener.onEvent({ ...event, value }));
  }

  onProgress(revision: number): void {
    this.put(() => this.listener.onProgress?.(revision));
  }

  end(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.listener.onEnd?.();
  }

  /** Delivers everything that has happened. */
  flush(): void {
    for (const tell of this.late.splice(0)) if (!this.isClosed) tell();
  }

  private put(tell: () => void): void {
    this.late.push(tell);
    this.wake();
  }
}

/**
 * One process's view of a store that several share: it learns of changes late, also of its own, and has to ask the
 * store for the newest revision. What is shared is an engine that all of them were given.
 */
export class SharedStorage extends Storage {
  readonly isSoleWriter = false;
  private readonly listeners = new Set<LateListener>();
  private readonly ownValues = new WeakSet<Buffer>();
  private readonly writing = new Set<Promise<unknown>>();
  private isHeld = false;
  private isClosed = false;

  constructor(private readonly shared: Storage) {
    super();
  }

  /** Learns of no change until `release`. */
  hold(): void {
    this.isHeld = true;
  }

  /** Learns of everything that has happened, and of changes as usual from now on. */
  release(): void {
    this.isHeld = false;
    this.flush();
  }

  async currentRevision(): Promise<number> {
    await nextTurn();
    this.checkOpen();
    return this.shared.currentRevision();
  }

  compactedRevision(): Promise<number> {
    return this.whileOpen(() => this.shared.compactedRevision());
  }

  get(key: string, options?: { revision?: number }): Promise<StoredValue | undefined> {
    return this.whileOpen(() => this.shared.get(key, options));
  }

  range(prefix: string, options?: RangeOptions): Promise<RangeResult> {
    return this.whileOpen(() => this.shared.range(prefix, options));
  }

  changeBefore(key: string, revision?: number): Promise<KeyChange | undefined> {
    return this.whileOpen(() => this.shared.changeBefore(key, revision));
  }

  create(key: string, value: Buffer, options?: WriteOptions): Promise<number> {
    this.ownValues.add(value);
    return this.whileOpen(() => this.shared.create(key, value, options));
  }

  update(key: string, value: Buffer, expectedRevision: number, options?: WriteOptions): Promise<number> {
    this.ownValues.add(value);
    return this.whileOpen(() => this.shared.update(key, value, expectedRevision, options));
  }

  delete(key: string, expectedRevision: number, lastValue?: Buffer): Promise<number> {
    if (lastValue) this.ownValues.add(lastValue);
    return this.whileOpen(() => this.shared.delete(key, expectedRevision, lastValue));
  }

  async watch(options: WatchOptions, listener: StorageListener): Promise<StorageWatch> {
    this.checkOpen();
    const late = new LateListener(listener, this.ownValues, () => this.flushLater());
    const watch = await this.shared.watch(options, late);
    const close = (): void => {
      late.isClosed = true;
      this.listeners.delete(late);
      watch.close();
    };
    options.signal?.addEventListener('abort', close, { once: true });
    this.listeners.add(late);
    late.flush();
    return { close };
  }

  compact(revision: number): Promise<void> {
    return this.whileOpen(() => this.shared.compact(revision));
  }

  /** Ends what belongs to this process; the shared engine stays open for the others. */
  async checkWritable(): Promise<void> {
    this.checkOpen();
    await this.shared.checkWritable();
  }

  async sizeInBytes(): Promise<number> {
    this.checkOpen();
    return this.shared.sizeInBytes();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.writing);
    for (const late of this.listeners) late.end();
    this.listeners.clear();
  }

  private async whileOpen<T>(work: () => Promise<T>): Promise<T> {
    this.checkOpen();
    const working = work();
    this.writing.add(working);
    return working.finally(() => this.writing.delete(working));
  }

  private checkOpen(): void {
    if (this.isClosed) throw unreachable('the store is closed');
  }

  private flushLater(): void {
    if (!this.isHeld) setImmediate(() => this.isHeld || this.flush());
  }

  private flush(): void {
    for (const late of this.listeners) late.flush();
  }
}
