import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { packageEntry } from './package-entry.js';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where a plugin is imported from. */
export interface PluginLocation {
  /** The argument of `import()`: the URL of a module, or the name of a package. */
  readonly location: string;
  /** True if it lies outside this package, and so cannot find the dependencies of this package. */
  readonly isOutside: boolean;
}

/**
 * Finds the module of a plugin. A path leads to a file, or to a folder: to what its package.json names as its entry, or
 * to its `index.js`; of a folder of this package that has none, the build has it at the same place below `dist`. Otherwise it is a folder of this package, or the name of
 * a package, which Node finds from where this one is installed.
 */
export function locatePlugin(specifier: string): PluginLocation {
  const path = resolve(specifier);
  if (!existsSync(path)) {
    if (/^[./]/.test(specifier)) throw new Error('there is no such file or folder');
    const built = join(packageRoot(), 'dist', specifier, 'index.js');
    if (existsSync(built)) return { location: pathToFileURL(built).href, isOutside: false };
    return { location: specifier, isOutside: true };
  }
  const file = statSync(path).isDirectory() ? entryOf(path) : path;
  return { location: pathToFileURL(file).href, isOutside: !isInside(packageRoot(), file) };
}

/** Returns the folder whose files a plugin is made of; undefined for one that is named by its package. */
export function folderOf(specifier: string): string | undefined {
  const path = resolve(specifier);
  if (!existsSync(path)) return undefined;
  return statSync(path).isDirectory() ? path : dirname(path);
}

function entryOf(folder: string): string {
  const root = packageRoot();
  const candidates = [packageEntry(folder), join(folder, 'index.js')].filter((file) => file !== undefined);
  if (isInside(root, folder)) candidates.push(join(root, 'dist', relative(root, folder), 'index.js'));
  const entry = candidates.find((file) => existsSync(file));
  if (!entry) throw new Error(`there is no ${candidates[0]}; compile the plugin first`);
  return entry;
}

/** The folder of this package, whether its sources or its build are running. */
function packageRoot(): string {
  return dirname(createRequire(import.meta.url).resolve('binnacle/package.json'));
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}
