import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parse } from 'acorn';

/**
 * A chunk as the body of a function: what was module syntax has become spaces, or other words of the same length, so that its source
 * map still fits.
 * @typedef {object} Chunk
 * @property {string} body
 * @property {{from: string, names: {name: string, as: string}[]}[]} imported by specifier; the name `*` is the whole module
 * @property {{name: string, as: string}[]} exported local names and those that others import
 */

/** As long as the words they replace. */
const META_URL = { from: 'import.meta.url', to: '__importMetaUrl' };
const DYNAMIC = { from: 'import', to: '__lazy' };
const LINK_TO_MAP = /\n\/\/# sourceMappingURL=.*\n?$/;

/**
 * Reads a chunk that esbuild wrote.
 * @param {string} path
 * @returns {Promise<Chunk>}
 */
export async function readChunk(path) {
  const text = await readFile(path, 'utf8');
  const program = parse(text, { ecmaVersion: 'latest', sourceType: 'module' });
  const chunk = { file: { path, text }, edits: [], imported: [], exported: [] };
  for (const statement of program.body) readStatement(statement, chunk);
  findWords(program, { chunk, exported: new Set(chunk.exported.map(({ name }) => name)), isInFunction: false });
  return {
    imported: chunk.imported,
    exported: chunk.exported,
    body: applyEdits(text, chunk.edits).replace(LINK_TO_MAP, ''),
  };
}

function readStatement(statement, chunk) {
  if (statement.type === 'ImportDeclaration') chunk.imported.push(readImport(statement));
  else if (statement.type === 'ExportNamedDeclaration' && !statement.source && !statement.declaration)
    chunk.exported.push(...readExport(statement));
  else if (statement.type.startsWith('Export')) fail(statement, chunk.file, 'scripts export names only');
  else return;
  chunk.edits.push(blank(statement, chunk.file.text));
}

const readImport = ({ source, specifiers }) => ({
  from: source.value,
  names: specifiers.map(({ type, imported, local }) => ({ name: importedName(type, imported), as: local.name })),
});

function importedName(type, imported) {
  if (type === 'ImportNamespaceSpecifier') return '*';
  return type === 'ImportDefaultSpecifier' ? 'default' : nameOf(imported);
}

const readExport = ({ specifiers }) =>
  specifiers.map(({ local, exported }) => ({ name: nameOf(local), as: nameOf(exported) }));

/** An identifier, or a string in its place. */
const nameOf = ({ name, value }) => name ?? value;

/** Spaces keep the places of what follows. */
function blank({ start, end }, text) {
  return { start, text: text.slice(start, end).replaceAll(/[^\n]/g, ' ') };
}

/** Finds `import.meta` and `import()`; throws where a function assigns to what is exported, which importers would not see. */
function findWords(node, context) {
  const { chunk, exported, isInFunction } = context;
  if (node.type === 'MetaProperty' && node.meta.name === 'import') {
    if (!chunk.file.text.startsWith(META_URL.from, node.start))
      fail(node, chunk.file, 'scripts have the url of import.meta only');
    chunk.edits.push({ start: node.start, text: META_URL.to });
  } else if (node.type === 'ImportExpression') {
    chunk.edits.push({ start: node.start, text: DYNAMIC.to });
  } else if (isInFunction && exported.has(assignedName(node))) fail(node, chunk.file, 'an export changes');
  const inner = isInFunction || !FUNCTION.test(node.type) ? context : { ...context, isInFunction: true };
  for (const child of childrenOf(node)) findWords(child, inner);
}

const FUNCTION = /Function/;

/** The nodes right below one; acorn leaves null where an optional one is missing. */
const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === 'string');

function assignedName({ type, argument, left }) {
  if (type === 'UpdateExpression') return argument.name;
  return type === 'AssignmentExpression' ? left.name : undefined;
}

function fail({ start, end }, { path, text }, reason) {
  throw new Error(`${basename(path)}: ${reason}: ${text.slice(start, Math.min(end, start + 100))}`);
}

function applyEdits(text, edits) {
  const pieces = [];
  let end = 0;
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    pieces.push(text.slice(end, edit.start), edit.text);
    end = edit.start + edit.text.length;
  }
  return pieces.join('') + text.slice(end);
}
