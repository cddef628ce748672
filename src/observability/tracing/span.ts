import { AsyncLocalStorage } from 'node:async_hooks';
import { SlowTrace } from './slow-trace.js';
import type { SpanAttributes } from './span-attributes.js';

/** How a recorded span begins. */
export interface SpanStart {
  readonly attributes?: SpanAttributes;
  /** `client` for a request to another server. */
  readonly kind?: 'internal' | 'client';
  /** Milliseconds since 1970; now when not given. */
  readonly startedAt?: number;
}

/** A span that is exported; a port to the tracing library, which is loaded where traces are sent only. */
export interface RecordedSpan {
  addEvent(name: string, attributes: SpanAttributes): void;
  setAttributes(attributes: SpanAttributes): void;
  /** Marks the span as failed. */
  fail(message: string): void;
  /** Ends the span; `endedAt` in milliseconds since 1970, now when not given. */
  end(endedAt?: number): void;
  start(name: string, start: SpanStart): RecordedSpan;
  /** Returns the W3C headers by which another server continues the trace. */
  headers(): Readonly<Record<string, string>>;
}

/** Takes the traces of slow work. */
export interface SlowLog {
  /** True if no step is left out. */
  readonly isDetailed: boolean;
  write(text: string): void;
}

/** Work that takes so many milliseconds is logged with its steps. */
const SLOW_MS = 500;

const active = new AsyncLocalStorage<Span>();

/**
 * Returns the span of the work that is being done; undefined where nothing is traced.
 *
 * @internal
 * @example
 * currentSpan()?.addEvent('Request completed');
 */
export function currentSpan(): Span | undefined {
  return active.getStore();
}

/**
 * A named part of the work on a request: recorded for export, for the log of slow requests, or both (upstream:
 * component-base/tracing.Span).
 */
export class Span {
  /** The steps for the log, and what they are a part of; undefined where slow work is not logged, and for a whole request. */
  private slow: SlowTrace | undefined;
  private isNested = false;

  /** A span of its own: that of a whole request. */
  constructor(
    private readonly recorded: RecordedSpan | undefined,
    private readonly log: SlowLog | undefined,
  ) {}

  /** Starts a part of this span. A part of a whole request begins its own trace in the log. */
  start(name: string, attributes: SpanAttributes = {}): Span {
    const part = new Span(this.recorded?.start(name, { attributes }), this.log);
    if (this.log) {
      part.slow = new SlowTrace(name, attributes);
      part.isNested = this.slow !== undefined;
      this.slow?.nest(part.slow);
    }
    return part;
  }

  /** Adds a part that has just ended, for export only. */
  addFinished(name: string, seconds: number): void {
    if (!this.recorded) return;
    const endedAt = Date.now();
    this.recorded.start(name, { startedAt: endedAt - seconds * 1000 }).end(endedAt);
  }

  /** Starts a request to another server, which is exported only. */
  startClient(name: string, attributes: SpanAttributes): RecordedSpan | undefined {
    return this.recorded?.start(name, { attributes, kind: 'client' });
  }

  /** Runs work, synchronous or not, as a part of this span. */
  run<T>(work: () => T): T {
    return active.run(this, work);
  }

  /** Adds a moment: what has been done since the one before. */
  addEvent(name: string, attributes: SpanAttributes = {}): void {
    this.recorded?.addEvent(name, attributes);
    this.slow?.step(name, attributes);
  }

  /** Marks the span as failed. */
  fail(message: string): void {
    this.recorded?.fail(message);
  }

  /** Ends the span; one that took `threshold` milliseconds or more is logged, as a part of the trace it belongs to. */
  end(threshold = SLOW_MS): void {
    this.recorded?.end();
    const { slow, log } = this;
    if (!slow) return;
    slow.end(threshold);
    if (log && !this.isNested) slow.texts(log.isDetailed).forEach((text) => log.write(text));
  }
}
