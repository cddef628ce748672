import { standardErrorSink, standardOutputSink } from './log-sink.js';

/** The begin of lines of errors, in JSON and in text. */
const ERROR = /^(?:\{"level":"error"|E\d{4} )/;

/** Writes errors to standard error, and other lines to standard output (upstream: `--log-*-split-stream`). */
export class SplitLogs {
  private readonly errors = standardErrorSink();
  private readonly others = standardOutputSink();

  /** How many lines were dropped. */
  get dropped(): number {
    return this.errors.dropped + this.others.dropped;
  }

  /** Writes a line. */
  write(line: string): void {
    (ERROR.test(line) ? this.errors : this.others).write(line);
  }
}
