import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

const SOURCE = /\.(?:[cm]?[jt]s|json)$/;
const LEFT_OUT = /^(?:\.|node_modules$)/;
/** Folders that are followed; each takes a handle of the system. */
const MOST_FOLDERS = 1000;
/** Editors and compilers write several files in a row. */
const QUIET_MS = 60;

/** Follows the source files below a folder, without installed packages, hidden files and what the server itself writes. */
export class FolderWatch {
  private readonly watchers = new Map<string, FSWatcher>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    folder: string,
    private readonly onChange: () => void,
    /** Absolute paths of files and folders that are not followed. */
    private readonly ignored: ReadonlySet<string> = new Set(),
  ) {
    this.follow(folder);
  }

  /** Stops following. */
  close(): void {
    clearTimeout(this.timer);
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
  }

  private follow(folder: string): void {
    if (this.ignored.has(folder) || this.watchers.has(folder) || this.watchers.size >= MOST_FOLDERS) return;
    try {
      const watcher = watch(folder, (_event, name) => this.take(folder, name));
      watcher.on('error', () => this.forget(folder));
      this.watchers.set(folder, watcher);
      this.followInside(folder);
    } catch {
      // The folder has gone since it was listed.
      this.forget(folder);
    }
  }

  private followInside(folder: string): void {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && !LEFT_OUT.test(entry.name)) this.follow(join(folder, entry.name));
  }

  private forget(folder: string): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
  }

  private take(folder: string, name: string | null): void {
    if (name === null) return this.announce();
    const path = join(folder, name);
    if (LEFT_OUT.test(name) || this.ignored.has(path)) return;
    if (SOURCE.test(name)) return this.announce();
    if (this.watchers.has(path) || !isDirectory(path)) return;
    this.follow(path);
    // Its files came before it was followed.
    this.announce();
  }

  private announce(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.onChange, QUIET_MS);
    this.timer.unref();
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
