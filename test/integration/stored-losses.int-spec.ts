import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../src/commands/index.js';
import {
  ApiGroupPlugin,
  ApiType,
  Field,
  type KindDefinition,
  KubernetesObject,
  defineKind,
} from '../../src/plugin-api/index.js';
import type { PluginClass } from '../../src/plugin-host/index.js';
import { BUILT_IN_PLUGINS } from '../../src/plugins.js';
import { type LogLines, collectLines } from '../support/log-lines.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const BUOYS = '/apis/sea.example.com/v1/namespaces/default/buoys';
const CRD = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'whales.sea.example.com' },
  spec: {
    group: 'sea.example.com',
    names: { kind: 'Whale', plural: 'whales' },
    scope: 'Namespaced',
    versions: [{ name: 'v3', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

@ApiType({ name: 'com.example.sea.v1.Buoy' })
class Buoy extends KubernetesObject {
  @Field(2, 'int32') depth?: number;
}

/** Returns a plugin of one kind, which is a Buoy but for the changes. */
function seaPlugin(changes: Partial<KindDefinition<Buoy>> = {}): PluginClass {
  const kind = { kind: 'Buoy', plural: 'buoys', namespaced: true, versions: [{ name: 'v1', type: Buoy }] };
  const versions = (changes.versions ?? kind.versions).map(({ name }) => name);
  class SeaPlugin {
    readonly isPlugin = true;
  }
  ApiGroupPlugin({
    group: 'sea.example.com',
    versions,
    kinds: [defineKind<Buoy>({ ...kind, ...changes } as KindDefinition<Buoy>)],
  })(SeaPlugin);
  return SeaPlugin;
}

const RENAMED = { kind: 'Raft', plural: 'rafts' };
const LATER = { versions: [{ name: 'v2', type: Buoy }], storageVersion: 'v2' };

let directory: string;
let server: TestServer;
let lines: LogLines;

async function start(...plugins: PluginClass[]): Promise<void> {
  lines = collectLines();
  server = await startTestServer({ storage: { dataDir: directory }, plugins, logger: lines.logger });
}

async function restart(...plugins: PluginClass[]): Promise<string[]> {
  await server.close();
  await start(...plugins);
  const found = lines.text.split('\n').filter((line) => line.includes('stored objects are not served'));
  return found.map((line) => (JSON.parse(line) as { reason: string }).reason);
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-losses-'));
  await start(seaPlugin());
  await server.client.post(BUOYS, { metadata: { name: 'north' }, depth: 3 });
  await server.client.post(BUOYS, { metadata: { name: 'south' }, depth: 4 });
});

afterEach(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

const HIDDEN =
  "2 objects are stored as buoys.sea.example.com, which no kind serves; Raft: declare storagePrefix: 'sea.example.com/buoys' to serve them where they are, or stop the server and run binnacle store rename-kind --from buoys.sea.example.com --to rafts.sea.example.com --kind Raft; objects that are not needed are deleted before their kind";
const UNDECLARED =
  'Buoy/v2: 2 objects are stored in sea.example.com/v1, which the kind does not declare; keep v1 with served: false until they have been written again';
const NARROWED =
  'Buoy: 2 objects are stored under buoys.sea.example.com in namespaces, but the kind is cluster-scoped now; give it the former scope, and another plural to a kind of the new one';

describe('a change of a plugin over stored objects', () => {
  it.each<[string, Partial<KindDefinition<Buoy>>, string]>([
    ['another plural', RENAMED, HIDDEN],
    ['a version less', LATER, UNDECLARED],
    ['another scope', { namespaced: false }, NARROWED],
  ])('is warned of at the start and refused for a running server: %s', async (_, changes, reason) => {
    expect(await restart(seaPlugin(changes))).toEqual([reason]);
    expect(await restart()).toEqual([]);
    await expect(server.install(seaPlugin(changes))).rejects.toThrow(`SeaPlugin: ${reason}`);
    const first = seaPlugin();
    await server.install(first);
    await expect(server.replace(first, seaPlugin(changes))).rejects.toThrow(`SeaPlugin: ${reason}`);
    expect((await server.client.get(`${BUOYS}/north`)).body).toMatchObject({ depth: 3 });
  });

  it('is no loss where the store is said where the objects are', async () => {
    expect(await restart(seaPlugin({ ...RENAMED, storagePrefix: 'sea.example.com/buoys' }))).toEqual([]);
    const { body } = await server.client.get(`${BUOYS.replace('buoys', 'rafts')}/north`);
    expect(body).toMatchObject({ kind: 'Raft', depth: 3 });
  });

  it('leaves alone what a CustomResourceDefinition of the group serves', async () => {
    await server.client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', CRD);
    const whales = '/apis/sea.example.com/v3/namespaces/default/whales';
    for (let made = 0; made !== 201;) {
      made = (
        await server.client.post(whales, { apiVersion: 'sea.example.com/v3', kind: 'Whale', metadata: { name: 'a' } })
      ).status;
    }
    expect(await restart(seaPlugin())).toEqual([]);
  });

  it('does not keep a plugin from changes that lose nothing more', async () => {
    const renamed = seaPlugin(RENAMED);
    await restart(renamed);
    await server.replace(renamed, seaPlugin({ ...RENAMED, shortNames: ['rf'] }));
    expect((await server.client.get(BUOYS.replace('buoys', 'rafts'))).status).toBe(200);
  });

  it('names the version and the remedy to clients', async () => {
    await restart(seaPlugin(LATER));
    const { status, body } = await server.client.get(BUOYS.replace('v1', 'v2'));
    expect([status, body.reason]).toEqual([500, 'StorageReadError']);
    expect(body.message).toMatch(
      /; the kind does not declare sea\.example\.com\/v1 any more: declare it with served: false until its objects have been written again$/,
    );
    expect(body.details.causes[0].message).toBe('the stored object cannot be read: it is stored in sea.example.com/v1');
  });
});

const NAMES = ['--from=buoys.sea.example.com', '--to=rafts.sea.example.com', '--kind=Raft'];

async function rename(...words: string[]): Promise<[number, string]> {
  let text = '';
  const write = (written: string): void => void (text += written);
  const ownPlugins = (): Promise<readonly PluginClass[]> => Promise.resolve(BUILT_IN_PLUGINS);
  const host = { out: { write }, err: { write }, ownPlugins };
  const code = await runCommand('store', ['rename-kind', `--data-dir=${directory}`, ...words], host);
  return [code!, text];
}

describe('binnacle store rename-kind', () => {
  it('moves the objects with their history and the references to them, and nothing without --write', async () => {
    const { body: north } = await server.client.get(`${BUOYS}/north`);
    const { uid, name } = north.metadata;
    const ownerReferences = [{ apiVersion: 'sea.example.com/v1', kind: 'Buoy', name, uid }];
    const maps = '/api/v1/namespaces/default/configmaps';
    await server.client.post(maps, { metadata: { name: 'chart', ownerReferences } });
    await server.client.patch(`${BUOYS}/north`, 'merge-patch', { depth: 9 });
    await server.client.delete(`${BUOYS}/south`);
    await server.close();
    const moved = 'buoys.sea.example.com to rafts.sea.example.com: 1 objects, with 3 former states\n';
    const owned = '1 objects of other resources refer to them as their owners\n';
    expect(await rename(...NAMES)).toEqual([0, `${moved}${owned}nothing was written: --write does it\n`]);
    expect(await rename(...NAMES, '--write')).toEqual([0, `${moved}${owned}written\n`]);
    expect(await rename(...NAMES, '--write')).toEqual([2, expect.stringContaining('there are values under')]);
    await start(seaPlugin(RENAMED));
    const rafts = BUOYS.replace('buoys', 'rafts');
    const { body } = await server.client.get(`${rafts}/north`);
    expect(body).toMatchObject({ kind: 'Raft', depth: 9, metadata: { uid } });
    const then = await server.client.get(
      `${rafts}?resourceVersionMatch=Exact&resourceVersion=${north.metadata.resourceVersion}`,
    );
    expect(then.body.items).toMatchObject([{ depth: 3 }]);
    const chart = await server.client.get(`${maps}/chart`);
    expect(chart.body.metadata.ownerReferences).toMatchObject([{ kind: 'Raft', uid }]);
    expect(lines.text).not.toContain('stored objects are not served');
  });

  it.each<[string, string[], string]>([
    ['a store that is in use', NAMES, 'is in use by another process'],
    ['a resource without objects', ['--from=rafts.sea.example.com', '--to=ships.sea.example.com'], 'no objects of'],
    [
      'the group of the server',
      ['--from=buoys.sea.example.com', '--to=leases.coordination.k8s.io'],
      'one of the server',
    ],
    ['a name without a group', ['--from=buoys', '--to=rafts.sea.example.com'], 'PLURAL.GROUP is needed'],
  ])('refuses %s', async (_, words, reason) => {
    if (words !== NAMES) await server.close();
    const [code, text] = await rename(...words);
    expect([code, text]).toEqual([2, expect.stringContaining(reason)]);
    if (words !== NAMES) await start(seaPlugin());
  });
});
