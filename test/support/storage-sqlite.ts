import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStorage } from '../../src/storage/sqlite/index.js';
import type { OpenedStorage } from '../contract/storage.contract.js';

const directories: string[] = [];

/** A new empty directory for a store; removed by `removeStorageDirectories`. */
export async function storageDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'binnacle-storage-'));
  directories.push(directory);
  return directory;
}

/** Removes the directories of this test file. */
export async function removeStorageDirectories(): Promise<void> {
  await Promise.all(directories.splice(0).map((directory) => rm(directory, { recursive: true, force: true })));
}

/** Opens an SQLite store with a manual clock. */
export async function openSqliteForTest(directory: string): Promise<OpenedStorage & { storage: SqliteStorage }> {
  let now = Date.now();
  const storage = await SqliteStorage.open({ directory, now: () => now });
  const advance = async (seconds: number): Promise<void> => {
    now += seconds * 1000;
    await storage.sweepExpired();
  };
  // The only writer delivers a write before it acknowledges it.
  return { storage, advance, delivered: async () => {} };
}
