import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectory } from '../../observability/index.js';

/** Permissions for what only the server's user may read. */
export const PRIVATE_MODE = 0o600;

/** Permissions for what everyone may read. */
export const PUBLIC_MODE = 0o644;

/** Replaces a file as a whole: after a crash there is the old content or the new one, never a part. */
export async function writeFileAtomically(path: string, content: string, mode: number): Promise<void> {
  const directory = dirname(path);
  await makeDirectory(directory, 0o700);
  const temporary = `${path}.${randomUUID()}`;
  try {
    await writeDurably(temporary, content, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(directory);
}

const { O_CREAT, O_EXCL, O_SYNC, O_WRONLY } = constants;

/** Each write ends on the disk. Windows has no such flag, and Node's permission model allows no `sync()`. */
async function writeDurably(path: string, content: string, mode: number): Promise<void> {
  const file = await open(path, O_CREAT | O_EXCL | O_WRONLY | (O_SYNC ?? 0), mode);
  try {
    await file.writeFile(content);
    if (O_SYNC === undefined) await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * The new name itself is on disk only when its directory is. Under Node's permission model, which does not allow that, it is the file
 * system that decides when: a power failure may undo the replacement, and never leaves a part.
 */
async function syncDirectory(path: string): Promise<void> {
  if (process.permission) return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
