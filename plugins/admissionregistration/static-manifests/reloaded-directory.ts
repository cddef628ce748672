import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Clock, Logger } from '../../../src/plugin-api/index.js';
import { ReloadTriggers } from '../../../src/plugin-api/built-in.js';

/** A file of a directory, as text. */
export interface DirectoryFile {
  readonly path: string;
  readonly text: string;
}

/** A directory whose files are read again when they change. */
export interface ReloadedDirectorySettings<T> {
  readonly path: string;
  /** The extensions of the files that are read, in lower case: `.yaml`. Subdirectories are not entered. */
  readonly extensions: readonly string[];
  /** Makes something of the files, which are in order of their names; throws when they cannot be used. */
  readonly parse: (files: readonly DirectoryFile[]) => Promise<T>;
  /** Called with everything that was accepted after the first, and its hash. */
  readonly onReload: (content: T, hash: string) => void;
  /** Called when the directory could not be read or used. */
  readonly onFailure: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The files of a directory, and the hash by which changes are noticed. */
interface ReadDirectory {
  readonly files: readonly DirectoryFile[];
  readonly hash: string;
}

/** Far more than are written by hand: a wrong directory must not be read into memory. */
const MAX_FILES = 1000;
/** In sum, as an object of the API has 3 MiB at most. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Keeps the content of a directory current, as ReloadedFile that of a file: all files are accepted together, or none. Invalid
 * new content is ignored in favour of the last valid one.
 */
export class ReloadedDirectory<T> {
  private hash: string | undefined;
  private isStopped = false;
  private reloading: Promise<void> = Promise.resolve();
  private readonly triggers: ReloadTriggers;

  constructor(private readonly settings: ReloadedDirectorySettings<T>) {
    const { path, clock, logger } = settings;
    const reload = (): Promise<void> => this.reload();
    this.triggers = new ReloadTriggers({ directory: path, isAbout: () => true, reload, clock, logger });
  }

  /** Reads the directory for the first time; fails when it is missing or cannot be used. */
  async load(): Promise<{ readonly content: T; readonly hash: string }> {
    const { files, hash } = await this.read();
    const content = await this.settings.parse(files);
    this.hash = hash;
    return { content, hash };
  }

  /** Watches the directory from now on. */
  start(): void {
    this.triggers.start();
  }

  /** Stops watching; a reload that is under way has no effect any more. */
  stop(): void {
    this.isStopped = true;
    this.triggers.stop();
  }

  /** Reads the directory and takes over what has changed, once earlier reloads have ended: the newest one counts. */
  reload(): Promise<void> {
    this.reloading = this.reloading.then(() => this.reloadNow());
    return this.reloading;
  }

  private async reloadNow(): Promise<void> {
    const { path, parse, onReload, onFailure, logger } = this.settings;
    try {
      const { files, hash } = await this.read();
      if (hash === this.hash) return;
      const content = await parse(files);
      if (this.isStopped) return;
      this.hash = hash;
      onReload(content, hash);
      logger.info('a directory was reloaded', { path });
    } catch (error) {
      if (this.isStopped) return;
      onFailure();
      logger.error('a changed directory is invalid, its previous content stays in effect', {
        path,
        reason: (error as Error).message,
      });
    }
  }

  private async read(): Promise<ReadDirectory> {
    const hash = createHash('sha256');
    const files: DirectoryFile[] = [];
    let left = MAX_BYTES;
    for (const path of await this.paths()) {
      left -= await sizeOf(path);
      if (left < 0) throw new Error(`the files of ${this.settings.path} have more than ${MAX_BYTES} bytes`);
      const bytes = await readFile(path);
      if (bytes.length === 0) continue;
      hash.update(bytes).update(SEPARATOR);
      files.push({ path, text: textOf(path, bytes) });
    }
    return { files, hash: files.length === 0 ? '' : `sha256:${hash.digest('hex')}` };
  }

  private async paths(): Promise<readonly string[]> {
    const { path, extensions } = this.settings;
    const entries = await readdir(path, { withFileTypes: true });
    const names = entries
      .filter((entry) => !entry.isDirectory() && extensions.includes(extname(entry.name).toLowerCase()))
      .map(({ name }) => name);
    if (names.length > MAX_FILES) throw new Error(`${path} has more than ${MAX_FILES} files`);
    return names.sort().map((name) => join(path, name));
  }
}

/** Keeps the end of one file apart from the beginning of the next. */
const SEPARATOR = Buffer.of(0);

/** A pipe or a device may never end. */
async function sizeOf(path: string): Promise<number> {
  const facts = await stat(path);
  if (!facts.isFile()) throw new Error(`${path} is not a file`);
  return facts.size;
}

function textOf(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error(`${path} is not UTF-8`, { cause: error });
  }
}
