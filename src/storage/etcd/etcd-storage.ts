import {
  type StorageError,
  compacted,
  keyExists,
  keyNotFound,
  revisionConflict,
  tooLargeRevision,
  unreachable,
} from '../storage-error.js';
import { replayedChangeBefore } from '../replayed-change.js';
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
import { Endpoints } from './endpoints.js';
import { EtcdCompaction } from './etcd-compaction.js';
import { fromCallError } from './etcd-errors.js';
import type { EtcdSettings } from '../etcd-settings.js';
import { EtcdWatch } from './etcd-watch.js';
import { EtcdWrites } from './etcd-writes.js';
import { Keys, endOf } from './keys.js';
import { type KeyValue, METHODS, type RangeRequest, type RangeResponse } from './protocol.js';
import { SharedCall } from '../shared-call.js';

/** How to open the engine. */
export interface EtcdStorageOptions extends EtcdSettings {
  /** A steady time in milliseconds; the process's monotonic clock when unset. */
  readonly now?: () => number;
}

/** Upstream's limit for a health check. */
const HEALTH_TIMEOUT_MS = 2000;
/** Keys that one request reads at most. */
const PAGE = 10_000;

/** The engine that keeps everything in etcd, 3.4 to 3.6, beside other servers of the same cluster. */
export class EtcdStorage extends Storage {
  readonly isSoleWriter = false;
  private readonly watches = new Set<EtcdWatch>();
  private readonly writes: EtcdWrites;
  private readonly compaction: EtcdCompaction;
  private readonly newest: SharedCall<number>;
  private readonly health: SharedCall<number>;
  private isClosed = false;

  private constructor(
    private readonly endpoints: Endpoints,
    private readonly keys: Keys,
    now: () => number,
  ) {
    super();
    this.writes = new EtcdWrites(endpoints, keys, now);
    this.compaction = new EtcdCompaction(endpoints);
    this.newest = new SharedCall(() => this.askRevision());
    this.health = new SharedCall(() => this.askRevision(HEALTH_TIMEOUT_MS));
  }

  /** Opens the engine. Rejects where a file cannot be read or no server of etcd answers. */
  static async open({ now = () => performance.now(), ...settings }: EtcdStorageOptions): Promise<EtcdStorage> {
    const endpoints = await Endpoints.open(settings);
    const storage = new EtcdStorage(endpoints, new Keys(settings.prefix), now);
    try {
      await storage.currentRevision();
      return storage;
    } catch (error) {
      endpoints.close();
      throw error;
    }
  }

  /** The revision up to which every watch has been given its events; infinite without watches. */
  get deliveredRevision(): number {
    return Math.min(...[...this.watches].map(({ deliveredRevision }) => deliveredRevision));
  }

  async currentRevision(): Promise<number> {
    this.checkOpen();
    return this.newest.ask();
  }

  async compactedRevision(): Promise<number> {
    this.checkOpen();
    return this.compaction.compactedRevision().catch(rethrow);
  }

  async get(key: string, { revision = 0 }: { revision?: number } = {}): Promise<StoredValue | undefined> {
    this.checkOpen();
    await this.writes.settled(key);
    const { kvs } = await this.read({ key: this.keys.bytesOf(key), revision });
    return kvs?.[0] && this.storedValue(kvs[0]);
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    this.checkOpen();
    const { limit = 0, startAfter } = options;
    const first = await this.page(prefix, options);
    const items = first.items as StoredValue[];
    let { more } = first;
    // A range without a limit is read in pages, at the revision of the first one.
    while (more && (limit === 0 || items.length < limit)) {
      const rest = { revision: first.revision, limit: limit && limit - items.length, startAfter: items.at(-1)!.key };
      const page = await this.page(prefix, rest);
      items.push(...page.items);
      more = page.more;
    }
    const { count } = first;
    return { items, more, revision: first.revision, ...(startAfter === undefined && { count }) };
  }

  changeBefore(key: string, revision?: number): Promise<KeyChange | undefined> {
    return replayedChangeBefore(this, key, revision);
  }

  create(key: string, value: Buffer, options: WriteOptions = {}): Promise<number> {
    return this.write({ key, value, expected: 0, isDelete: false, ttlSeconds: options.ttlSeconds });
  }

  // eslint-disable-next-line max-params -- the port's: what is written, its guard and its lifetime are each on their own
  update(key: string, value: Buffer, expected: number, options: WriteOptions = {}): Promise<number> {
    return this.write({ key, value, expected, isDelete: false, ttlSeconds: options.ttlSeconds });
  }

  delete(key: string, expected: number, lastValue?: Buffer): Promise<number> {
    return this.write({ key, value: lastValue, expected, isDelete: true, ttlSeconds: undefined });
  }

  async watch({ prefix, afterRevision, signal }: WatchOptions, listener: StorageListener): Promise<StorageWatch> {
    this.checkOpen();
    // Fails where history does not reach back so far, or the revision has not happened.
    const revision = afterRevision === undefined ? 0 : Math.max(afterRevision, 1);
    const { header } = await this.read({ key: this.keys.bytesOf(HEALTH_KEY), revision, count_only: true });
    const { endpoints, keys, watches } = this;
    const { own } = this.writes;
    const onOver = (over: EtcdWatch): void => void watches.delete(over);
    const parts = { endpoints, keys, own, prefix, listener, onOver };
    const watch = new EtcdWatch(parts, afterRevision ?? header.revision);
    watches.add(watch);
    if (signal?.aborted) watch.close();
    signal?.addEventListener('abort', () => watch.close(), { once: true });
    await watch.start(header.revision);
    return watch;
  }

  async compact(revision: number): Promise<void> {
    const newest = await this.currentRevision();
    if (revision > newest) throw tooLargeRevision(revision, newest);
    await this.compaction.compact(revision).catch(rethrow);
  }

  async checkWritable(): Promise<void> {
    this.checkOpen();
    // A read that has to be agreed on by a majority, as upstream's check.
    await this.health.ask();
  }

  async sizeInBytes(): Promise<number> {
    this.checkOpen();
    const options = { repeatable: true, timeoutMs: HEALTH_TIMEOUT_MS };
    const { dbSize } = await this.endpoints.call<{ dbSize: number }>(METHODS.status, {}, options).catch(rethrow);
    return dbSize;
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.writes.idle();
    for (const watch of this.watches) watch.end();
    this.endpoints.close();
  }

  private async write(write: Parameters<EtcdWrites['write']>[0]): Promise<number> {
    this.checkOpen();
    const outcome = await this.writes.write(write).catch(rethrow);
    if (outcome.isWritten) return outcome.revision;
    throw refusal(write, outcome.revision);
  }

  private async page(prefix: string, { revision, limit = 0, startAfter }: RangeOptions): Promise<RangeResult> {
    const key = this.keys.bytesOf(prefix);
    const range = await this.read({
      // The next key behind one is that with a zero byte added.
      key: startAfter === undefined ? key : Buffer.concat([this.keys.bytesOf(startAfter), ZERO]),
      range_end: endOf(key),
      limit: limit === 0 ? PAGE : Math.min(limit, PAGE),
      revision,
    });
    const items = (range.kvs ?? []).map((kv) => this.storedValue(kv));
    return { items, revision: revision || range.header.revision, more: range.more ?? false, count: range.count ?? 0 };
  }

  /** Reads from etcd; the errors of an older revision name the bounds of history. */
  private async read(request: RangeRequest): Promise<RangeResponse> {
    const { revision } = request;
    try {
      return await this.endpoints.call<RangeResponse>(METHODS.range, request, { repeatable: true });
    } catch (error) {
      const fault = fromCallError(error, revision);
      if (fault.code === 'Compacted') throw compacted(revision!, await this.compactedRevision());
      if (fault.code === 'TooLargeRevision') throw tooLargeRevision(revision!, await this.currentRevision());
      throw fault;
    }
  }

  private async askRevision(timeoutMs?: number): Promise<number> {
    const request = { key: this.keys.bytesOf(HEALTH_KEY), count_only: true };
    const options = { repeatable: true, timeoutMs };
    const { header } = await this.endpoints.call<RangeResponse>(METHODS.range, request, options).catch(rethrow);
    return header.revision;
  }

  private storedValue({ key, value = NO_VALUE, mod_revision, create_revision }: KeyValue): StoredValue {
    return {
      key: this.keys.fromEtcd(key.toString()) ?? key.toString(),
      value,
      revision: mod_revision,
      createRevision: create_revision,
    };
  }

  private checkOpen(): void {
    if (this.isClosed) throw unreachable('the store is closed');
  }
}

/** The error of a write whose guard did not hold; `found` is the revision of the key, 0 for none. */
function refusal({ key, expected }: { key: string; expected: number }, found: number): StorageError {
  if (expected === 0) return keyExists(key, found);
  return found === 0 ? keyNotFound(key) : revisionConflict(key, expected, found);
}

function rethrow(error: unknown): never {
  throw fromCallError(error);
}

const HEALTH_KEY = '/registry/health';
const NO_VALUE = Buffer.alloc(0);
const ZERO = Buffer.of(0);
