import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '..', '..');
const INSTALLED = join(ROOT, 'node_modules');
/** The packages that npm installs with this one, and the types of Node that its users have. */
const DEPENDENCIES = ['sqlite3', 'bindings', 'file-uri-to-path', '@types'];
/** Written when all declarations are, so that the suites that pack compile them once. */
const TYPES_STAMP = join(ROOT, 'dist', '.types-built');
const TYPES_LOCK = join(ROOT, 'dist', '.types-lock');
/** How long the declarations take to compile at most, on a machine with much other work. */
const COMPILING_MS = 270_000;
const FRESHNESS = pathToFileURL(join(ROOT, 'tools', 'build', 'freshness.mjs')).href;

/** Runs a program to its end. */
export const run = promisify(execFile);

/** The TypeScript compiler, for `process.execPath`. */
export const TSC = join(INSTALLED, 'typescript', 'bin', 'tsc');

/**
 * Packs the package with its types, and puts what is in the archive where the plugins of a folder find it, as installing
 * it would; the build before packing must have been done. Answers its folder.
 */
export async function installPacked(folder: string): Promise<string> {
  await buildTypes();
  await run(process.execPath, [join(ROOT, 'tools', 'bootstrap.mjs')], { cwd: ROOT });
  const modules = join(folder, 'node_modules');
  await mkdir(modules, { recursive: true });
  for (const name of DEPENDENCIES) await symlink(join(INSTALLED, name), join(modules, name));
  return unpack(ROOT, join(modules, 'binnacle'));
}

/** Packs the package with its types into a folder, as `npm pack` in a clone does. Answers the path of the archive. */
export async function packInto(folder: string): Promise<string> {
  await buildTypes();
  return pack(ROOT, folder);
}

/** Suites begin at the same time: the first one compiles, the others wait for it. */
async function buildTypes(): Promise<void> {
  const { isFresh } = (await import(FRESHNESS)) as { isFresh(file: string): boolean };
  const until = performance.now() + COMPILING_MS;
  while (!isFresh(TYPES_STAMP)) {
    if (await isFirst(performance.now() > until)) await compileTypes();
    else await delay(250);
  }
}

/** Reports whether no other suite compiles; who was killed while compiling is waited for no longer. */
async function isFirst(isLate: boolean): Promise<boolean> {
  if (isLate) return true;
  return mkdir(TYPES_LOCK).then(
    () => true,
    () => false,
  );
}

async function compileTypes(): Promise<void> {
  try {
    await run(process.execPath, [join(ROOT, 'tools', 'declarations.mjs')], { cwd: ROOT });
    await writeFile(TYPES_STAMP, '');
  } finally {
    await rm(TYPES_LOCK, { recursive: true, force: true });
  }
}

async function pack(source: string, folder: string): Promise<string> {
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: source });
  return join(
    folder,
    (await readdir(folder)).find((name) => name.endsWith('.tgz'))!,
  );
}

/** Packs the package of a folder, and unpacks it to another one. */
export async function unpack(source: string, target: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-archive-'));
  await run('tar', ['-xzf', await pack(source, folder), '-C', folder]);
  await mkdir(dirname(target), { recursive: true });
  await rename(join(folder, 'package'), target);
  await rm(folder, { recursive: true });
  return target;
}
