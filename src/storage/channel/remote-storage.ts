import type { Duplex } from 'node:stream';
import { unreachable } from '../storage-error.js';
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
} from '../storage.js';
import { ClientChannel } from './client-channel.js';
import { MAX_VALUE_BYTES, Operation, type WireChange, type WireRangeEnd, type WireValue } from './protocol.js';
import { RemoteWatch, copyOf } from './remote-watch.js';

/**
 * A store that another process has open, over a stream to its `StorageChannelServer`. Requests of one turn of the event
 * loop are sent together. When the stream breaks, everything under way is rejected with `Unreachable`, because its outcome
 * is not known, and so is everything later.
 */
export class RemoteStorage extends Storage {
  readonly isSoleWriter = false;
  /** The question for the newest revision that has not been sent yet: all who ask before that share it. */
  private asking: Promise<number> | undefined;
  private readonly watches = new Set<RemoteWatch>();
  private isClosed = false;

  private constructor(private readonly channel: ClientChannel) {
    super();
    channel.onFlush = () => (this.asking = undefined);
  }

  /** Opens the store at the other end of a stream. Rejects with `Unreachable` where that speaks another version. */
  static async open(stream: Duplex): Promise<RemoteStorage> {
    const channel = new ClientChannel(stream);
    await channel.greeted;
    return new RemoteStorage(channel);
  }

  override get isSharedByServers(): boolean {
    return this.channel.isShared;
  }

  /** Resolves when the other end is gone. */
  get lost(): Promise<void> {
    return this.channel.lost;
  }

  currentRevision(): Promise<number> {
    this.checkOpen();
    return (this.asking ??= this.channel.call<number>((id) => [Operation.currentRevision, id]));
  }

  compactedRevision(): Promise<number> {
    return this.ask(Operation.compactedRevision);
  }

  async get(key: string, { revision = 0 }: { revision?: number } = {}): Promise<StoredValue | undefined> {
    this.checkOpen();
    const found = await this.channel.call<WireValue | undefined>((id) => [Operation.get, id, key, revision]);
    return found && fromWireValue(found);
  }

  async range(prefix: string, { revision = 0, limit = 0, startAfter }: RangeOptions = {}): Promise<RangeResult> {
    this.checkOpen();
    const items: StoredValue[] = [];
    const onPart = (part: unknown): void => {
      for (const value of part as WireValue[]) items.push(fromWireValue(value));
    };
    const end = await this.channel.call<WireRangeEnd>(
      (id) => [Operation.range, id, prefix, revision, limit, startAfter],
      { onPart },
    );
    const [at, more, count] = end;
    return { items, revision: at, more, ...(typeof count === 'number' && { count }) };
  }

  async changeBefore(key: string, revision?: number): Promise<KeyChange | undefined> {
    this.checkOpen();
    const found = await this.channel.call<WireChange | undefined>((id) => [Operation.changeBefore, id, key, revision]);
    if (!found) return undefined;
    const [type, value, time] = found;
    return { ...fromWireValue(value), type, ...(typeof time === 'number' && { time }) };
  }

  async create(key: string, value: Buffer, { ttlSeconds }: WriteOptions = {}): Promise<number> {
    this.checkWrite(value);
    return this.channel.call((id) => [Operation.create, id, key, value, ttlSeconds], { value });
  }

  // eslint-disable-next-line max-params -- the port's: what is written, its guard and its lifetime are each on their own
  async update(key: string, value: Buffer, expected: number, { ttlSeconds }: WriteOptions = {}): Promise<number> {
    this.checkWrite(value);
    return this.channel.call((id) => [Operation.update, id, key, value, expected, ttlSeconds], { value });
  }

  async delete(key: string, expected: number, lastValue?: Buffer): Promise<number> {
    this.checkWrite(lastValue);
    return this.channel.call((id) => [Operation.delete, id, key, expected, lastValue], { value: lastValue });
  }

  async watch({ prefix, afterRevision, signal }: WatchOptions, listener: StorageListener): Promise<StorageWatch> {
    this.checkOpen();
    const { channel, watches } = this;
    const id = channel.nextId();
    const ownValue = (peer: number, request: number): Buffer | undefined => channel.ownValue(peer, request);
    const onClosed = (): void => {
      watches.delete(watch);
      channel.unwatch(id);
    };
    const watch = new RemoteWatch({ listener, ownValue, onClosed });
    if (signal?.aborted) return watch;
    signal?.addEventListener('abort', () => watch.close(), { once: true });
    watches.add(watch);
    try {
      await channel.watch([Operation.watch, id, prefix, afterRevision], watch);
      return watch;
    } catch (error) {
      watch.close();
      throw error;
    }
  }

  compact(revision: number): Promise<void> {
    return this.whileOpen(() => this.channel.call((id) => [Operation.compact, id, revision]));
  }

  checkWritable(): Promise<void> {
    return this.ask(Operation.checkWritable);
  }

  sizeInBytes(): Promise<number> {
    return this.ask(Operation.sizeInBytes);
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.channel.idle();
    for (const watch of this.watches) watch.end();
    this.watches.clear();
    this.channel.close();
  }

  private ask<T>(
    operation: typeof Operation.compactedRevision | typeof Operation.checkWritable | typeof Operation.sizeInBytes,
  ): Promise<T> {
    return this.whileOpen(() => this.channel.call<T>((id) => [operation, id]));
  }

  private async whileOpen<T>(work: () => Promise<T>): Promise<T> {
    this.checkOpen();
    return work();
  }

  private checkWrite(value: Buffer | undefined): void {
    this.checkOpen();
    const bytes = value?.length ?? 0;
    if (bytes > MAX_VALUE_BYTES) throw unreachable(`a value of ${bytes} bytes is too large to be sent to the store`);
  }

  private checkOpen(): void {
    if (this.isClosed) throw unreachable('the store is closed');
  }
}

function fromWireValue([key, value, revision, createRevision]: WireValue): StoredValue {
  return { key, value: copyOf(value), revision, createRevision };
}
