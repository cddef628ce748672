import {
  type ApiClass,
  ApiGroupPlugin,
  type ApiGroupPluginOptions,
  type ApiObject,
  ApiType,
  Field,
  HealthCheck,
  ObjectMeta,
  type Strategy,
  defineKind,
} from '../../src/plugin-api/index.js';
import type { PluginClass } from '../../src/plugin-host/index.js';
import { BooksPlugin, LedgerPlugin } from '../fixtures/plugins/ledger.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { TestAnswer } from '../support/test-client.js';

const BUOYS = '/apis/sea.example.com/v1/namespaces/default/buoys';

interface Buoy extends ApiObject {
  depth?: number;
}

/** A class as each loading of a module makes it: another one every time. */
function buoyClass(name: string): ApiClass<Buoy> {
  class Loaded {
    metadata: ObjectMeta;
    depth?: number;
  }
  ApiType({ name: `com.example.sea.v1.${name}` })(Loaded);
  Field(1, ObjectMeta)(Loaded.prototype, 'metadata');
  Field(2, 'int32', { pointer: true })(Loaded.prototype, 'depth');
  return Loaded;
}

const kindOf = (kind: string, strategy: Strategy<Buoy> = {}) =>
  defineKind<Buoy>({
    kind,
    plural: `${kind.toLowerCase()}s`,
    namespaced: true,
    versions: [{ name: 'v1', type: buoyClass(kind) }],
    storageVersion: 'v1',
    strategy,
  });

const markedBy = (mark: string): Strategy<Buoy> => ({
  prepareForCreate: ({ metadata }) => void (metadata.labels = { mark }),
});

class SeaCheck extends HealthCheck {
  readonly name = 'sea';

  check(): void {}
}

/** A version of the plugin; each has a health check of the same name. */
function seaPlugin({ fails = false, ...options }: Partial<ApiGroupPluginOptions> & { fails?: boolean }): PluginClass {
  class SeaPlugin {
    onApplicationBootstrap(): void {
      if (fails) throw new Error('its start fails');
    }
  }
  const defaults = { group: 'sea.example.com', versions: ['v1'], kinds: [], healthChecks: [SeaCheck] };
  ApiGroupPlugin({ ...defaults, ...options })(SeaPlugin);
  return SeaPlugin;
}

let server: TestServer;
let first: PluginClass;

beforeEach(async () => {
  server = await startTestServer();
  first = seaPlugin({ kinds: [kindOf('Buoy', markedBy('first')), kindOf('Raft')] });
  await server.install(first);
});

afterEach(() => server.close());

const create = (name: string): Promise<TestAnswer> => server.client.post(BUOYS, { metadata: { name }, depth: 3 });
const markOf = async (name: string): Promise<string> => (await create(name)).body.metadata.labels.mark as string;
const statusOf = async (path: string): Promise<number> => (await server.client.get(path)).status;

describe('ApiServer.replace()', () => {
  it('serves the new declarations, and watches go on', async () => {
    expect(await markOf('a')).toBe('first');
    const watch = await server.client.watch(BUOYS);
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'a' } } });
    await server.replace(first, seaPlugin({ kinds: [kindOf('Buoy', markedBy('second')), kindOf('Ship')] }));
    expect(await markOf('b')).toBe('second');
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'b' }, depth: 3 } });
    expect((await server.client.get(BUOYS)).body.items).toHaveLength(2);
    expect(await statusOf(BUOYS.replace('buoys', 'ships'))).toBe(200);
    expect(await statusOf(BUOYS.replace('buoys', 'rafts'))).toBe(404);
  });

  it('serves stored objects as those of a kind that has another name now', async () => {
    await create('a');
    await server.replace(first, seaPlugin({ kinds: [{ ...kindOf('Marker'), plural: 'buoys' }] }));
    const { kind, depth } = (await server.client.get(`${BUOYS}/a`)).body;
    expect([kind, depth]).toEqual(['Marker', 3]);
  });

  it('keeps the former plugin where the version is gone in which objects are stored', async () => {
    await create('a');
    const versions = [{ name: 'v2', type: buoyClass('Later') }];
    const next = seaPlugin({ versions: ['v2'], kinds: [{ ...kindOf('Buoy'), versions, storageVersion: 'v2' }] });
    await expect(server.replace(first, next)).rejects.toThrow(
      'SeaPlugin: Buoy/v2: 1 object is stored in sea.example.com/v1, which the kind does not declare; keep v1 with served: false until they have been written again',
    );
    expect(await statusOf(`${BUOYS}/a`)).toBe(200);
  });

  it('lets a request that runs finish with the old strategy', async () => {
    let release = (): void => {};
    let reach = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const validateAsync = async (): Promise<[]> => {
      reach();
      await gate;
      return [];
    };
    const waiting = seaPlugin({ kinds: [kindOf('Buoy', { ...markedBy('waiting'), validateAsync })] });
    await server.replace(first, waiting);
    const slow = markOf('slow');
    await reached;
    await server.replace(waiting, seaPlugin({ kinds: [kindOf('Buoy', markedBy('third'))] }));
    expect(await markOf('quick')).toBe('third');
    release();
    expect(await slow).toBe('waiting');
  });

  it.each<[string, () => PluginClass, string]>([
    [
      'takes names of others',
      () => seaPlugin({ kinds: [kindOf('Buoy'), kindOf('Raft'), { ...kindOf('Ship'), plural: 'buoys' }] }),
      'buoys',
    ],
    ['is of another group', () => seaPlugin({ group: 'lake.example.com', kinds: [] }), 'has another group'],
    [
      'fails when it starts',
      () => seaPlugin({ kinds: [kindOf('Buoy', markedBy('bad'))], fails: true }),
      'its start fails',
    ],
    ['is no plugin', () => Date as unknown as PluginClass, 'is not decorated'],
  ])('leaves the old one where the new one %s', async (_what, next, message) => {
    const watch = await server.client.watch(BUOYS);
    await expect(server.replace(first, next())).rejects.toThrow(message);
    expect(await markOf('a')).toBe('first');
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'a' } } });
    expect(await statusOf(BUOYS.replace('buoys', 'rafts'))).toBe(200);
    expect(await statusOf('/readyz/sea')).toBe(200);
    await server.replace(first, seaPlugin({ kinds: [kindOf('Buoy', markedBy('good'))] }));
    expect(await markOf('b')).toBe('good');
  });

  it('leaves nothing of either when the new one is uninstalled', async () => {
    const second = seaPlugin({ kinds: [kindOf('Buoy')] });
    await server.replace(first, second);
    await server.uninstall(first);
    expect(await statusOf(BUOYS)).toBe(200);
    await server.uninstall(second);
    expect([await statusOf(BUOYS), await statusOf('/readyz/sea')]).toEqual([404, 404]);
    await server.install(first);
    expect(await markOf('again')).toBe('first');
  });

  it('leaves the old one where the new one lacks a kind that another plugin adds versions to', async () => {
    const entries = '/apis/ledger.example.com/v1/namespaces/default/entries';
    const books = '/apis/books.example.com/v1beta1/namespaces/default/entries';
    await server.install(LedgerPlugin);
    await server.install(BooksPlugin);
    const without = seaPlugin({ group: 'ledger.example.com', healthChecks: [], kinds: [kindOf('Ledger')] });
    await expect(server.replace(LedgerPlugin, without)).rejects.toThrow('BooksPlugin: has versions of entries');
    await server.client.post(entries, { metadata: { name: 'a' }, text: 'kept' });
    expect((await server.client.get(`${books}/a`)).body.line).toBe('kept');
    expect(await statusOf('/apis/ledger.example.com/v1/namespaces/default/ledgers')).toBe(404);
    await server.client.delete(`${entries}/a`);
    await server.uninstall(BooksPlugin);
    await server.replace(LedgerPlugin, without);
    expect(await statusOf(entries)).toBe(404);
  });
});
