// Installs what package-lock.json says when node_modules does not hold it yet: node tools/install.mjs [--serving]. Uses
// nothing but Node itself, because it runs before anything is installed.
//   --serving  only what building and serving need
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reachableFrom, withOnly } from './install/lock-file.mjs';
import { explainMissingTools } from './install/native-tools.mjs';
import { requireNode } from './install/required-node.mjs';

/** The directory of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A package that only an installation of everything has. */
const OF_TESTS = 'node_modules/jest';

/** The package that may have to be compiled. */
const COMPILED = 'node_modules/sqlite3';

/** The packages that tools/build imports. */
const OF_BUILDS = ['acorn', 'esbuild'];

/** Runs `npm ci` when an installed package is missing or of another version than the lock file's. */
export function ensureInstalled() {
  requireNode();
  if (isInstalled(packagesOf(readLock()))) return;
  console.error('Installing packages (npm ci) ...');
  npmCi(root);
}

/**
 * Installs the packages that building and serving need, and what these depend on. Where more is installed already, all of
 * it is updated.
 */
export function ensureInstalledForServing() {
  requireNode();
  const lock = readLock();
  const wanted = reachableFrom(packagesOf(lock), servingPackages());
  if (isInstalled(wanted)) return;
  if (readInstalled().has(OF_TESTS)) return ensureInstalled();
  console.error('Installing the packages of the server (npm ci) ...');
  installAlone(withOnly(lock, wanted, servingPackages()));
}

/** npm installs all of a package.json or nothing: a smaller one has its own directory, and leaves its node_modules. */
function installAlone(lock) {
  const directory = mkdtempSync(join(root, '.install-'));
  try {
    const { overrides, allowScripts, engines } = readJson(join(root, 'package.json'));
    const { dependencies } = lock.packages[''];
    writeJson(join(directory, 'package.json'), { private: true, engines, dependencies, overrides, allowScripts });
    writeJson(join(directory, 'package-lock.json'), lock);
    npmCi(directory);
    rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    renameSync(join(directory, 'node_modules'), join(root, 'node_modules'));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function npmCi(cwd) {
  const { version } = packagesOf(readLock()).get(COMPILED);
  const missing = explainMissingTools({ version });
  if (missing !== undefined) console.error(missing);
  const { status } = spawnSync(process.execPath, [join(root, 'tools', 'install', 'npm-ci.mjs')], {
    cwd,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Returns the packages in the bundle, those outside of it, and what bundles them.
 * @returns {string[]}
 */
export function servingPackages() {
  const { dependencies } = readJson(join(root, 'package.json'));
  return [...readJson(join(root, 'tools', 'build', 'bundled.json')), ...Object.keys(dependencies), ...OF_BUILDS];
}

function isInstalled(wanted) {
  const installed = readInstalled();
  return [...wanted].every(([path, entry]) => isSatisfied(entry, installed.get(path)));
}

/** Packages for other platforms are in the lock file but not installed. */
function isSatisfied(wanted, installed) {
  if (installed === undefined) return wanted.optional === true || wanted.devOptional === true;
  return installed.version === wanted.version && installed.integrity === wanted.integrity;
}

function readInstalled() {
  const file = join(root, 'node_modules', '.package-lock.json');
  return existsSync(file) ? packagesOf(readJson(file)) : new Map();
}

function readLock() {
  return readJson(join(root, 'package-lock.json'));
}

function packagesOf({ packages }) {
  const byPath = new Map(Object.entries(packages));
  byPath.delete('');
  return byPath;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file, value) {
  writeFileSync(file, JSON.stringify(value, undefined, 2));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--serving')) ensureInstalledForServing();
  else ensureInstalled();
}
