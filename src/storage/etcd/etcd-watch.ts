import { setTimeout as delay } from 'node:timers/promises';
import { type StorageError, compacted } from '../storage-error.js';
import type { StorageEvent, StorageListener, StorageWatch } from '../storage.js';
import type { Endpoints, WatchCall } from './endpoints.js';
import { fromCallError } from './etcd-errors.js';
import type { Keys } from './keys.js';
import type { OwnWrites } from '../own-writes.js';
import { DELETED, type WatchResponse, type WatchedEvent } from './protocol.js';

/** The dependencies of a watch. */
export interface EtcdWatchParts {
  readonly endpoints: Endpoints;
  readonly keys: Keys;
  readonly own: OwnWrites;
  readonly prefix: string;
  readonly listener: StorageListener;
  /** Called once when the watch is over for whatever reason. */
  readonly onOver: (watch: EtcdWatch) => void;
}

/** The range that holds every key. */
const EVERYTHING = Buffer.of(0);
const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 1000;
const NO_VALUE = Buffer.alloc(0);

/**
 * One watch on etcd, which outlives its connections: after a cut it continues behind the last revision it has seen.
 *
 * It asks for all keys and hands on those of its prefix. So every revision comes with an event, and the watch knows how
 * far it is without progress notifications, which etcd before 3.4.25 and 3.5.8 may send ahead of events.
 */
export class EtcdWatch implements StorageWatch {
  private call: WatchCall | undefined;
  private isOver = false;
  private delayMs = FIRST_DELAY_MS;
  private readonly reached: Promise<void>;
  private readonly settleReached: { resolve(): void; reject(error: unknown): void };
  /** The keys of the revision that was seen last. */
  private readonly seenKeys = new Set<string>();
  private target = 0;
  private isLive = false;

  /** Delivers what comes after a revision. */
  constructor(
    private readonly parts: EtcdWatchParts,
    private seen: number,
  ) {
    let settle!: { resolve(): void; reject(error: unknown): void };
    this.reached = new Promise((resolve, reject) => (settle = { resolve, reject }));
    this.settleReached = settle;
    // The caller no longer waits if the watch is closed before it is live.
    this.reached.catch(() => {});
  }

  /** The revision up to which events have been delivered. */
  get deliveredRevision(): number {
    return this.seen;
  }

  /** Starts; resolves when everything up to `revision` is delivered. Rejects with `Compacted` or `Unreachable`. */
  async start(revision: number): Promise<void> {
    this.target = revision;
    try {
      await this.connect();
    } catch (error) {
      this.close();
      throw fromCallError(error);
    }
    await this.reached;
    this.isLive = true;
  }

  close(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.call?.cancel();
    this.settleReached.resolve();
    this.parts.onOver(this);
  }

  /** Ends the watch from this side and notifies the listener. */
  end(error?: StorageError): void {
    if (this.isOver) return;
    const { isLive } = this;
    if (error) this.settleReached.reject(error);
    this.close();
    if (isLive || !error) this.parts.listener.onEnd?.(error);
  }

  private async connect(): Promise<void> {
    const call = await this.parts.endpoints.watch();
    if (this.isOver) {
      call.on('error', () => {});
      call.cancel();
      return;
    }
    this.call = call;
    call.on('data', (response: WatchResponse) => this.onResponse(call, response));
    call.on('error', () => this.reconnect(call));
    call.on('end', () => this.reconnect(call));
    call.write({
      create_request: {
        key: EVERYTHING,
        range_end: EVERYTHING,
        start_revision: this.seen + 1,
        prev_kv: true,
        fragment: true,
      },
    });
  }

  /** Continues behind what was seen, on whichever member can be reached, for as long as it takes. */
  private reconnect(lost: WatchCall): void {
    if (this.call !== lost || this.isOver) return;
    this.call = undefined;
    lost.cancel();
    void this.tryAgain();
  }

  private async tryAgain(): Promise<void> {
    while (!this.isOver && !this.call) {
      await delay(this.delayMs, undefined, { ref: false });
      this.delayMs = Math.min(this.delayMs * 2, LONGEST_DELAY_MS);
      await this.connect().catch(() => {});
    }
  }

  private onResponse(call: WatchCall, response: WatchResponse): void {
    if (this.isOver || this.call !== call) return;
    if (response.canceled) {
      this.onCanceled(call, response);
      return;
    }
    this.delayMs = FIRST_DELAY_MS;
    for (const event of response.events ?? []) {
      this.deliver(event);
      if (this.isOver) return;
    }
    this.settle(response);
  }

  private onCanceled(call: WatchCall, { compact_revision: oldest = 0 }: WatchResponse): void {
    if (oldest > 0) this.end(compacted(this.seen, oldest));
    else this.reconnect(call);
  }

  private deliver(event: WatchedEvent): void {
    const revision = event.kv.mod_revision;
    const etcdKey = event.kv.key.toString();
    if (this.isSeen(etcdKey, revision)) return;
    const key = this.parts.keys.fromEtcd(etcdKey);
    if (key?.startsWith(this.parts.prefix)) this.parts.listener.onEvent(this.eventOf(event, key));
  }

  /** After a cut events may be sent again; one transaction of another client may change many keys at one revision. */
  private isSeen(key: string, revision: number): boolean {
    if (revision < this.seen || (revision === this.seen && this.seenKeys.has(key))) return true;
    if (revision > this.seen) this.seenKeys.clear();
    this.seen = revision;
    this.seenKeys.add(key);
    return false;
  }

  private eventOf({ type, kv, prev_kv: last }: WatchedEvent, key: string): StorageEvent {
    const isDelete = type === DELETED;
    const revision = kv.mod_revision;
    const received = (isDelete ? last?.value : kv.value) ?? NO_VALUE;
    const before = last?.mod_revision ?? 0;
    const value = this.parts.own.valueOf({ key, value: received, before, isDelete, revision });
    const createRevision = (isDelete ? last?.create_revision : kv.create_revision) ?? revision;
    const previous = last && { value: last.value ?? NO_VALUE, revision: before };
    if (isDelete) return { type: 'delete', key, revision, createRevision, value, previous };
    return { type: createRevision === revision ? 'create' : 'update', key, revision, createRevision, value, previous };
  }

  private settle({ events, created }: WatchResponse): void {
    if (events?.length) this.parts.listener.onProgress?.(this.seen);
    if ((events?.length || created) && this.seen >= this.target) this.settleReached.resolve();
  }
}
