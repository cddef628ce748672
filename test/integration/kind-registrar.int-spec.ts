import type { KindRegistrar, ServedKind } from '../../src/plugin-api/index.js';
import type { KindOutcome } from '../../src/plugin-api/built-in.js';
import { buoysInV2, buoysV1, buoysV1AndV2, buoysV2, declareBuoys } from '../fixtures/plugins/buoys.js';
import { GaugePlugin } from '../fixtures/plugins/gauge.plugin.js';
import { eventually } from '../support/eventually.js';
import { RegistrarPlugin, registrar } from '../support/registrar.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestWatch } from '../support/test-client.js';

const V1 = '/apis/sea.example.com/v1/namespaces/default/buoys';
const V2 = '/apis/sea.example.com/v2/namespaces/default/buoys';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

let server: TestServer;
let kinds: KindRegistrar;

beforeAll(async () => {
  server = await startTestServer({ plugins: [RegistrarPlugin] });
  await server.ready;
  kinds = registrar();
});

afterAll(() => server.close());

const alive = new Set<ServedKind>();

function served({ kind, conflicts }: KindOutcome): ServedKind {
  expect(conflicts).toBeUndefined();
  alive.add(kind!);
  return kind!;
}

afterEach(async () => {
  for (const path of [V1, V2]) await server.client.delete(path);
  for (const kind of alive) kinds.withdraw(kind);
  alive.clear();
});

const serve = (definition: Parameters<typeof declareBuoys>[0]): ServedKind =>
  served(kinds.serve(declareBuoys(definition)));

const buoy = (version: string, name: string, spec: Json): Json => ({
  apiVersion: `sea.example.com/${version}`,
  kind: 'Buoy',
  metadata: { name },
  spec,
});

async function watchNew(path: string, query = ''): Promise<TestWatch> {
  const { metadata } = (await server.client.get(path)).body;
  return server.client.watch(`${path}?resourceVersion=${(metadata as Json).resourceVersion}${query}`);
}

describe('KindRegistrar.serve()', () => {
  it('serves a kind at once, in every view the server has of what it serves', async () => {
    expect((await server.client.get(V1)).status).toBe(404);
    serve(buoysV1);
    expect((await server.client.post(V1, buoy('v1', 'a', { at: '1,2' }))).status).toBe(201);
    const { resources } = (await server.client.get('/apis/sea.example.com/v1')).body;
    expect((resources as Json[]).map(({ name }) => name as string)).toEqual(['buoys', 'buoys/status']);
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const { items } = (await server.request('GET', '/apis', { headers: { accept } })).body;
    const sea = (items as Json[]).find(({ metadata }) => (metadata as Json).name === 'sea.example.com')!;
    expect(sea.versions).toMatchObject([{ version: 'v1', resources: [{ resource: 'buoys', shortNames: ['by'] }] }]);
    const { paths } = (await server.client.get('/openapi/v3/apis/sea.example.com/v1')).body;
    expect(Object.keys(paths as Json)).toContain(`/apis/sea.example.com/v1/namespaces/{namespace}/buoys/{name}`);
    const { definitions } = (await server.client.get('/openapi/v2')).body;
    expect(Object.keys(definitions as Json)).toContain('com.example.sea.v1.Buoy');
    const table = (await server.request('GET', V1, { headers: { accept: TABLE } })).body;
    expect((table.rows as Json[]).map(({ cells }) => cells as string[])).toEqual([['1,2']]);
  });

  it('has its objects collected with their owners and deleted with their namespace', async () => {
    serve(buoysV1);
    const owner = (
      await server.client.post('/api/v1/namespaces/default/configmaps', {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'owner' },
      })
    ).body.metadata as Json;
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.uid as string }];
    const owned = buoy('v1', 'owned', {});
    await server.client.post(V1, { ...owned, metadata: { name: 'owned', ownerReferences } });
    await server.client.delete('/api/v1/namespaces/default/configmaps/owner');
    await eventually(async () => expect((await server.client.get(`${V1}/owned`)).status).toBe(404));

    await server.client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'bay' } });
    const inBay = V1.replace('default', 'bay');
    expect((await server.client.post(inBay, buoy('v1', 'b', {}))).status).toBe(201);
    await server.client.delete('/api/v1/namespaces/bay');
    await eventually(async () => expect((await server.client.get('/api/v1/namespaces/bay')).status).toBe(404));
    expect((await server.client.get(inBay)).body.items).toEqual([]);
  });

  it('counts its objects in quotas', async () => {
    serve(buoysV1);
    await server.client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'pond' } });
    const quota = { metadata: { name: 'few' }, spec: { hard: { 'count/buoys.sea.example.com': '1' } } };
    await server.client.post('/api/v1/namespaces/pond/resourcequotas', {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      ...quota,
    });
    const path = '/api/v1/namespaces/pond/resourcequotas/few';
    await eventually(async () =>
      expect(((await server.client.get(path)).body.status as Json).hard).toEqual(quota.spec.hard),
    );
    const inPond = V1.replace('default', 'pond');
    expect((await server.client.post(inPond, buoy('v1', 'one', {}))).status).toBe(201);
    expect((await server.client.post(inPond, buoy('v1', 'two', {}))).status).toBe(403);
    await server.client.delete(inPond);
  });

  it('answers every name that is taken, and serves nothing then', async () => {
    serve(buoysV1);
    const rival = {
      ...buoysV1,
      plural: 'by',
      kind: 'BuoyList',
      listKind: 'Buoy',
      singular: 'buoy',
      shortNames: ['buoys'],
    };
    const owner = 'buoys.sea.example.com';
    expect(kinds.serve(declareBuoys(rival, 'rival'))).toEqual({
      conflicts: [
        { name: 'kind', value: 'BuoyList', owner },
        { name: 'listKind', value: 'Buoy', owner },
        { name: 'plural', value: 'by', owner },
        { name: 'singular', value: 'buoy', owner },
        { name: 'shortNames', value: 'buoys', owner },
      ],
    });
    expect((await server.client.get('/apis/sea.example.com/v1/by')).status).toBe(404);
  });

  it.each([
    ['apps', 'AppsPlugin'],
    ['registrar.example.com', 'RegistrarPlugin'],
  ])('answers that a plugin has the group version %s/v1, unless it is the owner', (group, owner) => {
    const declaration = { ...declareBuoys(buoysV1), group };
    expect(kinds.serve(declaration).conflicts).toEqual([{ name: 'groupVersion', value: `${group}/v1`, owner }]);
    served(kinds.serve({ ...declaration, owner }));
  });

  it('answers that another kind is stored where its objects would be', () => {
    const definition = { ...buoysV1, storagePrefix: 'configmaps' };
    expect(kinds.serve(declareBuoys(definition)).conflicts).toEqual([
      { name: 'storagePrefix', value: 'configmaps', owner: 'configmaps' },
    ]);
  });

  it('throws for a declaration that lacks what a kind is served by', () => {
    const nameless = { ...declareBuoys(buoysV1), definition: { ...buoysV1, plural: undefined, versions: undefined } };
    expect(() => kinds.serve(nameless as never)).toThrow(
      /Buoy: has no plural; expected .*\n.*Buoy: has no versions; expected a list of versions/,
    );
  });

  it('throws for a declaration that could never be served', () => {
    expect(() => kinds.serve(declareBuoys({ ...buoysV1, storageVersion: 'v7' }))).toThrow(
      'storage version "v7" is not one',
    );
    expect(() => kinds.serve({ ...declareBuoys(buoysV1), group: 'Sea' })).toThrow('group "Sea" cannot be');
    const strategy = class Late extends Object {} as never;
    expect(() => kinds.serve(declareBuoys({ ...buoysV1, strategy }))).toThrow('Late: is declared as a class');
    serve(buoysV1);
  });

  it('leaves a plugin without a name that such a kind has', async () => {
    const kind = served(
      kinds.serve({ ...declareBuoys({ ...buoysV1, shortNames: ['gg'] }), group: 'metering.example.com' }),
    );
    await expect(server.install(GaugePlugin)).rejects.toThrow(
      'short name "gg" of group "metering.example.com" is already',
    );
    kinds.withdraw(kind);
    await server.install(GaugePlugin);
    await server.uninstall(GaugePlugin);
  });
});

describe('KindRegistrar.replace()', () => {
  it('adds a version while watches go on, and takes one away, which ends its watches alone', async () => {
    const kind = serve(buoysV1);
    await server.client.post(V1, buoy('v1', 'old', { at: '1,2' }));
    const first = await watchNew(V1);
    served(await kinds.replace(kind, declareBuoys(buoysV1AndV2)));
    const second = await watchNew(V2);
    await server.client.post(V2, buoy('v2', 'new', { x: 3, y: 4 }));
    expect(await first.next()).toMatchObject({
      type: 'ADDED',
      object: { apiVersion: 'sea.example.com/v1', spec: { at: '3,4' } },
    });
    expect(await second.next()).toMatchObject({
      type: 'ADDED',
      object: { apiVersion: 'sea.example.com/v2', spec: { x: 3 } },
    });
    expect((await server.client.get(`${V2}/old`)).body.spec).toEqual({ x: 1, y: 2 });
    const { versions } = (await server.client.get('/apis/sea.example.com')).body;
    expect((versions as Json[]).map(({ version }) => version as string)).toEqual(['v2', 'v1']);

    served(await kinds.replace(kind, declareBuoys(buoysV1)));
    expect(await second.next()).toBeUndefined();
    await server.client.post(V1, buoy('v1', 'last', { at: '5,6' }));
    expect(await first.names(1)).toEqual(['ADDED last']);
    expect((await server.client.get(V2)).status).toBe(404);
    first.stop();
  });

  it('stores in another version while watches of both go on, each in its own shape', async () => {
    const kind = serve(buoysV1AndV2);
    await server.client.post(V1, buoy('v1', 'a', { at: '1,2' }));
    const [first, second] = [await watchNew(V1), await watchNew(V2)];
    const table = await server.client.open('GET', `${V1}?watch=true`, { headers: { accept: TABLE } });
    const before = (await server.client.get(V1)).body.metadata as Json;
    served(await kinds.replace(kind, declareBuoys(buoysInV2)));
    expect((await server.client.get(`${V1}/a`)).body.spec).toEqual({ at: '1,2' });
    expect((await server.client.get(`${V2}/a`)).body.spec).toEqual({ x: 1, y: 2 });
    await server.client.patch(`${V1}/a`, 'merge-patch', { spec: { at: '7,8' } });
    expect(await first.next()).toMatchObject({ type: 'MODIFIED', object: { kind: 'Buoy', spec: { at: '7,8' } } });
    expect(await second.next()).toMatchObject({ type: 'MODIFIED', object: { kind: 'Buoy', spec: { x: 7, y: 8 } } });
    const late = await server.client.watch(`${V2}?resourceVersion=${before.resourceVersion as string}`);
    expect(await late.next()).toMatchObject({ type: 'MODIFIED', object: { spec: { x: 7 } } });
    const rows = await firstLines(table, 2);
    expect(rows.map(({ object }) => (object.columnDefinitions as Json[])[0].name as string)).toEqual(['Place', 'X']);
    for (const watch of [first, second, late]) watch.stop();
    table.destroy();
  });

  it('reads what is stored in a version that is not served any more', async () => {
    const kind = serve(buoysV1);
    await server.client.post(V1, buoy('v1', 'a', { at: '1,2' }));
    const watch = await watchNew(V1);
    served(await kinds.replace(kind, declareBuoys(buoysV2)));
    expect(await watch.next()).toBeUndefined();
    expect((await server.client.get(V2)).body.items).toMatchObject([{ metadata: { name: 'a' }, spec: { x: 1, y: 2 } }]);
  });

  it('ends a watch that selects by a field which cannot be selected by any more', async () => {
    const kind = serve(buoysV1);
    const [all, some] = [await watchNew(V1), await watchNew(V1, '&fieldSelector=spec.at%3Dhere')];
    const { selectableFields: _none, ...plain } = buoysV1;
    served(await kinds.replace(kind, declareBuoys(plain)));
    expect(await some.next()).toBeUndefined();
    await server.client.post(V1, buoy('v1', 'a', {}));
    expect(await all.names(1)).toEqual(['ADDED a']);
    all.stop();
  });

  it('loses no change and repeats none while objects are written and the storage version goes to and fro', async () => {
    const kind = serve(buoysV1AndV2);
    const watch = await watchNew(V1);
    const writing = (async () => {
      for (let i = 0; i < 60; i++)
        expect((await server.client.post(V1, buoy('v1', `b${i}`, { at: `${i},0` }))).status).toBe(201);
    })();
    for (let i = 0; i < 10; i++) {
      served(await kinds.replace(kind, declareBuoys(i % 2 === 0 ? buoysInV2 : buoysV1AndV2)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writing;
    expect(await watch.names(60)).toEqual(Array.from({ length: 60 }, (_, i) => `ADDED b${i}`));
    const { items } = (await server.client.get(V1)).body;
    expect(
      (items as Json[]).map(({ spec, metadata }) => `b${String(spec.at).split(',')[0]}` === metadata.name),
    ).toEqual(Array.from({ length: 60 }, () => true));
    watch.stop();
  });

  it('follows what owner references may name', async () => {
    const kind = serve(buoysV1);
    const { uid } = (await server.client.post(V1, buoy('v1', 'owner', {}))).body.metadata as Json;
    const ownerReferences = [{ apiVersion: 'sea.example.com/v2', kind: 'Buoy', name: 'owner', uid: uid as string }];
    const path = '/api/v1/namespaces/default/configmaps';
    await server.client.post(path, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'tail', ownerReferences },
    });
    await server.client.delete(`${V1}/owner`);
    served(await kinds.replace(kind, declareBuoys(buoysV1AndV2)));
    await eventually(async () => expect((await server.client.get(`${path}/tail`)).status).toBe(404));
  });

  it('answers conflicts and leaves the kind as it was, with the names it had', async () => {
    const kind = serve(buoysV1);
    const other = served(
      kinds.serve(declareBuoys({ ...buoysV1, kind: 'Float', plural: 'floats', shortNames: ['fl'] }, 'floats')),
    );
    const outcome = await kinds.replace(kind, declareBuoys({ ...buoysV1, shortNames: ['fl', 'free'] }));
    expect(outcome.conflicts).toEqual([{ name: 'shortNames', value: 'fl', owner: 'floats' }]);
    expect(kind.declaration.definition.shortNames).toEqual(['by']);
    await expect(kinds.replace(kind, declareBuoys({ ...buoysV1, storageVersion: 'v3' }))).rejects.toThrow(
      '"v3" is not one',
    );
    await expect(kinds.replace(kind, declareBuoys({ ...buoysV1, plural: 'others' }))).rejects.toThrow(
      'another resource',
    );
    expect(kinds.serve(declareBuoys({ ...buoysV1, plural: 'x', kind: 'X' }, 'x')).conflicts).toHaveLength(1);
    kinds.withdraw(other);
    kinds.withdraw(kind);
    serve({ ...buoysV1, shortNames: ['fl', 'free'] });
  });

  it('rejects for a kind that is withdrawn, also meanwhile', async () => {
    const kind = serve(buoysV1);
    await server.client.get(V1);
    const replacing = kinds.replace(kind, declareBuoys(buoysInV2));
    const next = kinds.replace(kind, declareBuoys(buoysV1));
    kinds.withdraw(kind);
    await expect(replacing).rejects.toThrow('buoys.sea.example.com is withdrawn');
    await expect(next).rejects.toThrow('is withdrawn');
    expect((await server.client.get(V1)).status).toBe(404);
    serve(buoysV1);
  });
});

describe('KindRegistrar.withdraw()', () => {
  it('ends watches, frees names and leaves what is stored', async () => {
    const kind = serve(buoysV1);
    await server.client.post(V1, buoy('v1', 'kept', { at: '1,2' }));
    const watch = await watchNew(V1);
    kinds.withdraw(kind);
    kinds.withdraw(kind);
    expect(await watch.next()).toBeUndefined();
    expect((await server.client.get('/apis/sea.example.com')).status).toBe(404);
    serve(buoysV1);
    expect((await server.client.get(`${V1}/kept`)).body.spec).toEqual({ at: '1,2' });
  });
});

describe('KindRegistrar.onNamesFreed()', () => {
  it('reports freed names, so that a rejected kind is served', async () => {
    const kind = serve(buoysV1);
    const waiting = declareBuoys({ ...buoysV1, kind: 'Float', plural: 'floats', shortNames: ['by'] }, 'floats');
    expect(kinds.serve(waiting).conflicts).toHaveLength(1);
    const groups: string[] = [];
    let float: ServedKind | undefined;
    const stop = kinds.onNamesFreed((group) => {
      groups.push(group);
      float ??= kinds.serve(waiting).kind;
    });
    served(await kinds.replace(kind, declareBuoys({ ...buoysV1, shortNames: ['bb'] })));
    expect((await server.client.get('/apis/sea.example.com/v1/floats')).status).toBe(200);
    kinds.withdraw(kind);
    kinds.withdraw(float!);
    await server.install(GaugePlugin);
    await server.uninstall(GaugePlugin);
    stop();
    kinds.withdraw(serve(buoysV1));
    expect(groups).toEqual(['sea.example.com', 'sea.example.com', 'sea.example.com', 'metering.example.com']);
  });
});

async function firstLines(stream: AsyncIterable<Buffer>, count: number): Promise<{ object: Json }[]> {
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    const lines = text.split('\n');
    if (lines.length > count) return lines.slice(0, count).map((line) => JSON.parse(line) as { object: Json });
  }
  throw new Error('the stream has ended');
}
