import { pino, type DestinationStream, type Logger as Pino } from 'pino';
import { standardErrorSink } from './log-sink.js';

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
  /** Something failed that an operator has to look at. */
  abstract error(message: string, fields?: LogFields): void;

  /** Something is wrong but was coped with. */
  abstract warn(message: string, fields?: LogFields): void;

  /** Something an operator wants to know in normal operation. */
  abstract info(message: string, fields?: LogFields): void;

  /** A detail that is written from `--v=<level>` on. */
  abstract verbose(level: number, message: string, fields?: LogFields): void;

  /** Reports whether details of a level are written, for callers that would have to gather them. */
  abstract isVerbose(level: number): boolean;

  /** A logger that adds fields to every line. */
  abstract with(fields: LogFields): Logger;

  /** How many lines could not be written where they should go; 0 for a logger that does not know. */
  get droppedLines(): number {
    return 0;
  }
}

/** Takes log lines; one that loses some says how many. */
export interface LogDestination extends DestinationStream {
  readonly dropped?: number;
}

/** Where and how much is logged. */
export interface LoggerSettings {
  /** The level of `--v`; 0 writes no details. */
  readonly verbosity?: number;
  /** False writes nothing at all. */
  readonly isEnabled?: boolean;
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

/** Creates the process's logger: JSON lines on standard error. */
export function createLogger({ verbosity = 0, isEnabled = true, destination }: LoggerSettings = {}): Logger {
  const sink = destination ?? standardErrorSink();
  const options = {
    level: 'trace',
    enabled: isEnabled,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_PATHS, censor: '[masked]' },
    serializers: { error: pino.stdSerializers.err },
  };
  return new PinoLogger(pino(options, sink), isEnabled ? verbosity : -1, sink);
}

class PinoLogger extends Logger {
  constructor(
    private readonly pino: Pino,
    private readonly verbosity: number,
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
    this.pino.info(fields, message);
  }

  verbose(level: number, message: string, fields: LogFields = {}): void {
    if (this.isVerbose(level)) this.pino.debug({ v: level, ...fields }, message);
  }

  isVerbose(level: number): boolean {
    return level <= this.verbosity;
  }

  with(fields: LogFields): Logger {
    return new PinoLogger(this.pino.child(fields), this.verbosity, this.sink);
  }

  override get droppedLines(): number {
    return this.sink.dropped ?? 0;
  }
}
