import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../install.mjs';

const SOURCES = join(root, 'src');
/** The entry of the package, and that of built-in plugins and the plugin host. */
const INDEX = join(SOURCES, 'plugin-api', 'index.ts');
const INTERNAL = join(SOURCES, 'plugin-api', 'built-in.ts');
/** `binnacle/client`, whose exports are public too. */
const CLIENT = join(SOURCES, 'client', 'index.ts');
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

const isMarked = (node, mark) => ts.getJSDocTags(node).some(({ tagName }) => tagName.text === mark);

/** Members that the package does not promise; parameters that make a private member stay in the constructor's signature. */
const isHidden = (node) =>
  isMarked(node, 'internal') ||
  (!ts.isParameter(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword));

/** Reads the exports of one program; symbols are compared as they are declared, behind any number of re-exports. */
class ApiReader {
  #program = ts.createProgram([INDEX, INTERNAL, CLIENT], compilerOptions());
  #checker = this.#program.getTypeChecker();

  /** Returns the exports of a file by their symbols. */
  exportsOf(file) {
    const module = this.#checker.getSymbolAtLocation(this.#program.getSourceFile(file));
    const exported = this.#checker.getExportsOfModule(module);
    return new Map(exported.map((symbol) => [this.#declared(symbol), symbol.name]));
  }

  /** Returns the described declarations of the sources that a declaration mentions outside of function bodies and hidden members. */
  mentionsOf(symbol) {
    const found = new Set();
    const visit = (node) => {
      if (ts.isBlock(node) || (!ts.isSourceFile(node.parent) && isHidden(node))) return;
      if (ts.isIdentifier(node)) found.add(this.#declared(this.#checker.getSymbolAtLocation(node)));
      ts.forEachChild(node, visit);
    };
    for (const declaration of symbol.declarations) visit(declaration);
    found.delete(symbol);
    return [...found].filter((mentioned) => mentioned && this.isDescribed(mentioned));
  }

  /** Returns the declarations with a mark, by their files. */
  marked(mark) {
    const files = this.#program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(SOURCES));
    const statements = files.flatMap((file) => file.statements.filter((statement) => hasMark(statement, mark)));
    return statements.flatMap((statement) => {
      const symbol = this.#checker.getSymbolAtLocation(nameOf(statement));
      return symbol ? [this.#declared(symbol)] : [];
    });
  }

  /** Reports whether a symbol is a declaration of the sources with a mark. */
  isDescribed(symbol) {
    const [declaration] = symbol.declarations ?? [];
    if (!declaration?.getSourceFile().fileName.startsWith(SOURCES)) return false;
    const statement = statementOf(declaration);
    const isTopLevel = nameOf(statement)?.text === symbol.name;
    return isTopLevel && readDocComment(commentBefore(statement)).marks.length > 0;
  }

  #declared(symbol) {
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }
}

const nameOf = (statement) => statement.name ?? statement.declarationList?.declarations[0].name;
const hasMark = (statement, mark) => readDocComment(commentBefore(statement)).marks.includes(mark);

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

/** Returns symbols with those that they mention, directly or not, without what the client exports. */
function reachedFrom(reader, symbols) {
  const found = new Set(symbols);
  const ofClient = reader.exportsOf(CLIENT);
  for (const symbol of found) {
    for (const mentioned of reader.mentionsOf(symbol)) if (!ofClient.has(mentioned)) found.add(mentioned);
  }
  return found;
}

/**
 * Returns the declarations of the plugin API: the `exported` ones of `binnacle/plugin-api`, those `reached` through their
 * declarations, which are as stable, and the `internal` ones of built-in plugins; and those of `binnacle/client` that have a
 * mark. Each has its file, its doc comment and the declarations it mentions.
 * @returns {{ entry: 'exported' | 'reached' | 'internal' | 'client', name: string, declaredAs: string, file: string,
 *   comment: string, isType: boolean, mentions: string[] }[]}
 */
export function pluginApiExports() {
  const reader = new ApiReader();
  const exported = reader.exportsOf(INDEX);
  const internal = reader.exportsOf(INTERNAL);
  const client = new Map([...reader.exportsOf(CLIENT)].filter(([symbol]) => reader.isDescribed(symbol)));
  const reached = new Map([...reachedFrom(reader, exported.keys())].map((symbol) => [symbol, symbol.name]));
  const entries = Object.entries({ exported, client, reached, internal });
  const names = new Map([...internal, ...reached, ...client, ...exported]);
  const entryOf = (symbol) => entries.find(([, symbols]) => symbols.has(symbol))[0];
  return [...names].map(([symbol, name]) => {
    const statement = statementOf(symbol.declarations[0]);
    return {
      entry: entryOf(symbol),
      name,
      declaredAs: symbol.name,
      file: statement.getSourceFile().fileName.slice(root.length + 1),
      comment: commentBefore(statement),
      isType: (symbol.flags & ts.SymbolFlags.Value) === 0,
      mentions: reader.mentionsOf(symbol).map((mentioned) => names.get(mentioned) ?? mentioned.name),
    };
  });
}

/**
 * Returns the declarations whose mark is not that of their place.
 * @param {readonly { entry: string, name: string, comment: string }[]} declarations
 * @returns {string[]}
 */
export function misplacedMarks(declarations) {
  const due = ({ entry }) => (entry === 'internal' ? '@internal' : '@public');
  const isOtherwise = (declared) => readDocComment(declared.comment).marks.some((mark) => mark !== due(declared));
  return declarations
    .filter(isOtherwise)
    .map((declared) => `${declared.name} is ${declared.entry}, so it is ${due(declared)}`);
}

/** The declarations that are marked as public although neither entry of the package shows them. */
function unreachedMarks() {
  const reader = new ApiReader();
  const ofClient = reader.exportsOf(CLIENT).keys();
  const shown = reachedFrom(reader, [...reader.exportsOf(INDEX).keys(), ...ofClient]);
  const unreached = reader.marked('@public').filter((symbol) => !shown.has(symbol));
  return unreached.map(({ name }) => `${name} is @public, but no entry of the package exports or mentions it`);
}

/** Returns a line for each declaration of the plugin API whose stability mark is missing or wrong, or without an example. */
export function pluginApiFaults() {
  const declarations = pluginApiExports();
  const stable = declarations.filter(({ entry }) => entry !== 'internal');
  return [
    ...stable.flatMap(({ name, file, comment }) =>
      faultsOfComment(comment).map((fault) => `${file}: ${name} of the plugin API ${fault}`),
    ),
    ...misplacedMarks(declarations),
    ...unreachedMarks(),
  ];
}
