import { writeSync } from 'node:fs';
import { SqliteStorage } from '../../src/storage/sqlite/index.js';

/**
 * A process that writes to a store until it is killed: `node <this> <directory> <round> <compact|keep>`. Prints
 * `<type> <revision> <key> <text>` for every write once it is acknowledged, and for no other.
 */
const [directory, round, mode] = process.argv.slice(2) as [string, string, string];
const WORKERS = 24;
const storage = await SqliteStorage.open({ directory });

function acknowledge(type: string, revision: number, key: string, text: string): void {
  // Not through process.stdout, which keeps what a slow reader has no room for and takes it along when it is killed:
  // a write that was acknowledged so could be compacted away before a client read it.
  const line = `${type} ${revision} ${key} ${text}\n`;
  while (!hasWritten(line));
}

/** A pipe that is full for the moment refuses a whole line of this length. */
function hasWritten(line: string): boolean {
  try {
    writeSync(1, line);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
    throw error;
  }
}

/** Creates, updates and deletes keys of its own, over and over. */
async function work(worker: number): Promise<never> {
  for (let n = 0; ; n++) {
    const key = `/r/${worker}-${n % 7}`;
    const text = `${round}.${worker}.${n}`;
    const value = Buffer.from(text.padEnd(800, '.'));
    const stored = await storage.get(key);
    if (!stored) acknowledge('create', await storage.create(key, value), key, text);
    else if (n % 3 === 0) acknowledge('delete', await storage.delete(key, stored.revision, value), key, text);
    else acknowledge('update', await storage.update(key, value, stored.revision), key, text);
  }
}

async function compactOverAndOver(): Promise<never> {
  for (;;) await storage.compact(storage.currentRevision() - 1);
}

const workers = Array.from({ length: WORKERS }, (_, worker) => work(worker));
await Promise.all(mode === 'compact' ? [...workers, compactOverAndOver()] : workers);
