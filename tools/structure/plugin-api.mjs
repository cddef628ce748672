import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../install.mjs';

const INDEX = join(root, 'src', 'plugin-api', 'index.ts');
const MARK = /^@(public|internal)$/;

/**
 * Returns the stability marks and the example of a doc comment. The example ends the comment.
 * @param {string} comment
 * @returns {{ marks: string[], example: string }}
 */
export function readDocComment(comment) {
  const lines = comment
    .slice('/**'.length, -'*/'.length)
    .split('\n')
    .map((line) => line.trim().replace(/^\*/, '').replace(/^ /, ''));
  const start = lines.findIndex((line) => line.trim() === '@example');
  const head = start < 0 ? lines : lines.slice(0, start);
  return {
    marks: head.map((line) => line.trim()).filter((line) => MARK.test(line)),
    example:
      start < 0
        ? ''
        : lines
            .slice(start + 1)
            .join('\n')
            .trimEnd(),
  };
}

/**
 * Returns what a doc comment of the plugin API lacks.
 * @param {string} comment
 * @returns {string[]}
 */
export function faultsOfComment(comment) {
  const { marks, example } = readDocComment(comment);
  return [
    ...(marks.length === 1 ? [] : [`has ${marks.length} of the marks @public and @internal, not one`]),
    ...(example === '' ? ['has no @example at its end'] : []),
  ];
}

/** Returns the options of the compiler for the sources of this project. */
export function compilerOptions() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  return { ...ts.parseJsonConfigFileContent(config, ts.sys, root).options, noEmit: true };
}

const aliased = (checker, symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);

function statementOf(declaration) {
  let node = declaration;
  while (!ts.isSourceFile(node.parent)) node = node.parent;
  return node;
}

/** The last doc comment before a statement; remarks for linters may be between the two. */
function commentBefore(statement) {
  const { text } = statement.getSourceFile();
  const comments = (ts.getLeadingCommentRanges(text, statement.pos) ?? []).map(({ pos, end }) => text.slice(pos, end));
  return comments.filter((comment) => comment.startsWith('/**')).at(-1) ?? '/***/';
}

const isPrivate = (node) =>
  !ts.isParameter(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);

/** The names of exports that a declaration mentions outside of function bodies and private members. */
function mentionsIn(declaration, nameOf) {
  const found = new Set();
  const visit = (node) => {
    if (ts.isBlock(node) || isPrivate(node)) return;
    const name = ts.isIdentifier(node) ? nameOf(node) : undefined;
    if (name !== undefined) found.add(name);
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return [...found];
}

/**
 * Returns the exports of the plugin API with the files that declare them, their doc comments and the exports
 * they mention.
 * @returns {{ name: string, declaredAs: string, file: string, comment: string, mentions: string[] }[]}
 */
export function pluginApiExports() {
  const program = ts.createProgram([INDEX], compilerOptions());
  const checker = program.getTypeChecker();
  const index = checker.getSymbolAtLocation(program.getSourceFile(INDEX));
  const symbols = checker.getExportsOfModule(index);
  const names = new Map(symbols.map((symbol) => [aliased(checker, symbol), symbol.name]));
  const nameOf = (identifier) => {
    const symbol = checker.getSymbolAtLocation(identifier);
    return symbol && names.get(aliased(checker, symbol));
  };
  return symbols.map((symbol) => {
    const [declaration] = aliased(checker, symbol).declarations;
    const statement = statementOf(declaration);
    const file = statement.getSourceFile().fileName.slice(root.length + 1);
    const mentions = mentionsIn(declaration, nameOf);
    const declaredAs = aliased(checker, symbol).name;
    return { name: symbol.name, declaredAs, file, comment: commentBefore(statement), mentions };
  });
}

const isInternal = ({ comment }) => readDocComment(comment).marks.includes('@internal');

/**
 * Returns the public exports whose declarations mention internal ones.
 * @param {readonly { name: string, comment: string, mentions: readonly string[] }[]} exports
 * @returns {{ name: string, internal: string }[]}
 */
export function internalMentions(exports) {
  const internals = new Set(exports.filter(isInternal).map(({ name }) => name));
  return exports
    .filter((exported) => !isInternal(exported))
    .flatMap(({ name, mentions }) =>
      mentions.filter((mention) => internals.has(mention)).map((internal) => ({ name, internal })),
    );
}

/** Returns a line for each export of the plugin API whose stability mark is missing or wrong, or without an example. */
export function pluginApiFaults() {
  const exports = pluginApiExports();
  return [
    ...exports.flatMap(({ name, file, comment }) =>
      faultsOfComment(comment).map((fault) => `${file}: ${name} of the plugin API ${fault}`),
    ),
    ...internalMentions(exports).map(
      ({ name, internal }) => `${name} is @public, but mentions the @internal ${internal}`,
    ),
  ];
}
