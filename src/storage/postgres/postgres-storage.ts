import { ExpirySweeper } from '../expiry-sweeper.js';
import type { PostgresSettings } from '../postgres-settings.js';
import { SharedCall } from '../shared-call.js';
import {
  type StorageError,
  compacted,
  keyExists,
  keyNotFound,
  revisionConflict,
  tooLargeRevision,
  unreachable,
} from '../storage-error.js';
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
import { WatchHub } from '../watch-hub.js';
import { WriteProbe } from '../write-probe.js';
import { ChangeFeed } from './change-feed.js';
import { Compaction } from './compaction.js';
import { Connections } from './connections.js';
import { Expiry } from './expiry.js';
import { GroupWriter } from './group-writer.js';
import { History, NOW, type StoreState } from './history.js';
import { Notifications } from './notifications.js';
import type { GuardedWrite } from './pending-write.js';
import { WriteQueue } from './write-queue.js';

/** How to open the engine. */
export interface PostgresStorageOptions extends PostgresSettings {
  /** How often expired keys are looked for; 2 seconds when unset. */
  readonly expirySweepMs?: number;
  /** How often changes are looked for without a notification; a second when unset. */
  readonly pollMs?: number;
  /** True if notifications are waited for; they are when unset. */
  readonly listens?: boolean;
  /** Receives what an operator should know. */
  readonly onNotice?: (message: string) => void;
}

const EXPIRY_SWEEP_MS = 2000;
const POLL_MS = 1000;
/** Without notifications changes are looked for more often. */
const FAST_POLL_MS = 100;
/** Keys that one statement reads at most. */
const PAGE = 5000;
const HISTORY_PAGE = 500;

/** The engine that keeps everything in PostgreSQL, 13 or newer, beside other servers of the same cluster. */
export class PostgresStorage extends Storage {
  readonly isSoleWriter = false;
  private readonly watches = new WatchHub();
  private readonly history: History;
  private readonly queue: WriteQueue;
  private readonly feed: ChangeFeed;
  private readonly compaction: Compaction;
  private readonly sweeper: ExpirySweeper;
  private readonly probe: WriteProbe;
  private readonly notifications: Notifications;
  private readonly state: SharedCall<StoreState>;
  private pollTimer: NodeJS.Timeout | undefined;
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly connections: Connections,
    private readonly options: PostgresStorageOptions,
    { newest }: StoreState,
  ) {
    super();
    const { schema, expirySweepMs = EXPIRY_SWEEP_MS } = options;
    const history = (this.history = new History(connections, schema));
    const onRolledBack = (found: number, known: number): void => this.noteRolledBack(found, known);
    this.feed = new ChangeFeed({ history, hub: this.watches, own: () => writer.own, onRolledBack }, newest);
    const writer = new GroupWriter(connections, schema, this.feed);
    this.queue = new WriteQueue((writes) => this.writeGroup(writer, writes));
    this.compaction = new Compaction(connections, schema);
    const expiry = new Expiry({ connections, history, schema }, expirySweepMs);
    const expiring = {
      expired: (now: number, limit: number) => expiry.expired(now, limit),
      delete: (key: string, at: number) => this.delete(key, at),
    };
    this.sweeper = new ExpirySweeper(expiring, expirySweepMs, Date.now);
    this.probe = new WriteProbe(() => this.writeNothing());
    this.state = new SharedCall(() => this.noted(history.state()));
    this.notifications = new Notifications(connections, schema, {
      onRevision: (revision) => this.feed.note(revision),
      onConnected: () => this.feed.look(),
    });
  }

  /** Opens the engine. Rejects with `Unreachable` where a file cannot be read or no server answers. */
  static async open(options: PostgresStorageOptions): Promise<PostgresStorage> {
    const connections = await Connections.open(options);
    try {
      const state = await new History(connections, options.schema).state();
      const storage = new PostgresStorage(connections, options, state);
      storage.start();
      return storage;
    } catch (error) {
      await connections.close();
      throw error;
    }
  }

  /** The revision up to which every watch has been given its events. */
  get deliveredRevision(): number {
    return this.feed.revision;
  }

  async currentRevision(): Promise<number> {
    return (await this.askState()).newest;
  }

  async compactedRevision(): Promise<number> {
    return (await this.askState()).oldest;
  }

  async get(key: string, { revision = 0 }: { revision?: number } = {}): Promise<StoredValue | undefined> {
    this.checkOpen();
    await this.queue.settled(key);
    const { found, ...state } = await this.history.valueAt(key, revision);
    if (revision) checkReadable(revision, state);
    return found;
  }

  async range(prefix: string, { revision = 0, limit = 0, startAfter }: RangeOptions = {}): Promise<RangeResult> {
    this.checkOpen();
    const items: StoredValue[] = [];
    let at = revision;
    let after = startAfter;
    // A range without a limit is read in pages, at the revision of the first one.
    for (;;) {
      const wanted = Math.min(limit === 0 ? PAGE : limit - items.length, PAGE);
      const page = { revision: at, limit: wanted + 1, startAfter: after };
      const { found, ...state } = await this.history.range(prefix, page);
      if (at) checkReadable(at, state);
      at ||= state.newest;
      const more = found.length > wanted;
      for (const item of more ? found.slice(0, wanted) : found) items.push(item);
      if (!more || items.length === limit) return { items, revision: at, more };
      after = items.at(-1)!.key;
    }
  }

  async changeBefore(key: string, revision?: number): Promise<KeyChange | undefined> {
    this.checkOpen();
    await this.queue.settled(key);
    const { found: change, oldest } = await this.history.changeBefore(key, revision ?? 0);
    // Rows older than the compacted revision may not have been purged yet.
    const isGivenUp =
      change !== undefined &&
      change.revision <= oldest &&
      (change.type === 'delete' || (revision !== undefined && revision <= oldest));
    return isGivenUp ? undefined : change;
  }

  create(key: string, value: Buffer, { ttlSeconds }: WriteOptions = {}): Promise<number> {
    return this.write({ key, value, expected: 0, isDelete: false, ttlSeconds });
  }

  // eslint-disable-next-line max-params -- the port's: what is written, its guard and its lifetime are each on their own
  update(key: string, value: Buffer, expected: number, { ttlSeconds }: WriteOptions = {}): Promise<number> {
    return this.write({ key, value, expected: expected || NEVER, isDelete: false, ttlSeconds });
  }

  delete(key: string, expected: number, lastValue?: Buffer): Promise<number> {
    return this.write({ key, value: lastValue, expected: expected || NEVER, isDelete: true, ttlSeconds: undefined });
  }

  async watch({ prefix, afterRevision, signal }: WatchOptions, listener: StorageListener): Promise<StorageWatch> {
    const state = await this.askState();
    let seen = afterRevision ?? state.newest;
    checkReadable(seen, { ...state, oldest: afterRevision === undefined ? 0 : state.oldest });
    // The feed may be behind what was committed before the call: all of that is history.
    for (;;) {
      const upTo = Math.max(this.feed.revision, state.newest);
      if (seen >= upTo || signal?.aborted) break;
      seen = await this.replay({ prefix, signal }, { after: seen, upTo }, listener);
    }
    // Nothing runs between the last look at the feed and this, so its next change is the first live one.
    const watch = this.watches.add(prefix, startingAfter(seen, listener));
    if (signal?.aborted) watch.close();
    else signal?.addEventListener('abort', () => watch.close(), { once: true });
    return watch;
  }

  async compact(revision: number): Promise<void> {
    const { newest, oldest } = await this.askState();
    if (revision > newest) throw tooLargeRevision(revision, newest);
    if (revision > oldest) await this.compaction.compact(revision);
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

  private start(): void {
    this.sweeper.start();
    if (this.options.listens !== false) this.notifications.start();
    this.pollLater();
  }

  private async shutDown(): Promise<void> {
    clearTimeout(this.pollTimer);
    await this.sweeper.stop();
    await this.queue.drain();
    await Promise.all([this.feed.stop(), this.notifications.stop()]);
    this.watches.end();
    await this.connections.close();
  }

  private pollLater(): void {
    const pollMs = this.options.pollMs ?? (this.notifications.isListening ? POLL_MS : FAST_POLL_MS);
    this.pollTimer = setTimeout(() => {
      this.feed.look();
      if (!this.closing) this.pollLater();
    }, pollMs);
    this.pollTimer.unref();
  }

  private async askState(): Promise<StoreState> {
    this.checkOpen();
    const state = await this.state.ask();
    this.feed.note(state.newest);
    return state;
  }

  private async writeGroup(
    writer: GroupWriter,
    writes: readonly GuardedWrite[],
  ): Promise<Awaited<ReturnType<GroupWriter['write']>>> {
    const outcomes = await this.noted(writer.write(writes));
    this.probe.noteSuccess(0);
    return outcomes;
  }

  /** Failures end the time in which a successful write counts for the next health check. */
  private async noted<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.probe.noteFailure(0);
      throw error;
    }
  }

  private async write(write: GuardedWrite): Promise<number> {
    this.checkOpen();
    const { written, found } = await this.queue.add(write);
    if (written !== undefined) return written;
    throw refusal(write, found);
  }

  private async writeNothing(): Promise<void> {
    const { schema } = this.options;
    await this.connections.write({ text: `UPDATE ${schema}.property SET value = ${NOW} WHERE name = 'probe'` });
  }

  private noteRolledBack(found: number, known: number): void {
    this.options.onNotice?.(
      `PostgreSQL is at revision ${found}, but was at ${known}: acknowledged writes are lost. The next write goes on ` +
        'behind all revisions that this server has seen, and clients list again.',
    );
  }

  /** Delivers one page of history and answers the revision it reaches. */
  private async replay(
    { prefix, signal }: Pick<WatchOptions, 'prefix' | 'signal'>,
    { after, upTo }: { after: number; upTo: number },
    listener: StorageListener,
  ): Promise<number> {
    const { found, ...state } = await this.history.events(prefix, { after, upTo, limit: HISTORY_PAGE });
    this.checkOpen();
    checkReadable(after, state);
    for (const event of found) {
      if (signal?.aborted) return event.revision;
      listener.onEvent(event);
    }
    const reached = found.length < HISTORY_PAGE ? upTo : found.at(-1)!.revision;
    if (!signal?.aborted) listener.onProgress?.(reached);
    return reached;
  }

  private checkOpen(): void {
    if (this.closing) throw unreachable('the store is closed');
  }
}

/** A guard that no key meets: revision 0 stands for a key that does not exist. */
const NEVER = -1;

function checkReadable(revision: number, { newest, oldest }: StoreState): void {
  if (revision > newest) throw tooLargeRevision(revision, newest);
  if (revision < oldest) throw compacted(revision, oldest);
}

/** A watch may begin at a revision that the feed has not reached: it is given only what comes after. */
function startingAfter(revision: number, listener: StorageListener): StorageListener {
  return {
    onEvent: (event) => void (event.revision > revision && listener.onEvent(event)),
    onProgress: (reached) => void (reached >= revision && listener.onProgress?.(reached)),
    onEnd: (error) => listener.onEnd?.(error),
  };
}

/** The error of a write whose guard did not hold; `found` is the revision of the key, 0 for none. */
function refusal({ key, expected }: GuardedWrite, found: number): StorageError {
  if (expected === 0) return keyExists(key, found);
  return found === 0 ? keyNotFound(key) : revisionConflict(key, expected, found);
}
