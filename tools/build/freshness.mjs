import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

/** Written last by the build, so that a build that broke off does not count. */
export const stampFile = join(root, 'dist', '.built');

const SOURCES = ['src', 'plugins', 'tools/build', 'tools/build.mjs', 'package.json', 'package-lock.json'];

/** Reports whether `dist` was built after the newest change to the sources. */
export function isBuildFresh() {
  return existsSync(stampFile) && newestChange(SOURCES.map((path) => join(root, path))) <= statSync(stampFile).mtimeMs;
}

/** Directories count too: deleting a file changes nothing but its directory. */
function newestChange(paths) {
  return Math.max(...paths.map((path) => Math.max(statSync(path).mtimeMs, newestInside(path))));
}

function newestInside(path) {
  if (!statSync(path).isDirectory()) return 0;
  const entries = readdirSync(path).map((name) => join(path, name));
  return entries.length === 0 ? 0 : newestChange(entries);
}
