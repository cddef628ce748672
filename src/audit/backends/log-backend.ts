import type { AuditMetrics } from '../audit-metrics.js';
import type { AuditEvent } from '../events/audit-event.js';
import { legacyLine } from '../events/legacy-line.js';
import type { AuditSink } from '../sink.js';

/** Takes the bytes of whole lines at once. */
export interface LogOutput {
  /** Throws where they cannot be written, or calls `fail` where that is known later. */
  write(bytes: Buffer, fail: (error: Error) => void): void;
  close(): void | Promise<void>;
}

/** The dependencies of the log backend. */
export interface LogBackendParts {
  readonly output: LogOutput;
  readonly format: string;
  readonly metrics: Pick<AuditMetrics, 'lose'>;
  /** True if callers have to know at once whether an event was written. */
  readonly isStrict: boolean;
}

/** Lines that are kept for one write at most. */
const MAX_PENDING = 256;

/**
 * Writes events to a file, a line each. Events of one turn of the event loop are written together at its end, which costs a
 * fraction of as many writes; in strict mode each is written at once.
 */
export class LogBackend implements AuditSink {
  private pending: AuditEvent[] = [];
  private scheduled: NodeJS.Immediate | undefined;

  constructor(private readonly parts: LogBackendParts) {}

  process(events: readonly AuditEvent[]): boolean {
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

  private write(events: readonly AuditEvent[]): boolean {
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

  private linesOf(events: readonly AuditEvent[]): Buffer {
    const lines = events.map((event) => (this.parts.format === 'legacy' ? legacyLine(event) : event.json));
    return Buffer.from(`${lines.join('\n')}\n`);
  }
}
