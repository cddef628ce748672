import type { OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '../logger.js';
import { type RecordedSpan, type SlowLog, Span, type SpanStart } from './span.js';

/** From this verbosity on slow requests are logged, and from the second one with all their steps (upstream: utiltrace). */
const [SLOW_LEVEL, DETAILED_LEVEL] = [2, 4];

/** A request that has arrived. */
export interface ReceivedSpan extends SpanStart {
  readonly name: string;
  /** Its headers; the trace that they name is linked, but does not decide what is recorded. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Records the spans of requests, and sends them; loaded where a configuration says where to. */
export interface SpanRecorder {
  receive(received: ReceivedSpan): RecordedSpan;
  /** Sends what is left; resolves within some seconds, sent or not. */
  close(): Promise<void>;
}

/** Where the spans of requests go: to a collector, to the log of slow requests, or nowhere. */
export class Tracing implements OnApplicationShutdown {
  private readonly log: SlowLog;

  constructor(
    private readonly logger: Logger,
    /** Undefined where no traces are sent. */
    private readonly recorder?: SpanRecorder,
  ) {
    this.log = {
      get isDetailed() {
        return logger.isVerbose(DETAILED_LEVEL);
      },
      write: (text) => logger.info(text),
    };
  }

  /** True if traces are sent. */
  get isRecording(): boolean {
    return this.recorder !== undefined;
  }

  /** True if requests have spans. */
  get isActive(): boolean {
    return this.recorder !== undefined || this.logger.isVerbose(SLOW_LEVEL);
  }

  /** Starts the span of a request, and what is recorded of it; the caller ends both. */
  receive(received: () => ReceivedSpan): { readonly span: Span; readonly recorded: RecordedSpan | undefined } {
    const recorded = this.recorder?.receive(received());
    return { span: new Span(recorded, this.logger.isVerbose(SLOW_LEVEL) ? this.log : undefined), recorded };
  }

  /** Sends what is left, after the last request. */
  async onApplicationShutdown(): Promise<void> {
    await this.recorder?.close();
  }
}
