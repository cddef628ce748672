import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { notFound } from '../../src/plugin-api/index.js';

/** The page, whose name does not change with its content. */
const PAGE = 'index.html';

/** The media types of the files by the ends of their names. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The names that the build gives to files by their content. */
const HASHED = /-[0-9A-Z]{8}\.(?:js|css)$/;

/** The names of the files: the page, and those of the build; read once. */
let names: ReadonlySet<string> | undefined;

/** The path of the settings of the page, which it reads before users sign in. */
const SETTINGS_PATH = '/console/settings';

/** The path of the pages of plugins: for users that are known, whatever their rights. */
export const PAGES_PATH = '/console/pages';

/** A file of the console. */
export interface ConsoleFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** True if another content would have another name, so that browsers may keep it. */
  readonly isImmutable: boolean;
}

/** Reports whether a path is that of a file of the console: all that may be read anonymously. */
export function isConsolePath(path: string): boolean {
  if (path === '/console' || path === SETTINGS_PATH) return true;
  return path.startsWith(PREFIX) && fileNames().has(path.slice(PREFIX.length));
}

const PREFIX = '/console/';

const files = new Map<string, Promise<ConsoleFile>>();

/** Reads a file of the console, once. Rejects with NotFound for any other name, and an Error where it was not built. */
export function consoleFile(name: string): Promise<ConsoleFile> {
  if (!fileNames().has(name)) return Promise.reject(notFound({ group: '', resource: 'files' }, name));
  let file = files.get(name);
  if (!file) {
    const parts = { type: TYPES[extname(name)], isImmutable: HASHED.test(name) };
    file = readFile(join(directory(), name)).then((bytes) => ({ ...parts, bytes }));
    files.set(name, file);
    // A file that could not be read is read again by the next request.
    file.catch(() => files.delete(name));
  }
  return file;
}

function fileNames(): ReadonlySet<string> {
  return (names ??= new Set([PAGE, ...builtNames()]));
}

/** Lists the files of the build; none without one. */
function builtNames(): string[] {
  try {
    return readdirSync(directory()).filter((name) => Object.hasOwn(TYPES, extname(name)));
  } catch {
    return [];
  }
}

/** The directory that the build writes them to. */
function directory(): string {
  return join(dirname(createRequire(import.meta.url).resolve('binnacle/package.json')), 'dist', 'console');
}
