import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import ts from 'typescript';

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
const CHANGES = new Set([ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken]);

/**
 * Reads a chunk that esbuild wrote.
 * @param {string} path
 * @returns {Promise<Chunk>}
 */
export async function readChunk(path) {
  const text = await readFile(path, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  const chunk = { edits: [], imported: [], exported: [] };
  for (const statement of file.statements) readStatement(statement, { chunk, file });
  findWords(file, { chunk, file, exported: new Set(chunk.exported.map(({ name }) => name)) });
  return {
    imported: chunk.imported,
    exported: chunk.exported,
    body: applyEdits(text, chunk.edits).replace(LINK_TO_MAP, ''),
  };
}

function readStatement(statement, { chunk, file }) {
  if (ts.isImportDeclaration(statement)) chunk.imported.push(readImport(statement));
  else if (ts.isExportDeclaration(statement) && !statement.moduleSpecifier)
    chunk.exported.push(...readExport(statement));
  else if (ts.isExportDeclaration(statement) || ts.isExportAssignment(statement)) {
    fail(statement, file, 'scripts export names only');
  } else return;
  chunk.edits.push(blank(statement, file));
}

function readImport({ importClause, moduleSpecifier }) {
  const names = [];
  if (importClause?.name) names.push({ name: 'default', as: importClause.name.text });
  const bindings = importClause?.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) names.push({ name: '*', as: bindings.name.text });
  else
    for (const { propertyName, name } of bindings?.elements ?? [])
      names.push({ name: (propertyName ?? name).text, as: name.text });
  return { from: moduleSpecifier.text, names };
}

const readExport = ({ exportClause }) =>
  exportClause.elements.map(({ propertyName, name }) => ({ name: (propertyName ?? name).text, as: name.text }));

/** Spaces keep the places of what follows. */
function blank(node, file) {
  const start = node.getStart(file);
  return { start, text: file.text.slice(start, node.end).replaceAll(/[^\n]/g, ' ') };
}

/** Finds `import.meta` and `import()`; throws where a function assigns to what is exported, which importers would not see. */
function findWords(node, { isInFunction = false, ...context }) {
  const { chunk, file, exported } = context;
  const start = () => node.getStart(file);
  if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) {
    if (!file.text.startsWith(META_URL.from, start())) fail(node, file, 'scripts have the url of import.meta only');
    chunk.edits.push({ start: start(), text: META_URL.to });
  } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    chunk.edits.push({ start: start(), text: DYNAMIC.to });
  } else if (isInFunction && exported.has(assignedName(node))) fail(node, file, 'an export changes');
  const isFunction = ts.isFunctionLike(node);
  ts.forEachChild(node, (child) => findWords(child, { ...context, isInFunction: isInFunction || isFunction }));
}

function assignedName(node) {
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    return CHANGES.has(node.operator) ? node.operand.text : undefined;
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
  return isAssignment ? node.left.text : undefined;
}

function fail(node, file, reason) {
  throw new Error(`${basename(file.fileName)}: ${reason}: ${node.getText(file).slice(0, 100)}`);
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
