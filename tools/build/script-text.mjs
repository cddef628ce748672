import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { Script } from 'node:vm';
import { parse } from 'acorn';
import { root } from '../install.mjs';
import { joinMaps } from './joined-map.mjs';

/**
 * Returns the text of a script, and its source map: a function that leaves another one in the exports of its module, which
 * answers what a chunk exports, by its path below `dist`. A chunk runs when it is first asked for.
 * @param {string} script
 * @param {{chunks: [string, import('./chunk-syntax.mjs').Chunk][], scriptOf: Map<string, string>}} parts
 */
export async function scriptOfChunks(script, { chunks, scriptOf }) {
  const lines = new LineCount(HEAD);
  const maps = [];
  for (const [name, { body, imported, exported }] of chunks) {
    const imports = imported.map((entry) => importText(name, entry, { script, scriptOf })).join('');
    lines.add(`${JSON.stringify(name)}(__lazy, __importMetaUrl) {${imports}\n`);
    maps.push({ line: lines.count, map: await mapOf(name) });
    const members = exported.map(({ name: local, as }) => (local === as ? as : `${as}: ${local}`));
    lines.add(`${body}\nreturn { ${members.join(', ')} };\n},\n`);
  }
  lines.add('};\n})');
  const text = lines.text;
  // Throws where a chunk has words that only modules have.
  new Script(text, { filename: `${script}.cjs` });
  return { text: `${text}\n`, map: joinMaps(`${script}.cjs`, maps) };
}

/**
 * Writes a script. Its last line has a digest of its content and its encoding; the link to its map stays the last but one: where that
 * stands is free.
 */
export async function writeScriptFile(file, written) {
  const text = escapePatterns(written);
  // One byte for each character is read without decoding, and is all that V8 keeps of it.
  const encoding = /^[\x00-\xff]*$/.test(text) ? 'latin1' : 'utf8';
  const digest = createHash('sha256').update(text).digest('hex');
  await writeFile(file, `${text}// ${digest} ${encoding}\n`, encoding);
}

const BEYOND_LATIN_1 = /[^\x00-\xff]/;

/** Escapes what is beyond Latin 1 in regular expressions, the only place where esbuild does not. Positions behind it on a line change. */
function escapePatterns(text) {
  if (!BEYOND_LATIN_1.test(text)) return text;
  const tokens = [];
  parse(text, { ecmaVersion: 'latest', onToken: tokens });
  const pieces = [];
  let end = 0;
  for (const { type, start, end: next } of tokens) {
    const pattern = type.label === 'regexp' ? text.slice(start, next) : '';
    if (!BEYOND_LATIN_1.test(pattern)) continue;
    pieces.push(text.slice(end, start), pattern.replaceAll(/\\?[^\x00-\xff]/g, escaped));
    end = next;
  }
  return pieces.join('') + text.slice(end);
}

/** A letter means itself, with a backslash before it or without. */
const escaped = (letter) => `\\u${letter.at(-1).charCodeAt(0).toString(16).padStart(4, '0')}`;

const HEAD = `(function (module, __require) { 'use strict';
const __loaded = new Map();
const __chunk = (name) => {
  let chunk = __loaded.get(name);
  if (!chunk) __loaded.set(name, (chunk = __chunks[name]((url) => module.import(url, name), module.urlOf(name))));
  return chunk;
};
module.exports = __chunk;
const __chunks = { __proto__: null,
`;

/** The names that a chunk imports, as constants of its function. */
function importText(importer, { from, names }, { script, scriptOf }) {
  const path = from.startsWith('.') ? posix.join(posix.dirname(importer), from) : from;
  const owner = scriptOf.get(path);
  const required = owner === undefined ? path : `${owner}-script:${path}`;
  const source = owner === script ? `__chunk(${JSON.stringify(path)})` : `__require(${JSON.stringify(required)})`;
  if (names.length === 0) return `${source};`;
  // Packages outside of the build are CommonJS, whose default export is all of them.
  const isWhole = ({ name }) => name === '*' || (path === from && name === 'default');
  const wholes = names.filter(isWhole).map(({ as }) => `const ${as} = ${source};`);
  const members = names.filter((entry) => !isWhole(entry)).map(({ name, as }) => (name === as ? as : `${name}: ${as}`));
  return wholes.join('') + (members.length > 0 ? `const { ${members.join(', ')} } = ${source};` : '');
}

async function mapOf(name) {
  const map = JSON.parse(await readFile(join(root, 'dist', `${name}.map`), 'utf8'));
  // Paths in maps are relative to the place of the map.
  const sources = map.sources.map((source) => posix.join('..', posix.dirname(name), source));
  return { ...map, sources };
}

/** A text, and the number of its lines so far. */
class LineCount {
  constructor(text) {
    this.text = '';
    this.count = 0;
    this.add(text);
  }

  add(text) {
    this.text += text;
    this.count += text.split('\n').length - 1;
  }
}
