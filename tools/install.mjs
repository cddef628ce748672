// Installs what package-lock.json says when node_modules does not hold it yet: node tools/install.mjs. Uses nothing but
// Node itself, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The directory of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs `npm ci` when an installed package is missing or of another version than the lock file's. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.error('Installing packages (npm ci) ...');
  // Development packages are needed to build, also where NODE_ENV says production.
  const { status, error } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (error) console.error(`npm could not be run: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

function isInstalled() {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(installedFile);
  return [...wanted].every(([path, entry]) => isSatisfied(entry, installed.get(path)));
}

/** Packages for other platforms are in the lock file but not installed. */
function isSatisfied(wanted, installed) {
  if (installed === undefined) return wanted.optional === true || wanted.devOptional === true;
  return installed.version === wanted.version && installed.integrity === wanted.integrity;
}

function readPackages(file) {
  const packages = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages));
  packages.delete('');
  return packages;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureInstalled();
