import { fstatSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { isatty } from 'node:tty';

/** Maximum number of buffered bytes for a slow reader; further lines are dropped. */
const MOST_PENDING = 1024 * 1024;

/**
 * Writes log lines to a stream that may have no reader, or no space left. A line that cannot be written is dropped and
 * counted: it neither throws, nor waits, nor grows without bound.
 */
export class LogSink {
  /** How many lines were dropped. */
  dropped = 0;

  constructor(private readonly stream: Writable) {
    guard(stream);
  }

  /** Writes a line. */
  write(line: string): void {
    if (this.stream.writableLength > MOST_PENDING) {
      this.dropped++;
      return;
    }
    this.stream.write(line, (error) => {
      if (error) this.dropped++;
    });
  }
}

/** The mark of streams whose errors are ignored; the same for every copy of this module that the process has loaded. */
const GUARDED = Symbol.for('binnacle.observability.guarded');

/** Ignores errors of a stream, which loggers may share: every failed line is counted by its own callback. */
function guard(stream: Writable & { [GUARDED]?: true }): void {
  if (stream[GUARDED]) return;
  stream[GUARDED] = true;
  stream.on('error', () => {});
}

/** Writes log lines to a file or device, which takes them at once or not at all. */
export class FileLogSink {
  /** How many lines were dropped. */
  dropped = 0;

  constructor(private readonly descriptor: number) {}

  /** Writes a line. */
  write(line: string): void {
    try {
      const bytes = Buffer.from(line);
      if (writeSync(this.descriptor, bytes) < bytes.length) this.dropped++;
    } catch {
      this.dropped++;
    }
  }
}

/** Returns the sink for standard error. */
export function standardErrorSink(): LogSink | FileLogSink {
  return sinkFor(process.stderr);
}

/** Returns the sink for standard output. */
export function standardOutputSink(): LogSink | FileLogSink {
  return sinkFor(process.stdout);
}

/** Pipes, sockets and terminals are written to without waiting; files at once. The streams of threads have no descriptor. */
function sinkFor(stream: Writable & { readonly fd?: number }): LogSink | FileLogSink {
  const { fd } = stream;
  if (fd === undefined) return new LogSink(stream);
  const found = fstatSync(fd);
  const isStream = found.isFIFO() || found.isSocket() || isatty(fd);
  return isStream ? new LogSink(stream) : new FileLogSink(fd);
}
