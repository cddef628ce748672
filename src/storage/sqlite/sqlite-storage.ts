import {
  compacted,
  keyExists,
  keyNotFound,
  revisionConflict,
  tooLargeRevision,
  unreachable,
} from '../storage-error.js';
import {
  Storage,
  type KeyChange,
  type RangeOptions,
  type RangeResult,
  type StorageListener,
  type StorageWatch,
  type StoredValue,
  type WatchOptions,
  type WriteOptions,
} from '../storage.js';
import { CommitQueue } from './commit-queue.js';
import { Compactor } from './compactor.js';
import { ExpirySweeper } from '../expiry-sweeper.js';
import type { Head } from './head.js';
import { HeadIndex } from './head-index.js';
import { History } from './history.js';
import { type OlderStoreOptions, resumedRevision } from './older-store.js';
import type { OpenedDatabase, OpenDatabaseOptions } from './open-database.js';
import { PendingWrite } from './pending-write.js';
import { WatchHub } from '../watch-hub.js';
import { WriteProbe } from '../write-probe.js';

/** How to open the embedded store. */
export interface SqliteStorageOptions extends OpenDatabaseOptions, OlderStoreOptions {
  /** How often expired keys are looked for; 10 seconds when unset. */
  readonly expirySweepMs?: number;
  /** The time in milliseconds since the epoch; when unset, that of the start plus what has passed since. */
  readonly now?: () => number;
}

/** A write whose guard held just now. */
interface SubmittedWrite {
  readonly key: string;
  readonly value: Buffer;
  readonly before: Head | undefined;
  /** That of the write itself where it begins the key. */
  readonly createRevision: number | undefined;
  readonly isDeleted: boolean;
  readonly expiresAt: number | null;
}

/** A write over a head that may have become another one. */
interface Replacement {
  readonly key: string;
  readonly value: Buffer;
  readonly expectedRevision: number;
  readonly isDeleted: boolean;
  readonly expiresAt: number | null;
}

/** A new store begins here: clients take revision 0 for "any". */
const FIRST_REVISION = 1;
const HISTORY_PAGE = 500;
const HEADS_PAGE = 10_000;

/**
 * The embedded engine: one SQLite database owned by this process, written in groups, every acknowledged write synced.
 * Guards are checked against an index of all keys in memory; reads use their own connection.
 */
export class SqliteStorage extends Storage {
  readonly isSoleWriter = true;
  private readonly heads = new HeadIndex();
  private readonly watches = new WatchHub();
  private readonly history: History;
  private readonly queue: CommitQueue;
  private readonly compactor: Compactor;
  private readonly sweeper: ExpirySweeper;
  private readonly probe: WriteProbe;
  private readonly now: () => number;
  private assigned = FIRST_REVISION;
  private committed = FIRST_REVISION;
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly database: OpenedDatabase,
    options: SqliteStorageOptions,
  ) {
    super();
    // A time to live is measured independently of changes of the system clock.
    this.now = options.now ?? (() => performance.timeOrigin + performance.now());
    this.history = new History(database.reader);
    const observer = {
      onCommitted: (writes: readonly PendingWrite[]) => this.onCommitted(writes),
      onFailed: (writes: readonly PendingWrite[]) => this.onFailed(writes),
    };
    // People compare it with other logs: that of the system clock.
    this.queue = new CommitQueue(database.writer, observer, options.now ?? Date.now);
    this.compactor = new Compactor(database.writer, this.queue);
    this.probe = new WriteProbe((bytes) => this.compactor.writeNothing(bytes));
    this.sweeper = new ExpirySweeper(
      { expired: (now, limit) => this.history.expired(now, limit), delete: (key, at) => this.delete(key, at) },
      options.expirySweepMs ?? 10_000,
      this.now,
    );
  }

  /**
   * Opens the store, and makes it when there is none. Rejects with `Unreachable` when another process has it open or it is
   * older than it was, and with `Corrupt` when it is damaged.
   */
  static async open(options: SqliteStorageOptions): Promise<SqliteStorage> {
    // Loaded here because TypeORM takes longer to load than the rest of the server: other engines need not wait for it.
    const { openDatabase } = await import('./open-database.js');
    const database = await openDatabase(options);
    try {
      const storage = new SqliteStorage(database, options);
      await storage.load(options);
      storage.sweeper.start();
      return storage;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  currentRevision(): number {
    this.checkOpen();
    return this.committed;
  }

  async compactedRevision(): Promise<number> {
    this.checkOpen();
    return this.compactor.compactedRevision;
  }

  async get(key: string, options: { revision?: number } = {}): Promise<StoredValue | undefined> {
    this.checkOpen();
    if (options.revision) return this.getAt(key, options.revision);
    for (;;) {
      const head = await this.settledHead(key);
      if (!head || head.isDeleted) return undefined;
      const value = await this.history.valueOf(head.revision);
      // Without a row the key was written again and compacted while it was read.
      if (value) return value;
      if (this.heads.get(key) === head) return undefined;
    }
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    this.checkOpen();
    const limit = options.limit || Number.MAX_SAFE_INTEGER - 1;
    for (;;) {
      const revision = options.revision || this.committed;
      this.checkReadable(revision);
      const { startAfter } = options;
      const items = await this.history.range(prefix, { revision, limit: limit + 1, startAfter });
      // Rows may have been given up while they were read. What is newest is never gone: it has only become another.
      if (!options.revision && revision < this.compactor.compactedRevision) continue;
      this.checkReadable(revision);
      const more = items.length > limit;
      return { items: more ? items.slice(0, limit) : items, revision, more };
    }
  }

  async changeBefore(key: string, revision = this.committed + 1): Promise<KeyChange | undefined> {
    this.checkOpen();
    if (revision <= this.compactor.compactedRevision) return undefined;
    const change = await this.history.changeBefore(key, revision);
    const oldest = this.compactor.compactedRevision;
    const isGivenUp =
      change !== undefined && change.revision <= oldest && (change.type === 'delete' || revision <= oldest);
    return isGivenUp ? undefined : change;
  }

  async create(key: string, value: Buffer, options: WriteOptions = {}): Promise<number> {
    this.checkOpen();
    for (;;) {
      const head = this.heads.get(key);
      if (!head || head.isDeleted) {
        const expiresAt = this.expiry(options);
        return this.submit({ key, value, before: head, createRevision: undefined, isDeleted: false, expiresAt });
      }
      if (!head.pending) throw keyExists(key, head.revision);
      await this.settledHead(key);
    }
  }

  // eslint-disable-next-line max-params -- the port's: what is written, its guard and its lifetime are each on their own
  async update(key: string, value: Buffer, expectedRevision: number, options: WriteOptions = {}): Promise<number> {
    this.checkOpen();
    return this.replace({ key, value, expectedRevision, isDeleted: false, expiresAt: this.expiry(options) });
  }

  async delete(key: string, expectedRevision: number, lastValue?: Buffer): Promise<number> {
    this.checkOpen();
    const value = lastValue ?? (await this.storedValue(key, expectedRevision));
    return this.replace({ key, value, expectedRevision, isDeleted: true, expiresAt: null });
  }

  async watch(options: WatchOptions, listener: StorageListener): Promise<StorageWatch> {
    this.checkOpen();
    let seen = options.afterRevision ?? this.committed;
    if (seen > this.committed) throw tooLargeRevision(seen, this.committed);
    const { prefix, signal } = options;
    while (seen < this.committed && !signal?.aborted) seen = await this.replay(options, seen, listener);
    // Nothing runs between the last look at the revision and this, so the first live event is the next one.
    const watch = this.watches.add(prefix, listener);
    if (signal?.aborted) watch.close();
    else signal?.addEventListener('abort', () => watch.close(), { once: true });
    return watch;
  }

  async compact(revision: number): Promise<void> {
    this.checkOpen();
    if (revision > this.committed) throw tooLargeRevision(revision, this.committed);
    await this.compactor.compact(revision);
    this.heads.forgetTombstones(revision);
  }

  async checkWritable(): Promise<void> {
    this.checkOpen();
    await this.probe.check();
  }

  async sizeInBytes(): Promise<number> {
    this.checkOpen();
    return this.history.sizeInBytes();
  }

  async close(): Promise<void> {
    this.closing ??= this.shutDown();
    await this.closing;
  }

  /** Deletes what has expired by now without waiting for the next sweep. */
  async sweepExpired(): Promise<void> {
    this.checkOpen();
    await this.sweeper.sweep();
  }

  private async load(options: SqliteStorageOptions): Promise<void> {
    await this.compactor.load();
    const newest = await this.history.newestRevision();
    // The newest row may have been a tombstone that is compacted away; its revision must not come again.
    this.committed = Math.max(FIRST_REVISION, newest, this.compactor.compactedRevision);
    const { mark } = this.database;
    if (mark)
      this.committed = await resumedRevision({ mark, found: this.committed, compactor: this.compactor }, options);
    this.assigned = this.committed;
    await this.loadHeads();
  }

  private async loadHeads(): Promise<void> {
    for (let startAfter = ''; ;) {
      const page = await this.history.heads(startAfter, HEADS_PAGE);
      for (const { key, revision, createRevision, deleted } of page) {
        this.heads.set(key, { revision, createRevision, isDeleted: deleted === 1, pending: undefined });
      }
      if (page.length < HEADS_PAGE) return;
      startAfter = page[page.length - 1]!.key;
    }
  }

  private async shutDown(): Promise<void> {
    await this.sweeper.stop();
    await this.queue.end();
    this.watches.end();
    // Before the log goes: an end that is not in order must never look as if a log were missing.
    await this.database.mark?.finish(this.committed);
    await this.database.close();
  }

  private checkOpen(): void {
    if (this.closing) throw unreachable('the store is closed');
  }

  private checkReadable(revision: number): void {
    if (revision > this.committed) throw tooLargeRevision(revision, this.committed);
    const oldest = this.compactor.compactedRevision;
    if (revision < oldest) throw compacted(revision, oldest);
  }

  private expiry({ ttlSeconds }: WriteOptions): number | null {
    return ttlSeconds === undefined ? null : this.now() + ttlSeconds * 1000;
  }

  private async getAt(key: string, revision: number): Promise<StoredValue | undefined> {
    this.checkReadable(revision);
    const value = await this.history.valueAt(key, revision);
    this.checkReadable(revision);
    return value;
  }

  /** The head of a key once no write to it is pending. */
  private async settledHead(key: string): Promise<Head | undefined> {
    let head = this.heads.get(key);
    while (head?.pending) {
      await head.pending.settled();
      head = this.heads.get(key);
    }
    return head;
  }

  /** Writes over a head, as soon as it is known whether it is the expected one. */
  private async replace(write: Replacement): Promise<number> {
    // Every write passes here, and to spread an object and add to it takes a microsecond: it is written out.
    const { key, value, expectedRevision, isDeleted, expiresAt } = write;
    for (;;) {
      const before = this.heads.get(key);
      if (before && !before.isDeleted && before.revision === expectedRevision) {
        return this.submit({ key, value, before, createRevision: before.createRevision, isDeleted, expiresAt });
      }
      await this.refuse(key, expectedRevision);
    }
  }

  /** Throws why a guard does not hold. Returns when that was due to a write which failed after all. */
  private async refuse(key: string, expectedRevision: number): Promise<void> {
    const head = await this.settledHead(key);
    if (!head || head.isDeleted) throw keyNotFound(key);
    if (head.revision !== expectedRevision) throw revisionConflict(key, expectedRevision, head.revision);
  }

  /** The value a deletion reports when its caller does not know it. */
  private async storedValue(key: string, expectedRevision: number): Promise<Buffer> {
    await this.refuse(key, expectedRevision);
    const stored = await this.history.valueOf(expectedRevision);
    if (!stored) throw revisionConflict(key, expectedRevision, this.heads.get(key)?.revision ?? this.committed);
    return stored.value;
  }

  private submit(write: SubmittedWrite): Promise<number> {
    const { key, value, before, expiresAt, isDeleted } = write;
    const revision = ++this.assigned;
    const createRevision = write.createRevision ?? revision;
    const previousRevision = before?.revision ?? 0;
    const after: Head = { revision, createRevision, isDeleted, pending: undefined };
    const row = { revision, key, createRevision, previousRevision, isDeleted, expiresAt, value };
    const pending = new PendingWrite(row, before, after);
    this.heads.set(key, after);
    this.queue.add(pending);
    return pending.done;
  }

  private onCommitted(writes: readonly PendingWrite[]): void {
    for (const write of writes) this.heads.markWritten(write);
    this.committed = writes[writes.length - 1]!.row.revision;
    this.probe.noteSuccess(bytesOf(writes));
    this.database.mark?.advance(this.committed);
    this.watches.publish(
      writes.map((write) => write.event()),
      this.committed,
    );
  }

  private onFailed(writes: readonly PendingWrite[]): void {
    this.probe.noteFailure(bytesOf(writes));
    for (const write of writes.toReversed()) this.heads.restore(write);
  }

  /** Delivers one page of history and answers the revision it reaches. */
  private async replay({ prefix, signal }: WatchOptions, after: number, listener: StorageListener): Promise<number> {
    const upTo = this.committed;
    this.checkReadable(after);
    const events = await this.history.events(prefix, { after, upTo, limit: HISTORY_PAGE });
    this.checkOpen();
    this.checkReadable(after);
    for (const event of events) {
      if (signal?.aborted) return event.revision;
      listener.onEvent(event);
    }
    const reached = events.length < HISTORY_PAGE ? upTo : events[events.length - 1]!.revision;
    if (!signal?.aborted) listener.onProgress?.(reached);
    return reached;
  }
}

function bytesOf(writes: readonly PendingWrite[]): number {
  return writes.reduce((bytes, { row }) => bytes + row.value.length, 0);
}
