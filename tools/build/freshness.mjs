import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

/** Written last by the build, so that a build that broke off does not count. */
export const stampFile = join(root, 'dist', '.built');

const SOURCES = ['src', 'plugins', 'tools/build', 'tools/build.mjs', 'package.json', 'package-lock.json'];

/** Reports whether `dist` was built after the newest change to the sources. */
export const isBuildFresh = () => isFresh(stampFile);

/**
 * Reports whether a file was written after the newest change to the sources.
 * @param {string} file
 */
export const isFresh = (file) =>
  existsSync(file) && newestChange(SOURCES.map((path) => join(root, path))) <= statSync(file).mtimeMs;

/** Directories count too: deleting a file changes nothing but its directory. Specs are not part of a build. */
function newestChange(paths) {
  return Math.max(...paths.map((path) => Math.max(statSync(path).mtimeMs, newestInside(path))));
}

function newestInside(path) {
  if (!statSync(path).isDirectory()) return 0;
  const entries = readdirSync(path)
    .filter((name) => !name.endsWith('.spec.ts'))
    .map((name) => join(path, name));
  return entries.length === 0 ? 0 : newestChange(entries);
}
