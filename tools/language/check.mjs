import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { ALLOWED, RULES } from './dialect.mjs';
import { strangeHeads } from './function-heads.mjs';
import { proseOf } from './prose.mjs';

/** @typedef {{ file: string, line: number, kind: string, words: string, instead: string, text: string }} Finding */

const ROOT = join(import.meta.dirname, '..', '..');
const IGNORED = new Set(['.git', 'node_modules', 'dist', 'coverage', 'data']);
const HAS_PROSE = /\.(md|ts|mjs)$/;

function filesBelow(path) {
  if (HAS_PROSE.test(path)) return [path];
  return readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => !IGNORED.has(entry.name) && (entry.isDirectory() || HAS_PROSE.test(entry.name)))
    .flatMap((entry) => filesBelow(join(path, entry.name)));
}

const isAllowed = (file, text) => (ALLOWED[file] ?? []).some(({ part }) => text.includes(part));

/**
 * Returns the findings in a text, by line.
 * @param {string} file its path in the repository, which decides how it is read
 * @param {string} text
 * @returns {Finding[]}
 */
export function findingsOf(file, text) {
  return [...wordingOf(file, text), ...headsOf(file, text)];
}

function headsOf(file, text) {
  const instead = 'a verb of tools/language/function-heads.mjs: "Returns …", "Checks …", "Creates …"';
  return strangeHeads(file, text).map((head) => ({ file, kind: 'doc comment', instead, ...head }));
}

function wordingOf(file, text) {
  return proseOf(file, text)
    .filter((piece) => !isAllowed(file, piece.text))
    .flatMap((piece) =>
      RULES.filter(({ kinds }) => !kinds || kinds.includes(piece.kind)).flatMap(({ pattern, instead }) => {
        const match = pattern.exec(piece.text);
        return match ? [{ file, ...piece, words: match[0], instead }] : [];
      }),
    );
}

/**
 * Returns the findings in folders and files of the repository.
 * @param {string[]} paths
 * @returns {Finding[]}
 */
export const findingsIn = (paths) =>
  paths.flatMap(filesBelow).flatMap((file) => findingsOf(file, readFileSync(join(ROOT, file), 'utf8')));
