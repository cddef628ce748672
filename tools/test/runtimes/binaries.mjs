import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The package that has the binary of Node.js for this machine. */
const PACKAGE = `node-${process.platform}-${process.arch}`;

/**
 * Returns the folder with the `node` of a release, such as `24` or `24.1.0`, installed from npm where the cache lacks it.
 * Throws where npm has none.
 * @param {string} release
 * @param {string} cache
 */
export function ensureBinary(release, cache) {
  const folder = join(cache, release);
  const programs = join(folder, 'node_modules', PACKAGE, 'bin');
  if (existsSync(join(programs, 'node'))) return programs;
  mkdirSync(folder, { recursive: true });
  const words = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', `${PACKAGE}@${release}`];
  const { status } = spawnSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`npm has no ${PACKAGE} of release ${release}`);
  return programs;
}
