import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..', '..');
const EXAMPLE = join(ROOT, 'plugins', 'example');
const TOOL = pathToFileURL(join(ROOT, 'tools', 'structure', 'plugin-api.mjs')).href;
const { compilerOptions } = (await import(TOOL)) as { compilerOptions(): ts.CompilerOptions };

const PAGES = [
  'README.md',
  'docs/library.md',
  'docs/writing-a-plugin.md',
  'docs/client.md',
  'docs/testing.md',
  'docs/integrating-an-authorizer.md',
  'docs/access-plugin.md',
];
const API = '../../src/plugin-api/index.js';

/** Modules of the names that excerpts use without an import: of Nest, the example and the client. All others are those of the plugin API. */
const MODULES = new Map(['Controller', 'Get', 'Module', 'Param'].map((name) => [name, '@nestjs/common']));
for (const file of readdirSync(EXAMPLE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
  const exported = readFileSync(join(EXAMPLE, file), 'utf8').matchAll(/^export (?:class|const|function) (\w+)/gm);
  for (const [, name] of exported) MODULES.set(name, `../../plugins/example/${file.replace(/ts$/, 'js')}`);
}

const CLIENT = '../../src/client/index.js';
const reExports = readFileSync(join(ROOT, 'src', 'client', 'index.ts'), 'utf8').matchAll(
  /export (?:type )?\{([^}]*)\}/g,
);
const ofClient = [...reExports].flatMap(([, names]) =>
  names.split(',').map((name) => name.replace(/^\s*(type )?/, '').trim()),
);
const ofPlugins = readFileSync(join(ROOT, 'src', 'plugin-api', 'index.ts'), 'utf8');
for (const name of ofClient) if (name && !new RegExp(`\\b${name}\\b`).test(ofPlugins)) MODULES.set(name, CLIENT);

/** Declarations of the names that readers define themselves. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  askTheOffice: 'const askTheOffice: (...given: unknown[]) => ReturnType<import("API").ObjectConverter["convert"]>',
  BerthBackend: 'const BerthBackend: new () => import("API").ResourceBackend',
  OldEntry: 'class OldEntry { metadata: import("API").ObjectMeta }',
  toEntry: 'const toEntry: import("API").Conversion<never, never>',
  boatKind: 'const boatKind: import("API").KindDefinition',
  boatKindWithV2: 'const boatKindWithV2: import("API").KindDefinition',
  client: 'const client: import("API").Client',
  logger: 'const logger: import("API").Logger',
  Board: 'class Board { metadata: import("API").ObjectMeta; data?: Record<string, string> }',
  server: 'const server: import("../../src/index.js").ApiServer',
};

const LOCAL: readonly (readonly [string, string])[] = [
  ["'binnacle/plugin-api'", `'${API}'`],
  ["'binnacle/client'", "'../../src/client/index.js'"],
  ["'binnacle/testing'", "'../../src/testing/index.js'"],
  ["'binnacle'", "'../../src/index.js'"],
  ["'./harbor.plugin.js'", "'../../plugins/example/harbor.plugin.js'"],
  ["'./index.js'", "'../../plugins/example/index.js'"],
];

function excerptsOf(page: string): [file: string, code: string][] {
  const blocks = readFileSync(join(ROOT, page), 'utf8').matchAll(/```ts(?: file=.*)?\n([^]*?)```/g);
  const localise = (code: string): string => LOCAL.reduce((text, [from, to]) => text.replaceAll(from, to), code);
  return [...blocks].map(([, code], i) => [
    join(ROOT, 'test', 'documentation', `${page.replace(/\W+/g, '-')}-${i + 1}.ts`),
    `${localise(code)}\nexport {};\n`,
  ]);
}

const sources = new Map<string, ts.SourceFile | undefined>();

/** Compiles modules that exist in memory alone; answers the complaints about each. */
function compile(modules: ReadonlyMap<string, string>): Map<string, string[]> {
  const options = { ...compilerOptions(), noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(options);
  const [readFile, fileExists, getSourceFile] = [host.readFile, host.fileExists, host.getSourceFile];
  host.fileExists = (file) => modules.has(file) || fileExists(file);
  host.readFile = (file) => modules.get(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = modules.get(file);
    if (text !== undefined) return ts.createSourceFile(file, text, version, true);
    if (!sources.has(file)) sources.set(file, getSourceFile(file, version, ...rest));
    return sources.get(file);
  };
  const program = ts.createProgram([...modules.keys()], options, host);
  const complaints = (file: string): string[] => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((found) =>
      ts.flattenDiagnosticMessageText(found.messageText, ' '),
    );
  };
  return new Map([...modules.keys()].map((file) => [file, complaints(file)]));
}

/** Declares a name that an excerpt leaves out. */
function declarationOf(name: string): string {
  const placeholder = PLACEHOLDERS[name] as string | undefined;
  if (placeholder) return `declare ${placeholder.replace('API', API)};`;
  return `import { ${name} } from '${MODULES.get(name) ?? API}';`;
}

function completed(code: string, complaints: readonly string[]): string {
  const missing = complaints
    .map((text) => /^Cannot find name '(\w+)'/.exec(text)?.[1])
    .filter((name) => name !== undefined);
  return [...[...new Set(missing)].map(declarationOf), code].join('\n');
}

it('has excerpts that compile', () => {
  const excerpts = new Map(PAGES.flatMap(excerptsOf));
  const first = compile(excerpts);
  const second = compile(new Map([...excerpts].map(([file, code]) => [file, completed(code, first.get(file)!)])));
  expect(excerpts.size).toBeGreaterThan(15);
  expect(Object.fromEntries([...second].filter(([, complaints]) => complaints.length > 0))).toEqual({});
});
