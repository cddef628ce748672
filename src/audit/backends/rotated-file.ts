import type { Clock, Logger } from '../../observability/index.js';
import { FormerLogs } from './former-logs.js';
import type { LogOutput } from './log-backend.js';
import { LogFile } from './log-file.js';
import { STANDARD_OUTPUT } from './standard-output.js';

const MEGABYTE = 1024 * 1024;
const DEFAULT_MEGABYTES = 100;

/** A log file and what is kept of it. */
export interface RotatedFile {
  /** `-` is standard output. */
  readonly path: string;
  /** Size of a file before it is rotated; 0 stands for the default of 100. */
  readonly maxMegabytes: number;
  /** Rotated files that are kept; 0 sets no limit. */
  readonly maxBackups: number;
  /** Days that rotated files are kept; 0 sets no limit. */
  readonly maxAgeDays: number;
  readonly compresses: boolean;
}

/** Opens the output of a log. A file is opened by its first line. */
export function outputOf(
  { maxMegabytes, ...file }: RotatedFile,
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): LogOutput {
  const { path } = file;
  if (path === '-') return STANDARD_OUTPUT;
  const former = new FormerLogs({ ...file, clock, logger });
  const maxBytes = (maxMegabytes || DEFAULT_MEGABYTES) * MEGABYTE;
  const log = new LogFile({ path, maxBytes, clock, onRotated: () => former.tidy() });
  return {
    write: (bytes) => log.write(bytes),
    close: () => {
      log.close();
      return former.settled();
    },
  };
}
