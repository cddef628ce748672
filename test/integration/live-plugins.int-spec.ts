import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { GaugePlugin } from '../fixtures/plugins/gauge.plugin.js';
import { BooksPlugin, LedgerPlugin } from '../fixtures/plugins/ledger.plugin.js';
import { widgetKind } from '../fixtures/plugins/widget.v1.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const GAUGES = '/apis/metering.example.com/v1/namespaces/default/gauges';
const ENTRIES = '/apis/ledger.example.com/v1/namespaces/default/entries';
const BOOKS = '/apis/books.example.com/v1beta1/namespaces/default/entries';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const gauge = (name: string, spec: Json = {}): Json => ({
  apiVersion: 'metering.example.com/v1',
  kind: 'Gauge',
  metadata: { name },
  spec: { unit: 'bar', ...spec },
});

async function groupNames(): Promise<string[]> {
  const { groups } = (await server.client.get('/apis')).body;
  return (groups as Json[]).map(({ name }) => name as string);
}

async function etagOf(path: string): Promise<string | undefined> {
  return (await server.client.get(path)).headers.etag;
}

describe('a kind whose shape is a schema, installed while the server runs', () => {
  let before: (string | undefined)[];

  beforeAll(async () => {
    before = [await etagOf('/openapi/v3/api/v1'), await etagOf('/openapi/v3/apis/apps/v1')];
    expect((await server.client.get(GAUGES)).status).toBe(404);
    await server.install(GaugePlugin);
  });

  afterAll(() => server.uninstall(GaugePlugin));

  it('is discovered at once', async () => {
    expect(await groupNames()).toContain('metering.example.com');
    const { resources } = (await server.client.get('/apis/metering.example.com/v1')).body;
    expect((resources as Json[]).map(({ name }) => name as string)).toEqual(['gauges', 'gauges/status']);
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const { items } = (await server.request('GET', '/apis', { headers: { accept } })).body;
    expect((items as Json[]).map(({ metadata }) => (metadata as Json).name as string)).toContain(
      'metering.example.com',
    );
  });

  it('is explained, and no document of another group is rebuilt for it', async () => {
    const { body } = await server.client.get('/openapi/v3/apis/metering.example.com/v1');
    const { Gauge } = Object.fromEntries(
      Object.entries((body.components as Json).schemas as Json).map(([name, of]) => [
        name.split('.').at(-1),
        of as Json,
      ]),
    );
    expect(Gauge['x-kubernetes-group-version-kind']).toEqual([
      { group: 'metering.example.com', version: 'v1', kind: 'Gauge' },
    ]);
    const { spec, metadata } = Gauge.properties as Json;
    expect((spec as Json).properties).toMatchObject({ unit: { description: 'Unit of its readings.' } });
    expect(JSON.stringify(metadata)).toContain('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta');
    expect([await etagOf('/openapi/v3/api/v1'), await etagOf('/openapi/v3/apis/apps/v1')]).toEqual(before);
    const v2 = (await server.client.get('/openapi/v2')).body;
    expect(Object.keys(v2.definitions as Json)).toContain('com.example.metering.v1.Gauge');
  });

  it('keeps what only a schema can say', async () => {
    const spec = {
      offset: 0,
      note: null,
      readings: [[1, 2.5], [], [3]],
      ranges: { a: { low: 0, high: 3 }, b: {} },
      marks: [{ at: 1, label: '' }],
      tags: [],
      settings: { any: { thing: [1, { deep: true }] }, empty: {} },
      template: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'x' },
        data: { k: '' },
      },
    };
    const created = await server.client.post(GAUGES, gauge('full', spec));
    expect(created.status).toBe(201);
    expect(created.body.spec).toMatchObject({ ...spec, scale: 10 });
    expect((await server.client.get(`${GAUGES}/full`)).body).toEqual(created.body);
  });

  it.each<[string, string, Json, number, string]>([
    ['a wrong type', '', { scale: 'big' }, 422, 'spec.scale in body must be of type integer: "string"'],
    ['an unknown member, strictly', '?fieldValidation=Strict', { ghost: 1 }, 400, 'unknown field "spec.ghost"'],
    ['a value that breaks a rule', '', { scale: 0 }, 422, 'should be greater than or equal to 1'],
    ['a value outside the enum', '', { unit: 'foot' }, 422, 'supported values: "bar", "volt"'],
  ])('refuses %s', async (_what, query, spec, code, text) => {
    const { status, body } = await server.client.post(`${GAUGES}${query}`, gauge('bad', spec));
    expect(status).toBe(code);
    expect(body.message).toContain(text);
  });

  it('drops an unknown member with a warning', async () => {
    const { status, headers, body } = await server.client.post(GAUGES, gauge('ghostly', { ghost: 1 }));
    expect(status).toBe(201);
    expect(headers.warning).toContain('unknown field \\"spec.ghost\\"');
    expect(body.spec).not.toHaveProperty('ghost');
  });

  it('is owned field by field as its schema says', async () => {
    const marks = [{ at: 1 }, { at: 2 }];
    const { body } = await server.client.post(`${GAUGES}?fieldManager=tester`, gauge('owned', { marks, tags: ['a'] }));
    const [{ manager, fieldsV1 }] = (body.metadata as Json).managedFields as Json[];
    expect(manager).toBe('tester');
    expect(fieldsV1['f:spec']).toMatchObject({
      'f:marks': { '.': {}, 'k:{"at":1}': { '.': {}, 'f:at': {} }, 'k:{"at":2}': { '.': {}, 'f:at': {} } },
      'f:tags': { '.': {}, 'v:"a"': {} },
      'f:unit': {},
    });
  });

  it('is patched, but not strategically, and speaks no protobuf', async () => {
    await server.client.post(GAUGES, gauge('patched'));
    const patch = (type: string): Promise<{ status: number; body: Json }> =>
      server.request('PATCH', `${GAUGES}/patched`, {
        headers: { 'content-type': type },
        body: { spec: { offset: 3 } },
      });
    expect((await patch('application/merge-patch+json')).body.spec).toMatchObject({ offset: 3, unit: 'bar' });
    expect((await patch('application/strategic-merge-patch+json')).status).toBe(415);
    const read = (accept: string): Promise<{ status: number }> =>
      server.request('GET', `${GAUGES}/patched`, { headers: { accept } });
    expect((await read(PROTOBUF)).status).toBe(406);
    expect((await read(`${PROTOBUF},application/json`)).status).toBe(200);
    const sent = { headers: { 'content-type': PROTOBUF }, body: Buffer.from('k8s\u0000') };
    expect((await server.request('POST', GAUGES, sent)).status).toBe(415);
  });

  it('is listed, shown as a table, and watched until it is uninstalled', async () => {
    const { items } = (await server.client.get(GAUGES)).body;
    expect((items as Json[]).length).toBeGreaterThan(3);
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const table = (await server.request('GET', GAUGES, { headers: { accept } })).body;
    expect((table.rows as Json[])[0].cells).toHaveLength(2);
    const watch = await server.client.watch(`${GAUGES}?fieldSelector=metadata.name%3Dseen`);
    await server.client.post(GAUGES, gauge('seen'));
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { kind: 'Gauge', spec: { unit: 'bar' } } });
    await server.uninstall(GaugePlugin);
    expect(await watch.next()).toBeUndefined();
    expect((await server.client.get(GAUGES)).status).toBe(404);
    expect(await groupNames()).not.toContain('metering.example.com');
    expect((await server.client.get('/openapi/v3/apis/metering.example.com/v1')).status).toBe(404);
    await server.install(GaugePlugin);
    expect((await server.client.get(`${GAUGES}/seen`)).body.spec).toMatchObject({ unit: 'bar', scale: 10 });
  });

  it('is refused where a name is taken, with nothing of it installed', async () => {
    @ApiGroupPlugin({
      group: 'metering.example.com',
      versions: ['v1', 'v2'],
      kinds: [
        {
          ...widgetKind,
          shortNames: ['gg'],
          versions: [{ ...widgetKind.versions[0], name: 'v2' }],
          storageVersion: 'v2',
        },
        { ...widgetKind, kind: 'Gauge', plural: 'dials' },
      ],
    })
    class RivalPlugin {}
    const taken = 'of group "metering.example.com" is already brought by GaugePlugin; rename or remove it';
    await expect(server.install(RivalPlugin)).rejects.toMatchObject({
      mistakes: [`RivalPlugin: short name "gg" ${taken}`, `RivalPlugin: kind "Gauge" ${taken}`].map((text) =>
        expect.stringContaining(text),
      ),
    });
    expect((await server.client.get('/apis/metering.example.com/v2/widgets')).status).toBe(404);
    await expect(server.install(GaugePlugin)).rejects.toThrow('is installed already');
  });
});

describe('one stored kind in two groups', () => {
  const entry = (name: string, text: string): Json => ({ metadata: { name }, text });

  beforeAll(async () => {
    await server.install(LedgerPlugin);
    await server.install(BooksPlugin);
  });

  it('is the same object in both, each in its own shape, with its own warning, defaults and columns', async () => {
    await server.client.post(ENTRIES, { apiVersion: 'ledger.example.com/v1', kind: 'Entry', ...entry('a', 'hello') });
    const seen = await server.client.get(`${BOOKS}/a`);
    expect(seen.body).toMatchObject({ apiVersion: 'books.example.com/v1beta1', kind: 'Entry', line: 'hello' });
    expect(seen.headers.warning).toContain(
      'books.example.com/v1beta1 Entry is deprecated in v1.20+, unavailable in v1.33+; use ledger.example.com/v1 Entry',
    );
    const old = { apiVersion: 'books.example.com/v1beta1', kind: 'Entry', metadata: { name: 'b' } };
    const created = await server.client.post(BOOKS, old);
    expect(created.body).toMatchObject({ line: 'empty' });
    const [{ apiVersion }] = (created.body.metadata as Json).managedFields as Json[];
    expect(apiVersion).toBe('books.example.com/v1beta1');
    expect((await server.client.get(`${ENTRIES}/b`)).body).toMatchObject({
      apiVersion: 'ledger.example.com/v1',
      text: 'empty',
      metadata: { uid: (created.body.metadata as Json).uid as string },
    });
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const table = (await server.request('GET', BOOKS, { headers: { accept } })).body;
    expect((table.rows as Json[]).map(({ cells }) => (cells as string[])[0])).toEqual(['hello', 'empty']);
  });

  it('is selected by the fields of the version that is asked', async () => {
    const { items } = (await server.client.get(`${ENTRIES}?fieldSelector=text%3Dhello`)).body;
    expect(items).toHaveLength(1);
    expect((await server.client.get(`${BOOKS}?fieldSelector=text%3Dhello`)).status).toBe(400);
  });

  it('loses the group that goes, watches of the other go on', async () => {
    const [old, own] = [await server.client.watch(BOOKS), await server.client.watch(ENTRIES)];
    await Promise.all([old.next(), old.next(), own.next(), own.next()]);
    await server.uninstall(BooksPlugin);
    expect(await old.next()).toBeUndefined();
    expect((await server.client.get(BOOKS)).status).toBe(404);
    await server.client.post(ENTRIES, { apiVersion: 'ledger.example.com/v1', kind: 'Entry', ...entry('c', 'new') });
    expect(await own.next()).toMatchObject({ type: 'ADDED', object: { text: 'new' } });
    await server.uninstall(LedgerPlugin);
  });

  it('needs the kind it is a version of', async () => {
    await expect(server.install(BooksPlugin)).rejects.toThrow('which no plugin declares');
    expect(await groupNames()).not.toContain('books.example.com');
  });
});

describe('an emulated release', () => {
  it.each([
    ['1.19', 404, 200],
    ['1.20', 200, 200],
  ])('%s serves what there was', async (release, own, old) => {
    const emulated = await startTestServer({
      plugins: [LedgerPlugin, BooksPlugin],
      api: { emulatedRelease: release },
    });
    try {
      const answers = [await emulated.client.get(ENTRIES), await emulated.client.get(BOOKS)];
      expect(answers.map(({ status }) => status)).toEqual([own, old]);
      expect(answers[1].headers.warning === undefined).toBe(release === '1.19');
    } finally {
      await emulated.close();
    }
  });
});

/** Each installs two plugins and takes 10 to 20 ms, which is the time of two Nest applications. */
const ROUNDS = 200;
/** Bytes that may be left of a round: what varies between collections, some 1.2 MB, in as many rounds. One application has more. */
const MOST_LEFT = 6_000;

describe('installing and uninstalling, over and over', () => {
  it('leaves memory as it was', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const round = async (): Promise<void> => {
      await server.install(LedgerPlugin);
      await server.install(BooksPlugin);
      await server.uninstall(LedgerPlugin);
      await server.uninstall(BooksPlugin);
    };
    const usedAfter = async (rounds: number): Promise<number> => {
      for (let i = 0; i < rounds; i++) await round();
      // Reads of removed kinds that controllers have started are finished, on a loaded machine a little later.
      let least = Infinity;
      for (let level = 0; level < 5; level++) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        collect();
        const { heapUsed } = process.memoryUsage();
        if (heapUsed < least - 100_000) level = 0;
        least = Math.min(least, heapUsed);
      }
      return least;
    };
    const before = await usedAfter(100);
    const between = await usedAfter(ROUNDS);
    const after = await usedAfter(ROUNDS);
    // A leak grows in both halves; what else the heap has more of at one time, it has less of at another.
    expect(Math.min(between - before, after - between) / ROUNDS).toBeLessThan(MOST_LEFT);
  });
});
