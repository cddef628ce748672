import { readFile, stat } from 'node:fs/promises';

/** Files that are read together, with the fingerprints that detect changes. */
export class WatchedFiles {
  private readonly stamps = new Map<string, string>();

  /** Reads a file as text and watches it from then on; empty without a path. Throws what node:fs throws. */
  async read(path: string): Promise<string> {
    if (path === '') return '';
    // The stamp comes first: a change in between shows in the next look.
    this.stamps.set(path, await stampOf(path));
    return readFile(path, 'utf8');
  }

  /** Reports whether a file is not what was read, or gone. */
  async haveChanged(): Promise<boolean> {
    const now = await Promise.all([...this.stamps.keys()].map((path) => stampOf(path).catch(() => '')));
    return [...this.stamps.values()].some((stamp, i) => stamp !== now[i]);
  }
}

async function stampOf(path: string): Promise<string> {
  const { mtimeMs, ctimeMs, size, ino } = await stat(path);
  return `${mtimeMs}/${ctimeMs}/${size}/${ino}`;
}
