import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

const FILE = join(root, 'test', 'specification', 'requirements.tsv');

/**
 * The states of a requirement: a test shows all of it (`covered`), or all but what the note names (`partial`); there is
 * no test yet, it is not built, or no test could show it.
 */
export const STATES = ['covered', 'partial', 'open', 'unbuilt', 'untestable'];

/** Reads the requirements by area, in their order: `{ title, rows: [{ id, text, state, note }] }`. */
export function readRequirements() {
  return parseRequirements(readFileSync(FILE, 'utf8'));
}

/** Reads the text of a file of requirements; throws where a row is malformed or an id is there twice. */
export function parseRequirements(text) {
  const areas = [];
  const known = new Set();
  for (const line of text.split('\n').slice(1)) {
    if (line.startsWith('# ')) areas.push({ title: line.slice(2), rows: [] });
    else if (line !== '') areas.at(-1).rows.push(parseRow(line, known));
  }
  return areas;
}

function parseRow(line, known) {
  const [id, text, state, note = ''] = line.split('\t');
  if (!text || !STATES.includes(state)) throw new Error(`malformed requirement: ${line}`);
  if (state === 'partial' && note === '') throw new Error(`partial requirement without a note: ${id}`);
  if (state === 'covered' && note !== '') throw new Error(`covered requirement with a note: ${id}`);
  if (known.has(id)) throw new Error(`requirement ${id} is listed twice`);
  known.add(id);
  return { id, text, state, note };
}

/** Writes the requirements back. */
export function writeRequirements(areas) {
  const lines = ['id\trequirement\tstate\tnote'];
  for (const { title, rows } of areas) {
    lines.push(`# ${title}`);
    for (const { id, text, state, note } of rows) lines.push([id, text, state, note].join('\t').trimEnd());
  }
  writeFileSync(FILE, `${lines.join('\n')}\n`);
}
