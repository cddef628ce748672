import { pino, type Logger as Pino } from 'pino';
import { SplitLogs } from './log-streams.js';
import { standardErrorSink } from './log-sink.js';
import { TextLines } from './text-lines.js';

/** The fields of a log line besides its message. Secrets are masked by name; do not put them under other names. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Writes structured log lines. Injected; the message is constant text, everything variable goes into fields.
 *
 * @public
 * @example
 * class Tide { constructor(@Inject(Logger) private readonly logger: Logger) {} }
 */
export abstract class Logger {
  /** Logs a failure that an operator has to look at. */
  abstract error(message: string, fields?: LogFields): void;

  /** Logs a problem that was coped with. */
  abstract warn(message: string, fields?: LogFields): void;

  /** Logs a fact that an operator wants to know in normal operation. */
  abstract info(message: string, fields?: LogFields): void;

  /** Logs a detail that is written from `--v=<level>` on. */
  abstract verbose(level: number, message: string, fields?: LogFields): void;

  /** Reports whether details of a level are written, for callers that would have to gather them. */
  abstract isVerbose(level: number): boolean;

  /** Returns a logger that adds fields to every line. */
  abstract with(fields: LogFields): Logger;

  /**
   * The level up to which details are written, of this logger and all that were made from it; can be changed while the
   * server runs (`/debug/flags/v`). A logger without one ignores the change.
   */
  get verbosity(): number {
    return 0;
  }

  set verbosity(_level: number) {}

  /** How many lines could not be written where they should go; 0 for a logger that does not know. */
  get droppedLines(): number {
    return 0;
  }
}

/** Takes log lines; one that loses some says how many. */
export interface LogDestination {
  write(line: string): void;
  readonly dropped?: number;
}

/** Where and how much is logged. */
export interface LoggerSettings {
  /** The level of `--v`; 0 writes no details. */
  readonly verbosity?: number;
  /** JSON when not given. */
  readonly format?: 'text' | 'json';
  /** True if lines that are no errors go to standard output. */
  readonly splitsStreams?: boolean;
  /** False writes nothing at all. */
  readonly isEnabled?: boolean;
  /** Lines below it are not written; all are when not given. */
  readonly leastLevel?: 'info' | 'warn' | 'error';
  /** Takes the lines instead of standard error. */
  readonly destination?: LogDestination;
}

const SECRET_NAMES = [
  'authorization',
  'Authorization',
  'cookie',
  'token',
  'bearerToken',
  'password',
  'secret',
  'privateKey',
  'signingKey',
  'clientKeyData',
  '["client-key-data"]',
];

/** The masked places: a secret's name at the top of the fields, and one and two levels below. */
const SECRET_PATHS = ['', '*', '*.*'].flatMap((parent) =>
  SECRET_NAMES.map((name) => (parent === '' || name.startsWith('[') ? `${parent}${name}` : `${parent}.${name}`)),
);

/** Creates a logger: lines on standard error, in JSON or in the text form of klog. */
export function createLogger(settings: LoggerSettings = {}): Logger {
  const { verbosity = 0, isEnabled = true, format = 'json' } = settings;
  const sink = sinkOf(settings);
  const options = {
    level: settings.leastLevel ?? 'trace',
    enabled: isEnabled,
    base: null,
    timestamp: () => `,"ts":${Date.now()}`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_PATHS, censor: '[masked]' },
    serializers: { error: describeError },
  };
  const lines = format === 'text' ? new TextLines(sink) : sink;
  return new PinoLogger(pino(options, lines), { level: isEnabled ? verbosity : -1, isEnabled }, sink);
}

function sinkOf({ destination, splitsStreams }: LoggerSettings): LogDestination {
  if (destination) return destination;
  return splitsStreams ? new SplitLogs() : standardErrorSink();
}

/** The level that loggers made from one another share. */
interface SharedVerbosity {
  level: number;
  readonly isEnabled: boolean;
}

class PinoLogger extends Logger {
  constructor(
    private readonly pino: Pino,
    private readonly shared: SharedVerbosity,
    private readonly sink: LogDestination,
  ) {
    super();
  }

  error(message: string, fields: LogFields = {}): void {
    this.pino.error(fields, message);
  }

  warn(message: string, fields: LogFields = {}): void {
    this.pino.warn(fields, message);
  }

  info(message: string, fields: LogFields = {}): void {
    this.pino.info({ v: 0, ...fields }, message);
  }

  verbose(level: number, message: string, fields: LogFields = {}): void {
    if (this.isVerbose(level)) this.pino.debug({ v: level, ...fields }, message);
  }

  isVerbose(level: number): boolean {
    return level <= this.shared.level;
  }

  with(fields: LogFields): Logger {
    return new PinoLogger(this.pino.child(fields), this.shared, this.sink);
  }

  override get verbosity(): number {
    return this.shared.level;
  }

  override set verbosity(level: number) {
    if (this.shared.isEnabled) this.shared.level = level;
  }

  override get droppedLines(): number {
    return this.sink.dropped ?? 0;
  }
}

/** As pino writes an error, whose message has those of its causes appended; without them where it mentions them itself. */
function describeError(error: Error): pino.SerializedError {
  const described = pino.stdSerializers.err(error);
  const isSaid = error?.cause instanceof Error && error.message.endsWith(error.cause.message);
  return isSaid ? { ...described, message: error.message } : described;
}
