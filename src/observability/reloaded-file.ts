import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Clock } from './clock.js';
import type { Logger } from './logger.js';
import { ReloadTriggers } from './reload-triggers.js';

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

/**
 * Keeps the content of a file current: it is read when its directory reports a change, on request, and every minute where
 * that does not work. Invalid new content is ignored in favour of the last valid one.
 */
export class ReloadedFile<T> {
  private text: string | undefined;
  private readonly triggers: ReloadTriggers;

  constructor(private readonly settings: ReloadedFileSettings<T>) {
    const { path, clock, logger } = settings;
    const name = basename(path);
    const isAbout = (entry: string): boolean => entry === name;
    const reload = (): Promise<void> => this.reload();
    this.triggers = new ReloadTriggers({ directory: dirname(path), isAbout, reload, clock, logger });
  }

  /** Reads the file for the first time; fails when it is missing or cannot be used. */
  async load(): Promise<T> {
    const text = await readFile(this.settings.path, 'utf8');
    const content = this.settings.parse(text);
    this.text = text;
    return content;
  }

  /** Watches the file from now on. */
  start(): void {
    this.triggers.start();
  }

  /** Stops watching. */
  stop(): void {
    this.triggers.stop();
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
}
