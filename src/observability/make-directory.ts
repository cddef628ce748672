import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Creates a directory and its missing parents, each with a mode; returns whether the directory was made. Throws what
 * node:fs throws, also where a file takes the place of a directory.
 *
 * Node's own recursive `mkdir` never ends where a file system, such as `/proc`, answers ENOENT though the parent is there.
 */
export async function makeDirectory(path: string, mode: number): Promise<boolean> {
  const missing: string[] = [];
  for (let at = resolve(path); !(await isDirectory(at)); at = dirname(at)) missing.push(at);
  for (const each of missing.reverse()) await makeOne(each, mode);
  return missing.length > 0;
}

/** Creates a directory synchronously, for code that cannot wait, such as a log that reports each failure to its caller. */
export function makeDirectorySync(path: string, mode: number): void {
  const missing: string[] = [];
  for (let at = resolve(path); statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at))
    missing.push(at);
  for (const each of missing.reverse()) {
    try {
      mkdirSync(each, { mode });
    } catch (error) {
      if (!isFault(error, 'EEXIST')) throw error;
    }
  }
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return true;
  } catch (error) {
    if (isFault(error, 'ENOENT')) return false;
    throw error;
  }
  throw Object.assign(new Error(`ENOTDIR: not a directory, mkdir '${path}'`), { code: 'ENOTDIR', path });
}

/** Another process may have created it in the meantime. */
async function makeOne(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (!isFault(error, 'EEXIST') || !(await isDirectory(path))) throw error;
  }
}

function isFault(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
