import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from '../install.mjs';

const FOLDER = '.test-groups';

/** How many files a group has at most. */
const UNITS = 32;
const EXCHANGES = 10;

/**
 * Writes files that declare the tests of several files, and returns the pattern of what runs instead of them: Jest loads
 * modules for each file, which takes longer than most of the tests. docs/decisions/0277-grouped-tests.md
 * @param {{ isUnit: boolean }} chosen whether only the tests beside the sources run
 */
export function writeGroups({ isUnit }) {
  rmSync(join(root, FOLDER), { recursive: true, force: true });
  mkdirSync(join(root, FOLDER));
  const paths = specs().filter((path) => !isUnit || !isExchange(path));
  for (const [index, members] of groupsOf(paths).entries()) {
    // The order of the sequencer beside this file.
    const name = `${isExchange(members[0]) ? 'exchanges' : 'units'}-${String(index + 1).padStart(3, '0')}.group.mjs`;
    writeFileSync(join(root, FOLDER, name), textOf(members));
  }
  return `<rootDir>/${FOLDER}/*.group.mjs`;
}

/**
 * Divides files into groups. Units are with their neighbours, which load the same modules. Exchanges all load a whole server,
 * and neighbours take about as long as one another: they are in different groups.
 * @param {readonly string[]} paths
 */
export function groupsOf(paths) {
  const exchanges = paths.filter(isExchange);
  const units = paths.filter((path) => !isExchange(path));
  const spread = Array.from({ length: Math.ceil(exchanges.length / EXCHANGES) }, () => []);
  for (const [index, path] of exchanges.entries()) spread[index % spread.length].push(path);
  const count = Math.ceil(units.length / UNITS);
  return [...spread, ...Array.from({ length: count }, (_, index) => units.slice(index * UNITS, (index + 1) * UNITS))];
}

function isExchange(path) {
  return /\.(int|e2e)-spec\.ts$/.test(path);
}

function specs() {
  return ['src', 'plugins', 'test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((path) => [folder, ...path.split(sep)].join('/')),
    )
    .filter((path) => isExchange(path) || /\.spec\.ts$/.test(path))
    .sort();
}

function textOf(paths) {
  const files = paths.map((path) => `  ['${path}', () => import('../${path}')],\n`).join('');
  return `import { declareGrouped } from '../tools/test/grouped.mjs';\n\nawait declareGrouped([\n${files}]);\n`;
}
