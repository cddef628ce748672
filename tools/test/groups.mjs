import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from '../install.mjs';

/** The folder of the groups, and how many files one of them has at most. */
const FOLDER = '.test-groups';
const SIZE = 6;

/** A file whose first lines say this, and why, is not grouped. */
const ALONE = '@alone';

/**
 * Writes files that declare the tests of several files of `test`, and returns the patterns of what runs instead of them:
 * Jest loads a server's modules for each file, which takes longer than most of the tests.
 * docs/decisions/0277-grouped-tests.md
 */
export function writeGroups() {
  rmSync(join(root, FOLDER), { recursive: true, force: true });
  mkdirSync(join(root, FOLDER));
  const [alone, together] = divided(specs());
  for (const [index, members] of groupsOf(together).entries()) {
    writeFileSync(join(root, FOLDER, `${String(index + 1).padStart(2, '0')}.group.mjs`), textOf(members));
  }
  return [`<rootDir>/${FOLDER}/*.group.mjs`, ...alone.map((path) => `<rootDir>/${path}`)];
}

/**
 * Divides files into groups of about the same size. Neighbours, which take about as long as one another, are in different ones.
 * @param {readonly string[]} paths
 */
export function groupsOf(paths) {
  const groups = Array.from({ length: Math.ceil(paths.length / SIZE) }, () => []);
  for (const [index, path] of paths.entries()) groups[index % groups.length].push(path);
  return groups;
}

function specs() {
  return readdirSync(join(root, 'test'), { recursive: true })
    .map((path) => ['test', ...path.split(sep)].join('/'))
    .filter((path) => /\.(int|e2e)-spec\.ts$/.test(path))
    .sort();
}

function divided(paths) {
  const isAlone = (path) => readFileSync(join(root, path), 'utf8').slice(0, 500).includes(ALONE);
  return [paths.filter(isAlone), paths.filter((path) => !isAlone(path))];
}

function textOf(paths) {
  const files = paths.map((path) => `  ['${path}', () => import('../${path}')],\n`).join('');
  return `import { declareGrouped } from '../tools/test/grouped.mjs';\n\nawait declareGrouped([\n${files}]);\n`;
}
