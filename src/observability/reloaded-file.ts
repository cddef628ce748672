import { readFile } from 'node:fs/promises';
import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Clock, Timer } from './clock.js';
import type { Logger } from './logger.js';
import { onReloadRequest } from './reload-requests.js';

/** A file that is read again when it changes. */
export interface ReloadedFileSettings<T> {
  readonly path: string;
  /** Makes something of the file's text; throws when it cannot be used. The message is logged: no secrets in it. */
  readonly parse: (text: string) => T;
  /** Called with every content that was accepted after the first. */
  readonly onReload: (content: T) => void;
  /** Called when a changed file could not be read or used. */
  readonly onFailure?: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

const PERIOD = 60_000;
/** Editors write a file in several steps. */
const SETTLING_TIME = 50;

/**
 * Keeps the content of a file current: it is read when its directory reports a change, on request, and every minute where
 * that does not work. Invalid new content is ignored in favour of the last valid one.
 */
export class ReloadedFile<T> {
  private text: string | undefined;
  private watcher: FSWatcher | undefined;
  private polling: Timer | undefined;
  private settling: Timer | undefined;
  private endRequests: (() => void) | undefined;

  constructor(private readonly settings: ReloadedFileSettings<T>) {}

  /** Reads the file for the first time; fails when it is missing or cannot be used. */
  async load(): Promise<T> {
    const text = await readFile(this.settings.path, 'utf8');
    const content = this.settings.parse(text);
    this.text = text;
    return content;
  }

  /** Watches the file from now on. */
  start(): void {
    this.polling = this.settings.clock.repeat(PERIOD, () => void this.reload());
    this.endRequests = onReloadRequest(() => this.reload());
    try {
      const name = basename(this.settings.path);
      this.watcher = watch(dirname(this.settings.path), { persistent: false }, (_, changed) => {
        // Mounted volumes are replaced by renaming a directory beside the file.
        if (changed === null || changed === name || changed.startsWith('..')) this.reloadSoon();
      });
      this.watcher.on('error', () => this.watcher?.close());
    } catch (error) {
      this.settings.logger.warn('cannot watch a file, reading it every minute instead', {
        path: this.settings.path,
        error,
      });
    }
  }

  /** Stops watching. */
  stop(): void {
    this.watcher?.close();
    this.polling?.cancel();
    this.settling?.cancel();
    this.endRequests?.();
  }

  /** Reads the file now and takes over what has changed. */
  async reload(): Promise<void> {
    const { path, parse, onReload, onFailure, logger } = this.settings;
    try {
      const text = await readFile(path, 'utf8');
      if (text === this.text) return;
      const content = parse(text);
      this.text = text;
      onReload(content);
      logger.info('a file was reloaded', { path });
    } catch (error) {
      onFailure?.();
      logger.error('a changed file is invalid, its previous content stays in effect', {
        path,
        reason: (error as Error).message,
      });
    }
  }

  private reloadSoon(): void {
    this.settling?.cancel();
    this.settling = this.settings.clock.schedule(SETTLING_TIME, () => void this.reload());
  }
}
