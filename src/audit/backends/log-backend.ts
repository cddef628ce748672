import type { Losses, Sink } from '../sink.js';

/** Takes the bytes of whole lines at once. */
export interface LogOutput {
  /** Throws where they cannot be written, or calls `fail` where that is known later. */
  write(bytes: Buffer, fail: (error: Error) => void): void;
  close(): void | Promise<void>;
}

/** The dependencies of the log backend. */
export interface LogBackendParts<T> {
  readonly output: LogOutput;
  /** A record as one line. May throw for one that is longer than a text can be. */
  readonly lineOf: (record: T) => string;
  readonly metrics: Losses<T>;
  /** True if callers have to know at once whether an event was written. */
  readonly isStrict: boolean;
}

/** Lines that are kept for one write at most. */
const MAX_PENDING = 256;

/**
 * Writes events to a file, a line each. Events of one turn of the event loop are written together at its end, which costs a
 * fraction of as many writes; in strict mode each is written at once.
 */
export class LogBackend<T> implements Sink<T> {
  private pending: T[] = [];
  private scheduled: NodeJS.Immediate | undefined;

  constructor(private readonly parts: LogBackendParts<T>) {}

  process(events: readonly T[]): boolean {
    if (this.parts.isStrict) return this.write(events);
    this.pending.push(...events);
    if (this.pending.length >= MAX_PENDING) this.flush();
    else this.scheduled ??= setImmediate(() => this.flush());
    return true;
  }

  async close(): Promise<void> {
    this.flush();
    await this.parts.output.close();
  }

  private flush(): void {
    if (this.scheduled) clearImmediate(this.scheduled);
    this.scheduled = undefined;
    const { pending } = this;
    this.pending = [];
    if (pending.length > 0) this.write(pending);
  }

  private write(events: readonly T[]): boolean {
    const lose = (error: Error): void => this.parts.metrics.lose('log', error.message, events);
    try {
      this.parts.output.write(this.linesOf(events), lose);
      return true;
    } catch (error) {
      // A file may have room for some of them still, or one may be too large for any.
      if (events.length > 1) return events.map((event) => this.write([event])).every((isWritten) => isWritten);
      lose(error as Error);
      return false;
    }
  }

  private linesOf(events: readonly T[]): Buffer {
    return Buffer.from(`${events.map(this.parts.lineOf).join('\n')}\n`);
  }
}
