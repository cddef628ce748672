import { transform } from '@swc/core';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { swcOptions } from '../swc-options.mjs';

const FOLDER = '.test-build';

/** How many files are compiled at a time: swc compiles on threads. */
const AT_A_TIME = 32;

const GLOBALS = pathToFileURL(join(import.meta.dirname, 'globals.mjs')).href;

/** The compiler of what the folder has: files that another one has left are compiled again. */
const COMPILER = JSON.stringify([createRequire(import.meta.url)('@swc/core/package.json').version, swcOptions]);

/**
 * Returns where the compiled form of a source is.
 * @param {string} root
 * @param {string} path
 */
export function compiledPath(root, path) {
  return join(root, FOLDER, relative(root, path).replace(/\.ts$/, '.js'));
}

/**
 * Compiles the TypeScript sources of folders that have changed since the last time.
 * @param {string} root
 * @param {readonly string[]} folders
 */
export async function compileTree(root, folders) {
  discardOthers(join(root, FOLDER));
  const sources = folders.flatMap((folder) => sourcesBelow(join(root, folder)));
  removeOrphans(root, new Set(sources.map((path) => compiledPath(root, path))));
  refreshData(root);
  const stale = sources.filter((path) => !isCompiled(path, compiledPath(root, path)));
  for (let from = 0; from < stale.length; from += AT_A_TIME) {
    await Promise.all(stale.slice(from, from + AT_A_TIME).map((path) => compile(path, compiledPath(root, path))));
  }
}

function discardOthers(folder) {
  const stamp = join(folder, 'compiler.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === COMPILER) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(stamp, COMPILER);
}

function sourcesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

function removeOrphans(root, outputs) {
  const folder = join(root, FOLDER);
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    if (name.endsWith('.js') && !outputs.has(path))
      [path, `${path}.map`].forEach((each) => rmSync(each, { force: true }));
  }
}

/** Data may have changed where the modules that import it have not. */
function refreshData(root) {
  const folder = join(root, FOLDER);
  for (const name of readdirSync(folder, { recursive: true })) {
    const source = join(root, name);
    if (!name.endsWith('.json') || !existsSync(source)) continue;
    if (!isCompiled(source, join(folder, name))) copyData(source, join(folder, name));
  }
}

function copyData(path, output) {
  write(output, readFileSync(path), statSync(path).mtime);
}

/** An output has the time of its source, which may be an earlier one when branches are changed. */
function isCompiled(path, output) {
  const compiled = statSync(output, { throwIfNoEntry: false });
  return compiled !== undefined && Math.abs(compiled.mtimeMs - statSync(path).mtimeMs) < 1;
}

async function compile(path, output) {
  const { mtime } = statSync(path);
  const text = readFileSync(path, 'utf8');
  const options = { ...swcOptions, filename: path, swcrc: false, configFile: false, sourceMaps: true };
  const { code, map } = await transform(text, options);
  mkdirSync(dirname(output), { recursive: true });
  copyImportedData(path, output, code);
  write(`${output}.map`, map, mtime);
  write(output, `${metaOf(path, code)}${linked(code)}\n//# sourceMappingURL=${basename(output)}.map\n`, mtime);
}

/** Sets the place of the source in a module, on its first line so that lines stay as they are. */
function metaOf(path, code) {
  if (!code.includes('import.meta')) return '';
  const meta = { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) };
  return `Object.assign(import.meta, ${JSON.stringify(meta)});`;
}

function linked(code) {
  return code.replace(/(from\s*)(['"])@jest\/globals\2/g, `$1'${GLOBALS}'`);
}

function copyImportedData(path, output, code) {
  for (const [, name] of code.matchAll(/from\s*['"](\.[^'"]*\.json)['"]/g)) {
    copyData(resolve(dirname(path), name), resolve(dirname(output), name));
  }
}

/** Writes beside and renames, for two runs may compile the same files. */
function write(path, text, time) {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text);
  if (time) utimesSync(unfinished, time, time);
  renameSync(unfinished, path);
}
