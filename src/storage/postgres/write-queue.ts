import { setImmediate as nextTurn } from 'node:timers/promises';
import { unreachable } from '../storage-error.js';
import { type GuardedWrite, PendingWrite, type WriteOutcome } from './pending-write.js';

/** Carries out a group of writes in one transaction; answers the outcome of each, in order. */
export type WriteGroup = (writes: readonly GuardedWrite[]) => Promise<WriteOutcome[]>;

/** A group holds the counter of revisions locked, also for other servers. */
const MAX_GROUP_ROWS = 512;
const MAX_GROUP_BYTES = 8 << 20;
/** Limits of waiting writes: requests in flight are limited too, but not writes of the server itself. */
const MAX_WAITING_ROWS = 10_000;
const MAX_WAITING_BYTES = 128 << 20;

/**
 * Gathers writes into groups: while one is carried out the next one gathers. A key is in a group once, so that its writes
 * are carried out in the order in which they came. Groups are never repeated.
 */
export class WriteQueue {
  private waiting: PendingWrite[] = [];
  private waitingBytes = 0;
  private readonly unsettled = new Map<string, Set<Promise<unknown>>>();
  private running: Promise<void> | undefined;

  constructor(private readonly writeGroup: WriteGroup) {}

  /** Takes a write. Rejects with `Unreachable` where too many wait, and as `writeGroup` does. */
  add(write: GuardedWrite): Promise<WriteOutcome> {
    if (this.waiting.length >= MAX_WAITING_ROWS || this.waitingBytes >= MAX_WAITING_BYTES) {
      return Promise.reject(unreachable('too many writes wait for PostgreSQL'));
    }
    const pending = new PendingWrite(write);
    this.waiting.push(pending);
    this.waitingBytes += pending.bytes;
    this.track(pending);
    this.start();
    return pending.done;
  }

  /** Resolves when the writes to a key that were taken are over. */
  async settled(key: string): Promise<void> {
    const writes = this.unsettled.get(key);
    if (writes) await Promise.allSettled(writes);
  }

  /** Resolves when no write waits. */
  async drain(): Promise<void> {
    while (this.running) await this.running;
  }

  private track({ done, write: { key } }: PendingWrite): void {
    const writes = this.unsettled.get(key) ?? new Set();
    this.unsettled.set(key, writes.add(done));
    const forget = (): void => {
      writes.delete(done);
      if (writes.size === 0 && this.unsettled.get(key) === writes) this.unsettled.delete(key);
    };
    done.then(forget, forget);
  }

  private start(): void {
    this.running ??= this.run().finally(() => {
      this.running = undefined;
      // A caller that was answered may have come back before this.
      if (this.waiting.length > 0) this.start();
    });
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      // One turn of the event loop lets everyone who waited for the last group come back with the next write.
      await nextTurn();
      await this.carryOut(this.takeGroup());
    }
  }

  private takeGroup(): PendingWrite[] {
    const group = new Map<string, PendingWrite>();
    const later: PendingWrite[] = [];
    let bytes = 0;
    for (const pending of this.waiting) {
      const { key } = pending.write;
      const fits = group.size < MAX_GROUP_ROWS && bytes < MAX_GROUP_BYTES;
      if (!fits || group.has(key)) {
        later.push(pending);
        continue;
      }
      group.set(key, pending);
      bytes += pending.bytes;
    }
    this.waiting = later;
    this.waitingBytes -= bytes;
    return [...group.values()];
  }

  private async carryOut(group: readonly PendingWrite[]): Promise<void> {
    try {
      const outcomes = await this.writeGroup(group.map(({ write }) => write));
      group.forEach((pending, place) => pending.settle(outcomes[place]!));
    } catch (error) {
      for (const pending of group) pending.fail(error);
    }
  }
}
