// Packages that tests fetch from npm, each release in its own folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the folder of a release of a package, with its dependencies beside it; fetches it where it is not there.
 *
 * @param {{ name: string, release: string, cache: string }} wanted
 */
export function fetchPackage({ name, release, cache }) {
  const folder = join(cache, release);
  const found = join(folder, 'node_modules', name);
  if (existsSync(found)) return found;
  mkdirSync(folder, { recursive: true });
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const words = ['install', ...flags, '--prefix', folder, `${name}@${release}`];
  const { status } = spawnSync('npm', words, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`${name}@${release} could not be fetched`);
  return found;
}
