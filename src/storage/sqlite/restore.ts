import { copyFile, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compacted, tooLargeRevision, unreachable } from '../storage-error.js';
import type { RestoreOptions, RestoredStore } from '../store-backup.js';
import { inspect, revisionAt } from './inspect-backup.js';
import { PlainDatabase } from './plain-database.js';
import { RevisionMark } from './revision-mark.js';
import { SqliteStorage } from './sqlite-storage.js';

/**
 * Makes a store of a backup. It goes on behind every revision that clients may have seen, and without history, so that they
 * list again: behind the backup there may have been writes that are lost.
 */
export async function restore(
  file: string,
  { directory, replaces, atRevision, atTime }: RestoreOptions,
): Promise<RestoredStore> {
  const { newest, oldest } = await inspect(file);
  const revision = atTime === undefined ? (atRevision ?? newest) : await revisionAt(file, atTime);
  if (revision > newest) throw tooLargeRevision(revision, newest);
  if (revision < oldest) throw compacted(revision, oldest);
  const former = await moveAside(directory, replaces);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const database = join(directory, 'binnacle.db');
  await copyFile(file, database);
  if (revision < newest) await cutOff(database, revision);
  // A mark beyond the backup makes it a store that was rolled back, which goes on behind the mark.
  const marked = Math.max(newest, former.marked) + 1;
  const mark = join(directory, 'binnacle.revision');
  await writeFile(mark, `revision ${String(marked).padStart(16, '0')} done\n`, { mode: 0o600 });
  const storage = await SqliteStorage.open({ directory, acceptsOlder: true });
  const resumed = storage.currentRevision();
  await storage.close();
  return { revision, resumed, movedTo: former.movedTo };
}

interface FormerStore {
  /** The revision that it had come to, as far as is known; 0 without one. */
  readonly marked: number;
  readonly movedTo?: string;
}

/** Moves a store away that is there; it may be a damaged one. */
async function moveAside(directory: string, replaces: boolean): Promise<FormerStore> {
  if (!(await exists(join(directory, 'binnacle.db'))) && !(await exists(join(directory, 'binnacle.revision')))) {
    return { marked: 0 };
  }
  if (!replaces) throw unreachable(`there is a store in ${directory} already`);
  await refuseRunning(directory);
  const mark = await RevisionMark.open(join(directory, 'binnacle.revision'));
  await mark.close();
  const movedTo = `${directory}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  await rename(directory, movedTo);
  return { marked: mark.found.revision, movedTo };
}

/** The lock of a store is held by its server for as long as that runs. */
async function refuseRunning(directory: string): Promise<void> {
  const file = join(directory, 'binnacle.lock');
  if (!(await exists(file))) return;
  const lock = await PlainDatabase.open(file, 'write');
  try {
    await lock.all('BEGIN EXCLUSIVE');
  } catch (error) {
    throw unreachable(`the store in ${directory} is in use by another process`, error);
  } finally {
    await lock.close();
  }
}

/** Deletes what came after a revision. */
async function cutOff(file: string, revision: number): Promise<void> {
  const database = await PlainDatabase.open(file, 'write');
  try {
    await database.all('DELETE FROM record WHERE revision > ?', [revision]);
    await database.all(`UPDATE property SET value = min(value, ?) WHERE name = 'purged_revision'`, [revision]);
  } finally {
    await database.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
