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

/**
 * Returns the exports of the plugin API with the files that declare them and their doc comments.
 * @returns {{ name: string, file: string, comment: string }[]}
 */
export function pluginApiExports() {
  const program = ts.createProgram([INDEX], compilerOptions());
  const checker = program.getTypeChecker();
  const index = checker.getSymbolAtLocation(program.getSourceFile(INDEX));
  return checker.getExportsOfModule(index).map((symbol) => {
    const statement = statementOf(aliased(checker, symbol).declarations[0]);
    const file = statement.getSourceFile().fileName.slice(root.length + 1);
    return { name: symbol.name, file, comment: commentBefore(statement) };
  });
}

/** Returns a line for each export of the plugin API without one stability mark or without an example. */
export const pluginApiFaults = () =>
  pluginApiExports().flatMap(({ name, file, comment }) =>
    faultsOfComment(comment).map((fault) => `${file}: ${name} of the plugin API ${fault}`),
  );
