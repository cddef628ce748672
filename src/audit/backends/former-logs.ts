import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock, Logger } from '../../observability/index.js';
import { COMPRESSED, timeOfBackup, withoutCompressed } from './backup-name.js';

/** The limits of rotated files. */
export interface FormerLogsSettings {
  readonly path: string;
  /** Most files that are kept; 0 sets no limit. */
  readonly maxBackups: number;
  /** Days that they are kept; 0 sets no limit. */
  readonly maxAgeDays: number;
  readonly compresses: boolean;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

const DAY_MS = 24 * 60 * 60 * 1000;

interface FormerLog {
  readonly name: string;
  readonly time: number;
}

/** Removes and compresses rotated files, one run at a time (upstream: lumberjack's mill). */
export class FormerLogs {
  private running: Promise<void> | undefined;
  private isAskedAgain = false;

  constructor(private readonly settings: FormerLogsSettings) {}

  /** Scans the files now, or once more after the run that is under way. */
  tidy(): void {
    const { maxBackups, maxAgeDays, compresses } = this.settings;
    if (maxBackups === 0 && maxAgeDays === 0 && !compresses) return;
    this.isAskedAgain = true;
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  /** Resolves when no run is under way. */
  async settled(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    const { logger, path } = this.settings;
    while (this.isAskedAgain) {
      this.isAskedAgain = false;
      await this.runOnce().catch((error: unknown) =>
        logger.warn('former audit logs stay as they are', { path, error }),
      );
    }
  }

  private async runOnce(): Promise<void> {
    const { path, compresses } = this.settings;
    const directory = dirname(path);
    const all = await formerLogs(path);
    const kept = this.kept(all);
    for (const { name } of all.filter((each) => !kept.includes(each))) await rm(join(directory, name), { force: true });
    if (!compresses) return;
    const plain = kept.filter(({ name }) => !name.endsWith(COMPRESSED));
    for (const { name } of plain) await compress(join(directory, name));
  }

  /** Those that no limit excludes; a file and its compressed form count once. */
  private kept(all: readonly FormerLog[]): FormerLog[] {
    const { maxBackups, maxAgeDays, clock } = this.settings;
    const names = [...new Set(all.map(({ name }) => withoutCompressed(name)))];
    const latest = new Set(maxBackups > 0 ? names.slice(0, maxBackups) : names);
    const cutoff = maxAgeDays > 0 ? clock.now() - maxAgeDays * DAY_MS : -Infinity;
    return all.filter(({ name, time }) => latest.has(withoutCompressed(name)) && time >= cutoff);
  }
}

/** The rotated files of a log, the latest first. */
async function formerLogs(path: string): Promise<FormerLog[]> {
  const names = await readdir(dirname(path));
  const found = names.flatMap((name) => {
    const time = timeOfBackup(path, name);
    return time === undefined ? [] : [{ name, time }];
  });
  return found.sort((a, b) => b.time - a.time);
}

async function compress(path: string): Promise<void> {
  const { mode } = await stat(path);
  const target = path + COMPRESSED;
  try {
    await pipeline(createReadStream(path), createGzip(), createWriteStream(target, { mode }));
    await chmod(target, mode);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
  await rm(path);
}
