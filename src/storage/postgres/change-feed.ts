import type { OwnWrites } from '../own-writes.js';
import { compacted } from '../storage-error.js';
import type { StorageEvent } from '../storage.js';
import type { WatchHub } from '../watch-hub.js';
import type { GroupObserver } from './group-writer.js';
import type { ChangeRow, History, StoreState } from './history.js';

/** The dependencies of the feed. */
export interface ChangeFeedParts {
  readonly history: Pick<History, 'state' | 'changesAfter'>;
  readonly hub: WatchHub;
  readonly own: () => OwnWrites;
  /** Called when the database is found at an older revision than it was. */
  readonly onRolledBack: (found: number, known: number) => void;
}

/** Changes that one statement reads: bounded by what is held in memory at a time. */
const PAGE = 256;

/**
 * Follows the store for all watches of this process. The outcomes of the process's writes are events while no other process
 * has written in between. Otherwise changes are read: after notifications, after reads that saw a newer revision, periodically.
 */
export class ChangeFeed implements GroupObserver {
  private isAsked = false;
  private running: Promise<void> | undefined;
  private isStopped = false;
  private known: number;

  constructor(
    private readonly parts: ChangeFeedParts,
    private seen: number,
  ) {
    this.known = seen;
  }

  /** The revision up to which changes have been handed to the watches. */
  get revision(): number {
    return this.seen;
  }

  get knownRevision(): number {
    return this.known;
  }

  onWritten(changes: readonly (StorageEvent | undefined)[], first: number): void {
    const last = first + changes.length - 1;
    if (first === this.seen + 1 && changes.every((change) => change !== undefined)) this.publish(changes, last);
    else this.note(last);
  }

  /** Reads what is new up to a revision of the store, unless it was delivered already. */
  note(revision: number): void {
    this.known = Math.max(this.known, revision);
    if (revision > this.seen) this.look();
  }

  /** Reads what is new, if there is anything. */
  look(): void {
    if (this.isStopped) return;
    this.isAsked = true;
    this.running ??= this.run()
      // The next time is soon.
      .catch(() => (this.isAsked = false))
      .finally(() => {
        this.running = undefined;
        if (this.isAsked) this.look();
      })
      .then(() => {});
  }

  /** Delivers nothing more; resolves when nothing is being read. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.isAsked && !this.isStopped) {
      this.isAsked = false;
      if (await this.step()) this.isAsked = true;
    }
  }

  /** Reads and delivers one page; answers whether there may be more. */
  private async step(): Promise<boolean> {
    const from = this.seen;
    const { history, hub } = this.parts;
    if (hub.isEmpty) {
      const { newest } = await history.state();
      // A watch that came meanwhile begins behind what was seen when it came.
      if (!hub.isEmpty) return true;
      this.reach(newest, from);
      return false;
    }
    const { newest, oldest, found } = await history.changesAfter(from, PAGE);
    if (this.isStopped) return false;
    if (newest < from || oldest > this.seen) this.loseTrack(from, { newest, oldest });
    else this.deliver(found, found.length < PAGE ? newest : found.at(-1)!.event.revision);
    return found.length === PAGE;
  }

  private deliver(found: readonly ChangeRow[], reached: number): void {
    // Own writes may have been delivered while these were read.
    const fresh = found.filter(({ event }) => event.revision > this.seen);
    if (reached > this.seen)
      this.publish(
        fresh.map((change) => this.withOwnValue(change)),
        reached,
      );
  }

  private withOwnValue({ event, before }: ChangeRow): StorageEvent {
    const { key, revision, type, value } = event;
    const isCreate = type === 'create';
    const own = this.parts.own();
    const change = { key, value, revision, before: isCreate ? 0 : before, isDelete: type === 'delete' };
    return { ...event, value: own.valueOf(change) };
  }

  private publish(events: readonly StorageEvent[], revision: number): void {
    this.seen = revision;
    this.known = Math.max(this.known, revision);
    this.parts.hub.publish(events, revision);
  }

  /** Watches have to begin again: changes are gone, or the store is not the one that they followed. */
  private loseTrack(from: number, { newest, oldest }: StoreState): void {
    this.reach(newest, from);
    this.parts.hub.end(compacted(from, oldest));
  }

  /** Advances to the newest revision of a state that was requested at `from`; own writes may have happened since. */
  private reach(newest: number, from: number): void {
    if (newest < from) {
      this.parts.onRolledBack(newest, from);
      this.seen = newest;
    } else {
      this.seen = Math.max(this.seen, newest);
    }
    this.known = Math.max(this.known, newest);
  }
}
