import { closeSync, constants, fstatSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Clock, makeDirectorySync } from '../../observability/index.js';
import { backupName } from './backup-name.js';

/** The limits of a log file. */
export interface LogFileSettings {
  readonly path: string;
  /** Bytes of the file before it is rotated. */
  readonly maxBytes: number;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when a file was opened or rotated: former ones may have to be removed or compressed. */
  readonly onRotated: () => void;
}

const NEW_FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o755;
const PRIVATE_DIRECTORY_MODE = 0o700;

interface OpenFile {
  readonly descriptor: number;
  size: number;
}

/**
 * A file that is appended to and renamed when it is full, to `name-2006-01-02T15-04-05.000.log` (upstream: lumberjack,
 * which has no equivalent on npm that writes synchronously and reports each failure). After a failure the next write opens
 * the file again.
 */
export class LogFile {
  private open: OpenFile | undefined;

  constructor(private readonly settings: LogFileSettings) {}

  /** Makes the file, and its directory, where it is not there; throws what node:fs throws. */
  static ensure(path: string): void {
    makeDirectorySync(dirname(path), PRIVATE_DIRECTORY_MODE);
    closeSync(openSync(path, constants.O_CREAT | constants.O_APPEND | constants.O_RDWR, NEW_FILE_MODE));
  }

  /** Appends bytes, all of them in one file. Throws what node:fs throws, and for more than a file may hold. */
  write(bytes: Buffer): void {
    const { maxBytes } = this.settings;
    if (bytes.length > maxBytes) {
      throw new Error(`write length ${bytes.length} exceeds maximum file size ${maxBytes}`);
    }
    this.open ??= this.openFor(bytes.length);
    if (this.open.size + bytes.length > maxBytes) this.rotate();
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.open.descriptor, bytes, at);
      this.open.size += bytes.length;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Closes the file; a later write opens it again. */
  close(): void {
    const { open } = this;
    this.open = undefined;
    if (open) closeSync(open.descriptor);
  }

  private openFor(length: number): OpenFile {
    const { path, maxBytes, onRotated } = this.settings;
    onRotated();
    const known = statSync(path, { throwIfNoEntry: false });
    if (known && known.size + length >= maxBytes) return this.replace(known.mode);
    makeDirectorySync(dirname(path), DIRECTORY_MODE);
    const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY;
    const descriptor = openSync(path, flags, NEW_FILE_MODE);
    return { descriptor, size: fstatSync(descriptor).size };
  }

  private rotate(): void {
    const { mode } = fstatSync(this.open!.descriptor);
    this.close();
    this.open = this.replace(mode);
    this.settings.onRotated();
  }

  /** Renames the file, and opens an empty one with the same permissions. */
  private replace(mode: number): OpenFile {
    const { path, clock } = this.settings;
    renameSync(path, backupName(path, clock.now()));
    const flags = constants.O_CREAT | constants.O_WRONLY | constants.O_TRUNC | constants.O_APPEND;
    return { descriptor: openSync(path, flags, mode & 0o777), size: 0 };
  }
}
