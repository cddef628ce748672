import type { Clock, Timer } from '../../observability/index.js';
import {
  Storage,
  type KeyChange,
  type RangeOptions,
  type RangeResult,
  type StorageEvent,
  type StorageListener,
  type StorageWatch,
  type StoredValue,
  type WatchOptions,
  type WriteOptions,
  compacted,
  keyExists,
  keyNotFound,
  replayedChangeBefore,
  revisionConflict,
  tooLargeRevision,
  unreachable,
} from '../../storage/index.js';
import { Listeners } from './listeners.js';
import { type RestoringWrite, type StoreSnapshot, changesTo } from './store-snapshot.js';
import { type KeyVersion, eventOf, newVersionTree, storedValueOf, versionAt } from './versions.js';

/** A new store begins here, as every engine's does. */
const FIRST_REVISION = 1;
/** Revisions continue from the next multiple after a restore: those of a test do not depend on the writes of tests before. */
const EPOCH = 1_000_000;

/** A new version of a key. */
type Write = Pick<KeyVersion, 'value' | 'isDeleted' | 'expiresAt'> & { readonly key: string };

/**
 * A store in memory for tests: nothing is written to a disk, time is that of a clock, and its state can be taken and put
 * back. Keeps all history until it is compacted.
 */
export class MemoryStorage extends Storage {
  readonly isSoleWriter = true;
  private tree = newVersionTree();
  private log: StorageEvent[] = [];
  private revision = FIRST_REVISION;
  private compactedAt = 0;
  private bytes = 0;
  private isClosed = false;
  private readonly listeners = new Listeners();
  private readonly expiries = new Map<string, Timer>();

  /** Begins with the content of a snapshot, as it was there, or empty. */
  constructor(
    private readonly clock: Clock,
    content?: StoreSnapshot,
  ) {
    super();
    if (!content) return;
    this.tree = content.tree.clone();
    this.revision = content.revision;
    this.compactedAt = content.revision;
    for (const [key, version] of this.tree.entries()) this.bytes += sizeOf(key, version);
  }

  currentRevision(): number {
    this.checkOpen();
    return this.revision;
  }

  async compactedRevision(): Promise<number> {
    this.checkOpen();
    return this.compactedAt;
  }

  async get(key: string, { revision }: { revision?: number } = {}): Promise<StoredValue | undefined> {
    await this.turn();
    if (revision) this.checkReadable(revision);
    const version = versionAt(this.tree.get(key), revision || this.revision);
    return version && storedValueOf(key, version);
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    this.checkOpen();
    const { startAfter = '', limit } = options;
    const revision = options.revision || this.revision;
    this.checkReadable(revision);
    const items: StoredValue[] = [];
    for (const [key, newest] of this.tree.entries(startAfter > prefix ? startAfter : prefix)) {
      if (!key.startsWith(prefix)) break;
      const version = key === startAfter ? undefined : versionAt(newest, revision);
      if (!version) continue;
      if (items.length === (limit || Infinity)) return { items, revision, more: true };
      items.push(storedValueOf(key, version));
    }
    return { items, revision, more: false };
  }

  changeBefore(key: string, revision?: number): Promise<KeyChange | undefined> {
    return replayedChangeBefore(this, key, revision);
  }

  async create(key: string, value: Buffer, options: WriteOptions = {}): Promise<number> {
    await this.turn();
    const head = this.head(key);
    if (head) throw keyExists(key, head.revision);
    return this.commit({ key, value, isDeleted: false, expiresAt: this.expiry(options) });
  }

  // eslint-disable-next-line max-params -- the port's: what is written, its guard and its lifetime are each on their own
  async update(key: string, value: Buffer, expectedRevision: number, options: WriteOptions = {}): Promise<number> {
    await this.turn();
    this.guard(key, expectedRevision);
    return this.commit({ key, value, isDeleted: false, expiresAt: this.expiry(options) });
  }

  async delete(key: string, expectedRevision: number, lastValue?: Buffer): Promise<number> {
    await this.turn();
    const { value } = this.guard(key, expectedRevision);
    return this.commit({ key, value: lastValue ?? value, isDeleted: true, expiresAt: undefined });
  }

  async watch({ prefix, afterRevision, signal }: WatchOptions, listener: StorageListener): Promise<StorageWatch> {
    this.checkOpen();
    const after = afterRevision ?? this.revision;
    if (after > this.revision) throw tooLargeRevision(after, this.revision);
    this.checkReadable(after);
    this.replay(prefix, after, listener, signal);
    const watch = this.listeners.add(prefix, listener);
    if (signal?.aborted) watch.close();
    else signal?.addEventListener('abort', () => watch.close(), { once: true });
    return watch;
  }

  async compact(revision: number): Promise<void> {
    this.checkOpen();
    if (revision > this.revision) throw tooLargeRevision(revision, this.revision);
    if (revision > this.compactedAt) this.forgetBefore(revision);
  }

  async checkWritable(): Promise<void> {
    this.checkOpen();
  }

  async sizeInBytes(): Promise<number> {
    this.checkOpen();
    return this.bytes;
  }

  async close(): Promise<void> {
    await Promise.resolve();
    if (this.isClosed) return;
    this.isClosed = true;
    for (const timer of this.expiries.values()) timer.cancel();
    this.listeners.end();
  }

  /** Returns the state there is now; it is never changed, and costs next to nothing. */
  snapshot(): StoreSnapshot {
    this.checkOpen();
    return { tree: this.tree.clone(), revision: this.revision };
  }

  /**
   * Makes the state that of a snapshot, by writes with their own revisions where they differ: everything that
   * follows the store stays correct. History before is given up.
   */
  restore(snapshot: StoreSnapshot): void {
    this.checkOpen();
    const writes = changesTo(this.tree, snapshot.tree);
    const events = writes.map((write) => this.applyForGood(write));
    this.revision = this.nextEpoch();
    this.forgetBefore(this.revision, new Set(writes.map(({ key }) => key)));
    this.listeners.publish(events, this.revision);
  }

  /**
   * Writes every key once more, as it is, in order of keys: revisions follow from what is stored, not from the order in which
   * it was written. History before is given up.
   */
  renumber(): void {
    this.checkOpen();
    const entries = [...this.tree.entries()].filter(([, { isDeleted }]) => !isDeleted);
    this.revision = this.nextEpoch();
    const events = entries.map(([key, { value, expiresAt }]) =>
      this.apply({ key, value, isDeleted: false, expiresAt }),
    );
    this.listeners.publish(events, this.revision);
    this.forgetBefore(this.revision);
  }

  private nextEpoch(): number {
    return (Math.floor(this.revision / EPOCH) + 1) * EPOCH;
  }

  /** Resolves in the next microtask: writes take effect one after another, in the order of their calls. */
  private async turn(): Promise<void> {
    this.checkOpen();
    await Promise.resolve();
  }

  private head(key: string): KeyVersion | undefined {
    const version = this.tree.get(key);
    return version && !version.isDeleted ? version : undefined;
  }

  private guard(key: string, expected: number): KeyVersion {
    const head = this.head(key);
    if (!head) throw keyNotFound(key);
    if (head.revision !== expected) throw revisionConflict(key, expected, head.revision);
    return head;
  }

  private commit(write: Write): number {
    const event = this.apply(write);
    this.listeners.publish([event], event.revision);
    return event.revision;
  }

  private apply({ key, value, isDeleted, expiresAt }: Write): StorageEvent {
    const history = this.tree.get(key);
    const previous = history?.isDeleted ? undefined : history;
    const revision = ++this.revision;
    const createRevision = previous?.createRevision ?? revision;
    const version: KeyVersion = { revision, createRevision, value, isDeleted, expiresAt, previous: history };
    this.tree.set(key, version);
    this.bytes += sizeOf(key, version);
    this.arm(key, version);
    const event = eventOf(key, previous || isDeleted ? version : { ...version, previous: undefined });
    this.log.push(event);
    return event;
  }

  /** Applies a write whose key has no history afterwards: as `apply` and `forgetOf` do, with one search of the tree in place of three. */
  private applyForGood({ key, value, isDeleted, expiresAt, replaced }: RestoringWrite): StorageEvent {
    const previous = replaced?.isDeleted ? undefined : replaced;
    const revision = ++this.revision;
    const createRevision = previous?.createRevision ?? revision;
    const version: KeyVersion = { revision, createRevision, value, isDeleted, expiresAt, previous };
    const event = eventOf(key, version);
    version.previous = undefined;
    for (let past = replaced; past; past = past.previous) this.bytes -= sizeOf(key, past);
    if (isDeleted) this.tree.delete(key);
    else {
      this.tree.set(key, version);
      this.bytes += sizeOf(key, version);
    }
    this.arm(key, version);
    return event;
  }

  private arm(key: string, { expiresAt, revision }: KeyVersion): void {
    this.expiries.get(key)?.cancel();
    this.expiries.delete(key);
    if (expiresAt === undefined) return;
    const expire = (): void => {
      this.expiries.delete(key);
      // Changed meanwhile: the key has a new lease of life.
      void this.delete(key, revision).catch(() => {});
    };
    this.expiries.set(key, this.clock.schedule(expiresAt - this.clock.monotonic(), expire));
  }

  private expiry({ ttlSeconds }: WriteOptions): number | undefined {
    return ttlSeconds === undefined ? undefined : this.clock.monotonic() + ttlSeconds * 1000;
  }

  // eslint-disable-next-line max-params -- what is replayed, to whom, and until when
  private replay(prefix: string, after: number, listener: StorageListener, signal?: AbortSignal): void {
    if (after === this.revision) return;
    for (const event of this.log) {
      if (signal?.aborted) return;
      if (event.revision > after && event.key.startsWith(prefix)) listener.onEvent(event);
    }
    if (!signal?.aborted) listener.onProgress?.(this.revision);
  }

  /** Cuts history: the newest state of every key at the revision stays. Some keys have none. */
  private forgetBefore(revision: number, without: ReadonlySet<string> = new Set()): void {
    this.compactedAt = revision;
    // A key without changes in it has no history.
    const changed = new Set(this.log.filter((event) => event.revision <= revision).map(({ key }) => key));
    this.log = this.log.filter((event) => event.revision > revision);
    for (const key of changed) if (!without.has(key)) this.forgetOf(key, revision);
  }

  private forgetOf(key: string, revision: number): void {
    const newest = this.tree.get(key)!;
    let oldest = newest;
    while (oldest.revision > revision && oldest.previous) oldest = oldest.previous;
    for (let version = oldest.previous; version; version = version.previous) this.bytes -= sizeOf(key, version);
    oldest.previous = undefined;
    if (!newest.isDeleted || newest.revision > revision) return;
    this.tree.delete(key);
    this.bytes -= sizeOf(key, newest);
  }

  private checkOpen(): void {
    if (this.isClosed) throw unreachable('the store is closed');
  }

  private checkReadable(revision: number): void {
    if (revision > this.revision) throw tooLargeRevision(revision, this.revision);
    if (revision < this.compactedAt) throw compacted(revision, this.compactedAt);
  }
}

/** The size of a version, in bytes. */
function sizeOf(key: string, { value }: KeyVersion): number {
  return key.length + value.length;
}
