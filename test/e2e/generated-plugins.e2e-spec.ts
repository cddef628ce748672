import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { TSC, installPacked, run, unpack } from '../support/packed-package.js';

const CREATE = resolve('packages', 'create-binnacle-plugin');

let folder: string;
let main: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-generated-'));
  main = join(await installPacked(folder), 'dist', 'src', 'main.js');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the installed program in a folder below that of the tests; rejects where it fails. */
const binnacle = (cwd: string, ...words: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
  run(process.execPath, [main, ...words], { cwd: join(folder, cwd) });

const read = (...path: readonly string[]): Promise<string> => readFile(join(folder, ...path), 'utf8');

/** Compiles a plugin, and runs its tests; rejects with what they print. */
async function buildAndTest(plugin: string): Promise<string> {
  const cwd = join(folder, plugin);
  await run(process.execPath, [TSC], { cwd });
  const { scripts } = JSON.parse(await read(plugin, 'package.json')) as { scripts: { test: string } };
  // Releases of Node report in different forms unless one is named.
  const command = scripts.test.replace('npm run build && node', `'${process.execPath}' --test-reporter=tap`);
  const { stdout } = await run('sh', ['-c', command], { cwd });
  return stdout;
}

describe('a generated plugin', () => {
  beforeAll(() => binnacle('.', 'new', 'plugin', 'ports'));

  it('compiles, and its tests pass', async () => {
    expect(await buildAndTest('ports')).toMatch(/# tests 2\n[^]*# fail 0\n/);
  });

  it('is served, with the example for kubectl', async () => {
    expect(await read('ports', 'examples', 'port.yaml')).toContain('apiVersion: ports.example.com/v1\nkind: Port\n');
    const { stdout: printed } = await binnacle('ports', 'plugin', 'examples', '--plugins=.');
    expect(printed).toMatch(/kind: Port\n[^]*name: first\n[^]*size: 3\n/);
    const source = `
      import { startApiServer } from 'binnacle';
      import * as plugin from './dist/index.js';
      const server = await startApiServer({ plugins: Object.values(plugin) });
      await server.close();
      console.log('served');
    `;
    await writeFile(join(folder, 'ports', 'serve.mjs'), source);
    expect((await run(process.execPath, ['serve.mjs'], { cwd: join(folder, 'ports') })).stdout).toBe('served\n');
    const { stdout } = await binnacle('ports', 'manifests', '--plugins=.', '--image=ports');
    expect(stdout).toContain('/plugins/ports');
    expect(stdout).toContain('name: v1.ports.example.com');
  });

  it('grows by kinds, versions, subresources, webhooks and controllers, each with tests that pass', async () => {
    for (const words of [
      'kind BoatYard',
      'version v1beta1 --kind=Port',
      'version v2 --kind=Port',
      'subresource depart --kind=Port',
      'subresource moor-up --kind=BoatYard',
      'subresource outlook --read-only --kind=Port',
      'webhook customs --kind=Port',
      'controller tide --kind=BoatYard',
      'controller ebb --kind=Port',
    ]) {
      const { stderr } = await binnacle('ports', 'new', ...words.split(' '));
      expect(stderr).toBe('');
    }
    const plugin = await read('ports', 'src', 'ports.plugin.ts');
    expect(plugin).toContain("versions: ['v1', 'v1beta1', 'v2'],\n  kinds: [portKind, boatYardKind],");
    expect(plugin).toContain('controllers: [TideController, EbbController],\n  admission: [CustomsAdmission],');
    expect(await buildAndTest('ports')).toMatch(/# tests 18\n[^]*# fail 0\n/);
  });

  it('fails its tests when a conversion loses something', async () => {
    const path = join(folder, 'ports', 'src', 'port', 'port-v2.conversion.ts');
    const text = await readFile(path, 'utf8');
    const dropped = "({ 'spec.note': { to: 'spec.note', fromHub: () => undefined } })";
    await writeFile(path, text.replace('({})', dropped));
    await expect(buildAndTest('ports')).rejects.toMatchObject({ stdout: expect.stringContaining('spec.note') });
    await writeFile(path, text);
  });

  it('takes names of its own', async () => {
    const flags = ['--group=fleet.acme.io', '--kind=HTTPBuoy', '--plural=buoys', '--version=v1alpha1'];
    await binnacle('.', 'new', 'plugin', 'my-fleet', ...flags);
    expect(await read('my-fleet', 'src', 'my-fleet.plugin.ts')).toContain(
      "group: 'fleet.acme.io',\n  versions: ['v1alpha1']",
    );
    expect(await buildAndTest('my-fleet')).toMatch(/# fail 0\n/);
    await binnacle('my-fleet', 'new', 'version', 'v1');
    await binnacle('my-fleet', 'new', 'subresource', 'light');
    expect(await buildAndTest('my-fleet')).toMatch(/# fail 0\n/);
  });
});

describe('binnacle new', () => {
  beforeAll(() => binnacle('.', 'new', 'plugin', 'docks'));

  it('shows what it would write, and writes nothing', async () => {
    const { stdout } = await binnacle('.', 'new', 'plugin', 'quays', '--dry-run');
    expect(stdout).toContain('would create quays/src/quay/quay.kind.ts\n');
    expect(stdout).toContain('Nothing was written');
    expect(existsSync(join(folder, 'quays'))).toBe(false);
    const before = await read('docks', 'src', 'docks.plugin.ts');
    expect((await binnacle('docks', 'new', 'kind', 'Crane', '--dry-run')).stdout).toContain(
      'would edit   src/docks.plugin.ts\n',
    );
    expect(await read('docks', 'src', 'docks.plugin.ts')).toBe(before);
    expect(await readdir(join(folder, 'docks', 'src'))).toEqual(['dock', 'docks.plugin.ts', 'index.ts']);
  });

  it('overwrites only when it is forced to', async () => {
    const path = join(folder, 'docks', 'README.md');
    await writeFile(path, 'mine');
    await expect(binnacle('.', 'new', 'plugin', 'docks')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/docks\/README\.md, .*: there already; --force overwrites/),
    });
    expect(await readFile(path, 'utf8')).toBe('mine');
    await binnacle('.', 'new', 'plugin', 'docks', '--force');
    expect(await readFile(path, 'utf8')).toContain('# docks');
  });

  it('says what to add where a file cannot be edited safely', async () => {
    const path = join(folder, 'docks', 'src', 'docks.plugin.ts');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('kinds: [dockKind]', 'kinds: allKinds()'));
    const { stdout, stderr } = await binnacle('docks', 'new', 'kind', 'Crane');
    expect(stdout).toContain('created src/crane/crane.kind.ts\n');
    expect(stdout).not.toContain('edited');
    expect(stderr).toBe(
      'src/docks.plugin.ts could not be edited safely; add this to it:\n' +
        "    import { craneKind } from './crane/crane.kind.js';\n    kinds: [..., craneKind]\n",
    );
    await writeFile(path, text);
  });

  it.each([
    ['docks', 'version v1 --kind=Dock', 'has the version v1 already'],
    ['docks', 'version v1.2', 'is no version such as'],
    ['docks', 'version v2 --kind=Ship', '--kind: there is no kind "Ship" here; there is Crane, Dock'],
    ['docks', 'controller tide', '--kind KIND is missing; there are Crane, Dock'],
    ['docks', 'kind dock', 'Did you mean Dock?'],
    ['docks', 'kind Ship --version=v3', 'has the versions v1'],
    ['docks', 'subresource scale --kind=Dock', 'hasStatus, or scale'],
    ['.', 'kind Ship', 'no class below src has @ApiGroupPlugin'],
    ['.', 'plugin ../x', 'plugin "../x": '],
    ['.', 'plugin', 'the name of the plugin is missing'],
    ['.', 'plugin a b', 'one name is needed, and 2 are given'],
    ['.', 'plugin ports2 --gruop=a', 'Did you mean --group?'],
    ['.', 'plugin ports2 --group=x.k8s.io', 'is reserved for Kubernetes itself'],
    ['.', 'plugni ports2', 'unknown command "new plugni". Did you mean new plugin?'],
  ])('refuses, in the folder %s, new %s', async (cwd, words, message) => {
    await expect(binnacle(cwd, 'new', ...words.split(' '))).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  });
});

describe('the package create-binnacle-plugin', () => {
  it('writes a plugin, as npm create calls it', async () => {
    const installed = await unpack(CREATE, join(folder, 'node_modules', 'create-binnacle-plugin'));
    const { bin } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
      bin: Record<string, string>;
    };
    const { stdout } = await run(process.execPath, [join(installed, ...Object.values(bin)), 'piers', '--kind=Pier'], {
      cwd: folder,
    });
    expect(stdout).toContain('created piers/src/pier/pier.kind.ts\n');
  });

  it('depends on this version of the server', async () => {
    const versionOf = async (path: string): Promise<Record<string, never>> =>
      JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as Record<string, never>;
    const [own, create] = [await versionOf(resolve('.')), await versionOf(CREATE)];
    expect([create.version, create.dependencies, create.engines]).toEqual([
      own.version,
      { binnacle: own.version },
      own.engines,
    ]);
  });
});
