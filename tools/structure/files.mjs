import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { root } from '../install.mjs';

/** Roles that a file's name may end with; a version stands for any. */
const SUFFIXES = new Set([
  ...['module', 'plugin', 'kind', 'strategy', 'defaults', 'validation', 'rules', 'checks', 'warnings', 'columns'],
  ...['selectable-fields', 'conversion', 'former-versions', 'subresource', 'review', 'admission', 'controller'],
  ...['start-hook', 'authenticator', 'authorizer', 'provider', 'source', 'serializer', 'configuration', 'migration'],
  ...['entity', 'filter', 'spec', 'contract', 'int-spec', 'e2e-spec', 'attack-spec', 'conformance-spec'],
]);
const VERSION = /^v\d+((alpha|beta)\d+)?$/;
const IS_SUITE = /\.(spec|int-spec|e2e-spec|attack-spec|conformance-spec|contract)\.ts$/;
const LONGEST_SUITE = 200;

function filesBelow(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
}

const shipped = ['src', 'plugins'].flatMap(filesBelow);
const files = [...shipped, ...filesBelow('test')];

/**
 * Returns the parts of a file's name that are no known role.
 * @param {string} file its path
 * @returns {string[]}
 */
export function unknownSuffixes(file) {
  const [, ...roles] = basename(file)
    .replace(/(\.d)?\.ts$/, '')
    .split('.');
  return roles.filter((role) => !SUFFIXES.has(role) && !VERSION.test(role));
}

/** Returns a line for each file whose name ends with an unknown role. */
export const fileNameFaults = () =>
  files.flatMap((file) => unknownSuffixes(file).map((role) => `${file}: ".${role}" is no role of the closed list`));

const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
const lineOf = (source, position) => source.getLineAndCharacterOfPosition(position).line + 1;

const isExported = (statement) =>
  statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) && !ts.isExportDeclaration(statement);

/** An overload, or the body behind overloads, is described by the first of them. */
const isDescribedBefore = (statement, previous) =>
  ts.isFunctionDeclaration(statement) &&
  previous !== undefined &&
  ts.isFunctionDeclaration(previous) &&
  previous.name?.text === statement.name?.text;

/**
 * Returns the lines of exported declarations without a doc comment.
 * @param {string} file
 * @param {string} text
 * @returns {number[]}
 */
export function uncommentedExports(file, text) {
  const source = parse(file, text);
  return source.statements
    .filter((statement, i) => isExported(statement) && !isDescribedBefore(statement, source.statements[i - 1]))
    .filter((statement) => ts.getJSDocCommentsAndTags(statement).length === 0)
    .map((statement) => lineOf(source, statement.getStart()));
}

/** Returns a line for each export without a doc comment. */
export const exportFaults = () =>
  shipped
    .filter((file) => !IS_SUITE.test(file))
    .flatMap((file) =>
      uncommentedExports(file, readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line}`),
    )
    .map((place) => `${place}: the export has no doc comment`);

/** `describe()`, its variants and helpers named after it, called with a body. */
const isDescribe = (node) =>
  ts.isCallExpression(node) &&
  node.arguments.some(ts.isFunctionLike) &&
  /^describe\b|^describe[A-Z]/.test(node.expression.getText());

/**
 * Returns the suites whose own lines, without those of suites inside of them, are too many.
 * @param {string} file
 * @param {string} text
 * @returns {{ line: number, length: number }[]}
 */
export function longSuites(file, text) {
  const source = parse(file, text);
  const found = [];
  const ownLength = (node) => lineOf(source, node.getEnd()) - lineOf(source, node.getStart()) + 1;
  const visit = (node) => {
    let nested = 0;
    ts.forEachChild(node, (child) => {
      nested += visit(child);
    });
    if (!isDescribe(node)) return nested;
    const length = ownLength(node) - nested;
    if (length > LONGEST_SUITE) found.push({ line: lineOf(source, node.getStart()), length });
    return ownLength(node);
  };
  visit(source);
  return found;
}

/** Returns a line for each suite that is too long. */
export const suiteFaults = () =>
  files
    .filter((file) => IS_SUITE.test(file))
    .flatMap((file) =>
      longSuites(file, readFileSync(join(root, file), 'utf8')).map(
        ({ line, length }) => `${file}:${line}: a suite of ${length} lines, more than ${LONGEST_SUITE}`,
      ),
    );
