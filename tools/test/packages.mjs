// Packages of Debian with programs that specs run.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Creates a folder for fetched programs. PostgreSQL's user reads it, and no other user may write to it: the programs are executed. */
export function prepareCache(cache) {
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  const { uid, mode } = lstatSync(cache);
  if (uid !== process.getuid() || (mode & 0o022) !== 0) throw new Error(`${cache}: others can write to this folder`);
}

/** Returns a folder in another one to unpack to. */
export function makeTarget(directory) {
  const target = join(directory, 'unpacked');
  mkdirSync(target, { mode: 0o755 });
  return target;
}

/**
 * Fetches a file of the mirror that this machine installs from.
 * @param {{ pool: string, name: string, digest: string }} file `pool` names an installable package in the file's folder;
 *   `digest` is the SHA-256.
 * @param {string} directory
 * @returns {string} Its path.
 */
export function fetchFromPool({ pool, name, digest }, directory) {
  const file = join(directory, name);
  const url = `${poolOf(pool)}/${name}`;
  run('curl', ['--fail', '--silent', '--show-error', '--location', '--output', file, url]);
  verify(readFileSync(file), digest, url);
  return file;
}

/** Throws if bytes are not those of the expected SHA-256: a mirror is reached by plain HTTP. */
export function verify(bytes, expected, name) {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== expected) throw new Error(`${name}: SHA-256 is ${found}, not ${expected}`);
}

/** The folder of a package in the mirror. */
function poolOf(name) {
  const printed = run('apt-get', ['download', '--print-uris', name]);
  return dirname(/'([^']+)'/.exec(printed)[1]);
}

/** Runs a program, and answers what it prints. Throws if it fails. */
export function run(program, words, options = {}) {
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });
}
