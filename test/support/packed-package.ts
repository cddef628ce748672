import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '..', '..');
const INSTALLED = join(ROOT, 'node_modules');
/** The packages that npm installs with this one, and the types of Node that its users have. */
const DEPENDENCIES = ['sqlite3', 'bindings', 'file-uri-to-path', '@types'];

/** Runs a program to its end. */
export const run = promisify(execFile);

/** The TypeScript compiler, for `process.execPath`. */
export const TSC = join(INSTALLED, 'typescript', 'bin', 'tsc');

/**
 * Packs the package with its types, and puts what is in the archive where the plugins of a folder find it, as installing
 * it would; the build before packing must have been done. Answers its folder.
 */
export async function installPacked(folder: string): Promise<string> {
  await run(process.execPath, [TSC, '-p', 'tsconfig.build.json'], { cwd: ROOT });
  const modules = join(folder, 'node_modules');
  await mkdir(modules, { recursive: true });
  for (const name of DEPENDENCIES) await symlink(join(INSTALLED, name), join(modules, name));
  return unpack(ROOT, join(modules, 'binnacle'));
}

/** Packs the package of a folder, and unpacks it to another one. */
export async function unpack(source: string, target: string): Promise<string> {
  const folder = dirname(target);
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: source });
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'))!;
  await run('tar', ['-xzf', join(folder, archive), '-C', folder]);
  await rename(join(folder, 'package'), target);
  await rm(join(folder, archive));
  return target;
}
