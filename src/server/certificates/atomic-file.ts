import { randomUUID } from 'node:crypto';
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

async function writeDurably(path: string, content: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The new name itself is on disk only when its directory is. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
