import type { Storage } from './storage.js';

/** Limits of the interval between compactions: shorter ones find little, longer ones leave history too long. */
const [SHORTEST_MS, LONGEST_MS] = [1000, 60_000];

/** When history is given up. Everything unset has a default. */
export interface CompactionLoopOptions {
  /** How often; when unset, a minute, or as often as `retentionMs` where that is shorter. */
  readonly intervalMs?: number;
  /** How much history stays; five minutes when unset, all of it when 0. */
  readonly retentionMs?: number;
  /** A steady time in milliseconds; the process's monotonic clock when unset. */
  readonly now?: () => number;
  /** True while this process is the one that compacts the store; always when unset. Others only forget. */
  readonly isLeader?: () => boolean;
  /** Called with the revision up to which history was compacted. */
  readonly onCompacted?: (revision: number) => void;
  /** Called when a compaction failed; the next one includes its range. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Compacts a store now and then so that it keeps a stretch of history by time. Revisions do not carry a time, so it
 * notes the current one at every round and later compacts to the newest note that is old enough.
 */
export class CompactionLoop {
  private readonly intervalMs: number;
  private readonly retentionMs: number;
  private readonly now: () => number;
  private readonly isLeader: () => boolean;
  private readonly onCompacted: (revision: number) => void;
  private readonly onError: (error: unknown) => void;
  private notes: { revision: number; time: number }[] = [];
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;

  constructor(
    private readonly storage: Storage,
    options: CompactionLoopOptions = {},
  ) {
    this.retentionMs = options.retentionMs ?? 5 * 60_000;
    this.intervalMs = options.intervalMs ?? Math.max(SHORTEST_MS, Math.min(LONGEST_MS, this.retentionMs));
    this.now = options.now ?? (() => performance.now());
    this.isLeader = options.isLeader ?? (() => true);
    this.onCompacted = options.onCompacted ?? (() => undefined);
    this.onError = options.onError ?? (() => undefined);
  }

  /** Starts, unless all history is to stay. Does not keep the process alive. */
  start(): void {
    if (this.retentionMs === 0) return;
    this.timer ??= setInterval(() => void this.run(), this.intervalMs);
    this.timer.unref();
  }

  /** Compacts no more, and waits for a compaction that is under way. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.round;
  }

  /** Runs one round; one that is under way is joined. Never rejects. */
  run(): Promise<void> {
    this.round ??= this.compact()
      .catch((error: unknown) => this.onError(error))
      .finally(() => {
        this.round = undefined;
      });
    return this.round;
  }

  private async compact(): Promise<void> {
    const time = this.now();
    this.notes.push({ revision: await this.storage.currentRevision(), time });
    const old = this.notes.findLast((note) => time - note.time >= this.retentionMs);
    if (!old) return;
    if (this.isLeader()) await this.storage.compact(old.revision);
    this.onCompacted(old.revision);
    this.notes = this.notes.filter((note) => note.time > old.time);
  }
}
