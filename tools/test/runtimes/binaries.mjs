import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { prepareCache } from '../packages.mjs';

/** The package that has the binary of Node.js for this machine. */
const PACKAGE = `node-${process.platform}-${process.arch}`;

/** The folder where releases are kept unless another is named. */
export const defaultCache = join(tmpdir(), 'binnacle-runtimes');

/**
 * Returns the folder with the `node` of a release, such as `24.1.0`: that of this process, or the one installed from npm
 * where the cache lacks it. Throws where npm has none.
 * @param {string} release
 * @param {string} [cache]
 */
export function ensureBinary(release, cache = defaultCache) {
  if (process.version === `v${release}`) return dirname(process.execPath);
  prepareCache(cache);
  const folder = join(cache, release);
  const programs = join(folder, 'node_modules', PACKAGE, 'bin');
  if (!existsSync(join(programs, 'node'))) install(release, folder);
  return programs;
}

/** An installation that ends early, and another process that installs the same, leave no half of a release. */
function install(release, folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}.`);
  try {
    const settings = ['--prefix', unfinished, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
    const words = ['install', ...settings, `${PACKAGE}@${release}`];
    const { status } = spawnSync('npm', words, { stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error(`npm has no ${PACKAGE} of release ${release}`);
    if (!existsSync(folder)) renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
