import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAIN, ProgramProcess, generatePlugin, prepareServer } from '../support/dev-command.js';
import { run } from '../support/packed-package.js';
import { type Json, TestClient } from '../support/test-client.js';

const PORTS = '/apis/ports.example.com/v1/namespaces/default/ports';

let folder: string;
let plugin: string;
let program: ProgramProcess;
let client: TestClient;
let count = 0;

const fileOf = (...path: readonly string[]): string => join(plugin, 'src', ...path);

async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')));
}

/** The default size that the served plugin fills in. */
async function size(): Promise<number> {
  const { body } = await client.post(PORTS, { metadata: { name: `port-${++count}` }, spec: {} });
  return (body as { spec: { size: number } }).spec.size;
}

const until: ProgramProcess['until'] = (check) => program.until(check);

async function start(words: readonly string[], cwd: string): Promise<void> {
  const { dataDir, flags } = await prepareServer(folder);
  program = new ProgramProcess([...words, ...flags], cwd);
  await until(() => /listens on https/.test(program.log) || program.child.exitCode !== null);
  const url = /listens on (https:\S+)/.exec(program.log)?.[1];
  if (url === undefined) throw new Error(program.log);
  client = new TestClient({ url, ca: await readFile(join(dataDir, 'certs', 'ca.crt'), 'utf8'), token: 'admin-token' });
  await until(async () => (await client.get('/readyz')).status === 200);
}

async function stop(): Promise<void> {
  client.close();
  await program.end();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-dev-'));
  plugin = await generatePlugin(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A column whose cell throws. */
const FAILING_COLUMN =
  "{ name: 'Size', type: 'integer', description: '', cell: ({ spec }) => (spec as never as Date).getTime() }";

describe('binnacle dev', () => {
  beforeAll(() => start(['dev', './src/index.ts'], plugin));

  afterAll(stop);

  it('serves a plugin in TypeScript, and a change of a file that it imports', async () => {
    expect(await size()).toBe(1);
    const watch = await client.watch(PORTS);
    expect((await watch.next())?.type).toBe('ADDED');
    await edit(fileOf('port', 'port.v1.ts'), (text) => text.replace('default: 1', 'default: 5'));
    await until(() => program.log.includes('a changed plugin is served'));
    expect(await size()).toBe(5);
    expect((await watch.next())?.object.metadata.name).toBe(`port-${count}`);
  });

  it('serves a kind that is added', async () => {
    await run(process.execPath, [MAIN, 'new', 'kind', 'BoatYard'], { cwd: plugin });
    const path = '/apis/ports.example.com/v1/boatyards';
    await until(async () => (await client.get(path)).status === 200);
  });

  it.each<[string, string, (text: string) => string, RegExp]>([
    [
      'cannot be parsed',
      'port/port.strategy.ts',
      (text) => `${text}\nconst a = = 1;`,
      /Unexpected "=".*port\.strategy\.ts:\d+:11/,
    ],
    ['throws', 'index.ts', (text) => `${text}\n(undefined as never as { a(): void }).a();`, /index\.ts:\d+:\d+/],
    [
      'fails the checks',
      'ports.plugin.ts',
      (text) => text.replace("['v1']", "['1']"),
      /"1".*\/ports\.plugin\.ts:\d+:\d+\)/,
    ],
    [
      'imports a name that is not there',
      'ports.plugin.ts',
      (text) => `\n\n${text.replace('import { portKind }', 'import { portKinds as portKind }')}`,
      /does not provide an export named 'portKinds' \(.*\/ports\.plugin\.ts:[45]:\d+\)/,
    ],
    [
      'declares a member wrongly',
      'port/port.v1.ts',
      (text) => text.replace("Field(1, 'int32'", "Field(0, 'int32'"),
      /PortSpec\.size: 0 is no .*\/port\.v1\.ts:9:3\)/,
    ],
    [
      'imports a file that is not there',
      'ports.plugin.ts',
      (text) => text.replace('./port/port.kind.js', './port/part.kind.js'),
      /Cannot find module .*\/part\.kind\.js' imported from .*\/ports\.plugin\.ts:\d+:\d+/,
    ],
    [
      'fails the trial runs',
      'port/port.kind.ts',
      (text) => text.replace(/columns: .*,/, `columns: [${FAILING_COLUMN}],`),
      /getTime/,
    ],
  ])('leaves the former plugin where the new one %s', async (_what, file, change, reason) => {
    const path = fileOf(...file.split('/'));
    const before = await readFile(path, 'utf8');
    const start = program.log.length;
    await edit(path, change);
    await until(() => program.log.slice(start).includes('cannot be served; the former one stays'));
    const { status, text } = await client.get('/readyz?verbose');
    const served = await size();
    await writeFile(path, before);
    await until(async () => !(await client.get('/readyz?verbose')).text.includes('as before'));
    expect([status, served, await size()]).toEqual([200, 5, 5]);
    expect(text).toMatch(/\n\[\+\]watched-plugins ok: \.\/src\/index\.ts is served as before its last change: /);
    expect(text).toMatch(reason);
    // The lines of the reason are logged as they are.
    expect(program.log.slice(start)).toMatch(new RegExp(`reason=<\n(\t.*\n)*\t.*${reason.source}`));
  });
});

describe('--watch-plugins', () => {
  it('reloads a plugin in JavaScript, with what it imports', async () => {
    const built = join(folder, 'built');
    await mkdir(built);
    await writeFile(join(built, 'package.json'), '{ "type": "module" }');
    const names = `export const group = 'built.example.com'; export const plural = 'yawls';`;
    await writeFile(join(built, 'names.js'), names);
    await writeFile(
      join(built, 'index.js'),
      `import { ApiGroupPlugin, ApiType, Field, ObjectMeta, defineKind } from 'binnacle/plugin-api';
       import { group, plural } from './names.js';
       class Yawl {}
       ApiType({ name: 'com.example.built.v1.Yawl' })(Yawl);
       Field(1, ObjectMeta)(Yawl.prototype, 'metadata');
       const kind = { kind: 'Yawl', plural, namespaced: false, versions: [{ name: 'v1', type: Yawl }], storageVersion: 'v1' };
       export class BuiltPlugin {}
       ApiGroupPlugin({ group, versions: ['v1'], kinds: [defineKind(kind)] })(BuiltPlugin);`,
    );
    await start(['--plugins=./built', '--watch-plugins'], folder);
    const names1 = async (): Promise<string[]> =>
      ((await client.get('/apis/built.example.com/v1')).body.resources as Json[]).map(({ name }) => name as string);
    expect(await names1()).toEqual(['yawls']);
    await writeFile(join(built, 'names.js'), names.replace('yawls', 'ketches'));
    await until(async () => (await names1()).includes('ketches'));
    expect(await names1()).toEqual(['ketches']);
    await stop();
  });

  it('is what dev needs a file for', async () => {
    await expect(run(process.execPath, [MAIN, 'dev'], { cwd: plugin })).rejects.toMatchObject({
      code: 2,
      stderr: 'error: the FILE of a plugin is missing: binnacle dev FILE\n',
    });
  });
});
