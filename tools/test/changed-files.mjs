import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

/** Sources that read files in place of importing them, by the files they read. */
const READERS = [
  {
    read: /\.md$|^(docs|templates|packages|tools)\/|^[^/]+\.(json|mjs|cjs)$/,
    by: /^test\/documentation\/.*\.spec\.ts$/,
  },
  { read: /^tools\/mutate\//, by: /^test\/mutation\/.*\.spec\.ts$/ },
  { read: /^tools\/test\//, by: /^test\/(running|engines)\/.*\.spec\.ts$/ },
  { read: /^test\/golden\//, by: /^test\/support\/(golden|recorded)\.ts$/ },
];

/**
 * Returns the files of the repository that differ from a revision, those that are not added yet included.
 * @param {string} revision
 */
export function changedSince(revision) {
  const base = git('merge-base', revision, 'HEAD').trim();
  const names = `${git('diff', '--name-only', base)}${git('ls-files', '--others', '--exclude-standard')}`;
  return names.split('\n').filter((name) => name !== '' && existsSync(join(root, name)));
}

/**
 * Returns the sources and specs whose tests a change of files can touch: what changed, and what reads or names a file that is
 * not imported.
 * @param {readonly string[]} changed
 * @param {readonly string[]} all the files of the repository
 * @param {(name: string) => string[]} naming finds the sources that have a name in their text
 */
export function touchedBy(changed, all, naming) {
  const touched = new Set();
  for (const path of changed) {
    if (isSource(path)) touched.add(path);
    else for (const source of naming(path.split('/').at(-1)).filter(isSource)) touched.add(source);
    for (const { by } of READERS.filter(({ read }) => read.test(path))) {
      for (const source of all.filter((each) => by.test(each))) touched.add(source);
    }
  }
  return [...touched].sort();
}

/** Returns all files that git knows. */
export const trackedFiles = () => git('ls-files').split('\n').filter(Boolean);

/**
 * Returns the sources that have a name in their text.
 * @param {string} name
 */
export function sourcesNaming(name) {
  try {
    return git('grep', '--files-with-matches', '--fixed-strings', '-e', name, '--', '*.ts').split('\n').filter(Boolean);
  } catch {
    // It ends with 1 where nothing is found.
    return [];
  }
}

function isSource(path) {
  return /^(src|plugins|test)\/.*\.ts$/.test(path);
}

function git(...words) {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
