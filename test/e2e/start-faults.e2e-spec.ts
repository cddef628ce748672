import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const MAIN = resolve('dist/src/main.js');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-faults-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function start(...flags: readonly string[]): SpawnSyncReturns<string> {
  const own = ['--secure-port=0', `--data-dir=${join(folder, 'data')}`];
  return spawnSync(process.execPath, [MAIN, ...own, ...flags], { encoding: 'utf8' });
}

/** Writes the files of a plugin; answers its folder. */
async function plugin(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text);
  return path;
}

const MODULE = '{ "type": "module" }';

describe('a plugin that cannot be loaded', () => {
  it.each<[string, Record<string, string>, string]>([
    ['a syntax error', { 'index.js': 'const a = 1;\nconst b = = 2;\n' }, "Unexpected token '=' (PATH/index.js:2:11)"],
    [
      'a syntax error in an imported file',
      { 'index.js': "import './b.js';\n", 'b.js': '\n\n  }\n' },
      "Unexpected token '}' (PATH/b.js:3:3)",
    ],
    [
      'an exception',
      { 'index.js': 'const a = undefined;\n  a.b();\n' },
      "Cannot read properties of undefined (reading 'b') (PATH/index.js:2:5)",
    ],
    [
      'an unknown name',
      { 'index.js': "import { Field,\n  Nothing } from 'binnacle/plugin-api';\n" },
      "does not provide an export named 'Nothing' (PATH/index.js:2:3)",
    ],
    [
      'an unknown package',
      { 'index.js': "\nimport 'no-such-package';\n" },
      "Cannot find package 'no-such-package' imported from PATH/index.js:2:8",
    ],
  ])('names the place of %s', async (title, files, expected) => {
    const path = await plugin(title.replaceAll(' ', '-'), { 'package.json': MODULE, ...files });
    const { status, stderr } = start(`--plugins=${path}`);
    expect(stderr).toContain(expected.replace('PATH', path));
    expect(status).toBe(1);
  });

  it('is named by its source, by its source map', async () => {
    const source = 'interface Cargo { name: string }\n\nconst cargo = undefined as Cargo | undefined;\ncargo!.name;\n';
    const compilerOptions = { sourceMap: true, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const { outputText, sourceMapText } = ts.transpileModule(source, { compilerOptions, fileName: 'cargo.ts' });
    const text = outputText.replace('module.js.map', 'cargo.js.map');
    const files = { 'package.json': '{ "type": "module", "main": "cargo.js" }', 'cargo.ts': source };
    const path = await plugin('mapped', { ...files, 'cargo.js': text, 'cargo.js.map': sourceMapText! });
    expect(start(`--plugins=${path}`).stderr).toContain(`(${path}/cargo.ts:4:8)`);
  });

  it('is reported with the way to become an ES module', async () => {
    const path = await plugin('commonjs', { 'index.cjs': "\nconst { Field } = require('binnacle/plugin-api');\n" });
    const { stderr } = start(`--plugins=${join(path, 'index.cjs')}`);
    expect(stderr).toContain('make it an ES module: "type": "module" in its package.json');
    expect(stderr).toContain(`(${path}/index.cjs:2:27)`);
  });
});

describe('a server that cannot start', () => {
  it('says once that its port is taken, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { status, stderr } = start(`--secure-port=${port}`);
    other.close();
    expect([status, stderr]).toEqual([
      1,
      `error: --secure-port: port ${port} of 127.0.0.1 is in use by another process\n` +
        '       Stop that process, or use another port; --secure-port=0 takes a free one.\n\n',
    ]);
  });

  it('says in one line that its store is damaged, and how to go on', async () => {
    const dataDir = join(folder, 'damaged');
    await mkdir(join(dataDir, 'store'), { recursive: true });
    await writeFile(join(dataDir, 'store', 'binnacle.db'), 'no database'.repeat(1000));
    const { status, stderr } = start(`--data-dir=${dataDir}`);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: .*not a database; restore its directory from a backup, .*\n$/);
  });

  it.each([[], ['run', '--', 'true']])(
    'says in one line that SQLite has no binary, and how to get it: %j',
    async (...words) => {
      const hook = join(folder, 'no-binary.cjs');
      const fault = 'Could not locate the bindings file. Tried:\\n → /a/node_sqlite3.node\\n → /b/node_sqlite3.node';
      const lines = [
        "const { Module } = require('node:module');",
        'const load = Module._load;',
        `Module._load = (name, ...rest) => { if (name === 'sqlite3') throw new Error('${fault}'); return load(name, ...rest); };`,
      ];
      await writeFile(hook, lines.join('\n'));
      const flags = words.length > 0 ? words : ['--secure-port=0', `--data-dir=${join(folder, 'unbuilt')}`];
      const { status, stderr } = spawnSync(process.execPath, ['-r', hook, MAIN, ...flags], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^error: the package sqlite3 has no binary for .* npm rebuild sqlite3 .*\n$/),
      ]);
    },
  );

  it.each(['/dev/null/data', '/proc/data'])('does not hang where the directory %s cannot be made', (dataDir) => {
    const { status, stderr } = start(`--data-dir=${dataDir}`);
    expect(status).toBe(1);
    expect(stderr).toContain(`--data-dir: cannot make the directory ${dataDir}/certs`);
  });
});

it('says the version of the program and of the API', () => {
  const { version } = JSON.parse(ts.sys.readFile(resolve('package.json'))!) as { version: string };
  expect(start('--version').stdout).toBe(`Binnacle ${version}, serving Kubernetes v1.32\n`);
});
