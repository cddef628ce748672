import { chmod, copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compacted, tooLargeRevision, unreachable } from '../storage-error.js';
import type { RestoreOptions, RestoredStore } from '../store-backup.js';
import { inspect, revisionAt } from './inspect-backup.js';
import { PlainDatabase } from './plain-database.js';
import { RevisionMark } from './revision-mark.js';
import { SqliteStorage } from './sqlite-storage.js';

/** The files of a store, apart from the lock of the process that has it open. */
const FILES = ['binnacle.db', 'binnacle.db-wal', 'binnacle.db-shm', 'binnacle.revision'];

/**
 * Makes a store of a backup. It continues behind every revision that clients may have seen, and without history, so that they
 * list again: behind the backup there may have been writes that are lost. Where it fails, the former store is as it was.
 */
export async function restore(
  file: string,
  { directory, replaces, atRevision, atTime }: RestoreOptions,
): Promise<RestoredStore> {
  const state = await inspect(file);
  const { newest, oldest } = state;
  const revision = atTime === undefined ? (atRevision ?? newest) : await revisionAt(file, atTime, state);
  if (revision > newest) throw tooLargeRevision(revision, newest);
  if (revision < oldest) throw compacted(revision, oldest);
  const former = await moveAside(directory, replaces);
  try {
    // A mark beyond the backup makes it a store that was rolled back, which continues behind the mark.
    const marked = Math.max(newest, former.marked) + 1;
    await makeStore(file, directory, { marked, cutOffAt: revision < newest ? revision : undefined });
    const storage = await SqliteStorage.open({ directory, acceptsOlder: true });
    const resumed = storage.currentRevision();
    await storage.close();
    return { revision, resumed, movedTo: former.movedTo };
  } catch (error) {
    await putBack(directory, former);
    throw error;
  }
}

/** The revision that a store's mark has, and the one behind which rows are deleted. */
interface MadeStore {
  readonly marked: number;
  readonly cutOffAt: number | undefined;
}

/** The mark comes first: a server refuses what a crash leaves between it and the end. */
async function makeStore(file: string, directory: string, { marked, cutOffAt }: MadeStore): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const mark = `revision ${String(marked).padStart(16, '0')} done\n`;
  await writeFile(join(directory, 'binnacle.revision'), mark, { mode: 0o600, flush: true });
  const database = join(directory, 'binnacle.db');
  await copyFile(file, database);
  // A copy has the mode of its source.
  await chmod(database, 0o600);
  if (cutOffAt !== undefined) await cutOff(database, cutOffAt);
}

/** Removes a store that was not finished, and moves the former one back. */
async function putBack(directory: string, { movedTo }: FormerStore): Promise<void> {
  if (movedTo === undefined) {
    for (const name of FILES) await rm(join(directory, name), { force: true });
  } else {
    await rm(directory, { recursive: true, force: true });
    await rename(movedTo, directory);
  }
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
