import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

interface Declaration {
  readonly entry: 'exported' | 'reached' | 'internal' | 'client';
  readonly name: string;
  readonly declaredAs: string;
  readonly file: string;
  readonly comment: string;
  readonly isType: boolean;
}

interface PluginApi {
  pluginApiExports(): Declaration[];
  readDocComment(comment: string): { marks: string[]; example: string };
  compilerOptions(): ts.CompilerOptions;
}

const ROOT = join(import.meta.dirname, '..', '..');
const TOOL = pathToFileURL(join(ROOT, 'tools', 'structure', 'plugin-api.mjs')).href;
const { pluginApiExports, readDocComment, compilerOptions } = (await import(TOOL)) as PluginApi;

const declarations = pluginApiExports();

const namesOf = (entry: Declaration['entry']) =>
  declarations.filter((each) => each.entry === entry).map(({ name }) => name);

/** The names that examples may use without a declaration, apart from those of the plugin API. */
const GIVEN = `
import { Get } from '@nestjs/common';
import { ${namesOf('exported').join(', ')} } from '../../src/plugin-api/index.js';
import { ${namesOf('internal').join(', ')} } from '../../src/plugin-api/built-in.js';
import { ${namesOf('client').join(', ')} } from '../../src/client/index.js';
${declarations
  .filter(({ entry }) => entry === 'reached')
  .map(
    ({ declaredAs, name, file, isType }) =>
      `import { ${isType ? 'type ' : ''}${declaredAs} as ${name} } from '../../${file.replace(/ts$/, 'js')}';`,
  )
  .join('\n')}
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
  for (const { name, file, comment } of declarations) {
    const found = examples.get(file) ?? [];
    examples.set(file, [...found, { name, code: readDocComment(comment).example }]);
  }
  return new Map(
    [...examples.values()].map((found, i) => [join(ROOT, 'test', 'documentation', `example-${i}.ts`), moduleOf(found)]),
  );
}

it('has examples on the declarations of the plugin API that compile', () => {
  expect(complaintsAbout(modulesOfExamples())).toEqual([]);
});

it('reports an example that does not compile', () => {
  const code = "const path: FieldPath = 'spec';";
  const file = join(ROOT, 'test', 'documentation', 'example.ts');
  expect(complaintsAbout(new Map([[file, moduleOf([{ name: 'FieldPath', code }])]]))).toEqual([
    `${code}: Type 'string' is not assignable to type 'FieldPath'.`,
  ]);
});
