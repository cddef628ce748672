import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

interface PluginApi {
  pluginApiExports(): { name: string; file: string; comment: string }[];
  readDocComment(comment: string): { marks: string[]; example: string };
  compilerOptions(): ts.CompilerOptions;
}

const ROOT = join(import.meta.dirname, '..', '..');
const TOOL = pathToFileURL(join(ROOT, 'tools', 'structure', 'plugin-api.mjs')).href;
const { pluginApiExports, readDocComment, compilerOptions } = (await import(TOOL)) as PluginApi;

const exports = pluginApiExports();

/** The names that examples may use without a declaration, apart from those of the plugin API. */
const GIVEN = `
import { Get } from '@nestjs/common';
import { ${exports.map(({ name }) => name).join(', ')} } from '../../src/plugin-api/index.js';
declare class Berth implements ApiObject { metadata: ObjectMeta; spec: { length: number; ship?: string }; }
declare const berthKind: KindDefinition<Berth>;
declare const client: Client;
declare const clock: Clock;
declare const error: unknown;
declare const kinds: KindRegistrar;
declare const logger: Logger;
declare const object: ApiObject;
declare const path: FieldPath;
declare const queue: WorkQueue;
declare const store: ResourceStore;
declare const stores: Stores;
declare const user: UserInfo;
`;

interface Example {
  readonly name: string;
  readonly code: string;
}

/** One module for the examples of a file, each in its own function. */
const moduleOf = (examples: readonly Example[]): string =>
  GIVEN + examples.map(({ name, code }) => `async function exampleOf${name}() {\n${code}\n}\n`).join('');

/** Returns the compiler's complaints about modules that exist in memory alone. */
function complaintsAbout(modules: ReadonlyMap<string, string>): string[] {
  const options = { ...compilerOptions(), noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  host.fileExists = (file) => modules.has(file) || fileExists(file);
  host.readFile = (file) => modules.get(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = modules.get(file);
    return text === undefined ? getSourceFile(file, version, ...rest) : ts.createSourceFile(file, text, version, true);
  };
  const program = ts.createProgram([...modules.keys()], options, host);
  return [...modules.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      (found) => `${lineAt(found)}: ${ts.flattenDiagnosticMessageText(found.messageText, ' ')}`,
    );
  });
}

const lineAt = ({ file, start = 0 }: ts.Diagnostic): string =>
  file?.text.slice(file.text.lastIndexOf('\n', start) + 1).split('\n')[0] ?? '';

function modulesOfExamples(): Map<string, string> {
  const examples = new Map<string, Example[]>();
  for (const { name, file, comment } of exports) {
    const found = examples.get(file) ?? [];
    examples.set(file, [...found, { name, code: readDocComment(comment).example }]);
  }
  return new Map(
    [...examples.values()].map((found, i) => [join(ROOT, 'test', 'documentation', `example-${i}.ts`), moduleOf(found)]),
  );
}

it('has examples on the exports of the plugin API that compile', () => {
  expect(complaintsAbout(modulesOfExamples())).toEqual([]);
}, 120_000);

it('reports an example that does not compile', () => {
  const code = "const path: FieldPath = 'spec';";
  const file = join(ROOT, 'test', 'documentation', 'example.ts');
  expect(complaintsAbout(new Map([[file, moduleOf([{ name: 'FieldPath', code }])]]))).toEqual([
    `${code}: Type 'string' is not assignable to type 'FieldPath'.`,
  ]);
}, 120_000);

function importsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (
      !ts.isImportDeclaration(statement) ||
      !/plugin-api\/index\.js'$/.test(statement.moduleSpecifier.getText(source))
    ) {
      return [];
    }
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
  });
}

it.each(['plugins/example', 'test/fixtures/plugins'])('uses public names alone in %s', (folder) => {
  const isPublic = new Set(
    exports.filter(({ comment }) => readDocComment(comment).marks.includes('@public')).map(({ name }) => name),
  );
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const imported = files.filter((file) => file.endsWith('.ts')).flatMap((file) => importsOf(join(ROOT, folder, file)));
  expect(imported).toContain('ApiType');
  expect(imported.filter((name) => !isPublic.has(name))).toEqual([]);
});
