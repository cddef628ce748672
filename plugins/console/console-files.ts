import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { notFound } from '../../src/plugin-api/index.js';

/** The files of the console with their media types. They are the same for all users and contain no data of the server. */
const FILES: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'app.js': 'text/javascript; charset=utf-8',
  'app.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

/** Their paths: all that may be read anonymously. */
export const CONSOLE_PATHS: ReadonlySet<string> = new Set([
  '/console',
  ...Object.keys(FILES).map((name) => `/console/${name}`),
]);

/** The path of the pages of plugins: for users that are known, whatever their rights. */
export const PAGES_PATH = '/console/pages';

/** A file of the console. */
export interface ConsoleFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const files = new Map<string, Promise<ConsoleFile>>();

/** Reads a file of the console, once. Rejects with NotFound for any other name, and an Error where it was not built. */
export function consoleFile(name: string): Promise<ConsoleFile> {
  const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (type === undefined) return Promise.reject(notFound({ group: '', resource: 'files' }, name));
  let file = files.get(name);
  if (!file) {
    file = readFile(join(directory(), name)).then((bytes) => ({ type, bytes }));
    files.set(name, file);
    // A file that could not be read is read again by the next request.
    file.catch(() => files.delete(name));
  }
  return file;
}

/** The directory that the build writes them to. */
function directory(): string {
  return join(dirname(createRequire(import.meta.url).resolve('binnacle/package.json')), 'dist', 'console');
}
