import { watch, type FSWatcher } from 'node:fs';
import type { Clock, Timer } from './clock.js';
import type { Logger } from './logger.js';
import { onReloadRequest } from './reload-requests.js';

/** The directory whose changes trigger a reload. */
export interface ReloadTriggersSettings {
  readonly directory: string;
  /** Reports whether an entry of the directory that has changed is about what is reloaded. */
  readonly isAbout: (entry: string) => boolean;
  /** Must not reject. */
  readonly reload: () => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const PERIOD = 60_000;
/** Editors write a file in several steps. */
const SETTLING_TIME = 50;

/** Triggers a reload when a directory reports a change, on request, and every minute where that does not work. */
export class ReloadTriggers {
  private watcher: FSWatcher | undefined;
  private polling: Timer | undefined;
  private settling: Timer | undefined;
  private endRequests: (() => void) | undefined;

  constructor(private readonly settings: ReloadTriggersSettings) {}

  /** Watches the directory from now on. */
  start(): void {
    const { directory, isAbout, reload, clock, logger } = this.settings;
    this.polling = clock.repeat(PERIOD, () => void reload());
    this.endRequests = onReloadRequest(reload);
    try {
      this.watcher = watch(directory, { persistent: false }, (_, changed) => {
        // Mounted volumes are replaced by renaming a directory beside the file.
        if (changed === null || isAbout(changed) || changed.startsWith('..')) this.reloadSoon();
      });
      this.watcher.on('error', () => this.watcher?.close());
    } catch (error) {
      logger.warn('cannot watch a directory, reading it every minute instead', { path: directory, error });
    }
  }

  /** Stops watching. */
  stop(): void {
    this.watcher?.close();
    this.polling?.cancel();
    this.settling?.cancel();
    this.endRequests?.();
  }

  private reloadSoon(): void {
    this.settling?.cancel();
    this.settling = this.settings.clock.schedule(SETTLING_TIME, () => void this.settings.reload());
  }
}
