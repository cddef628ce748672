import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer, WatchEvent } from '../support/test-client.js';
import { failure } from '../../src/plugin-api/built-in.js';
import { MovedPostPlugin, PostPlugin, parcelConverter } from '../fixtures/plugins/parcel.plugin.js';

const pathIn = (version: string, namespace: string): string =>
  `/apis/post.example.com/${version}/namespaces/${namespace}/parcels`;
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const METADATA = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';

let server: TestServer;
let namespace: string;
let v1: string;
let v2: string;
let namespaces = 0;

beforeAll(async () => {
  server = await startTestServer();
  await server.install(PostPlugin);
});

afterAll(() => server.close());

beforeEach(async () => {
  namespace = `post-${++namespaces}`;
  [v1, v2] = [pathIn('v1', namespace), pathIn('v2', namespace)];
  await server.client.post('/api/v1/namespaces', { metadata: { name: namespace } });
  parcelConverter.reset();
});

const parcel = (version: string, name: string, spec: Json): Json => ({
  apiVersion: `post.example.com/${version}`,
  kind: 'Parcel',
  metadata: { name },
  spec,
});

const make = async (name: string, grams = 1500): Promise<void> => {
  const { status } = await server.client.post(v2, parcel('v2', name, { grams }));
  expect(status).toBe(201);
  parcelConverter.reset();
};

const apply = (path: string, name: string, body: Json, manager = 'm'): Promise<TestAnswer> =>
  server.request('PATCH', `${path}/${name}?fieldManager=${manager}`, {
    body,
    headers: { 'content-type': 'application/apply-patch+yaml' },
  });

const itemsOf = ({ body }: TestAnswer): Json[] => (body as { items: Json[] }).items;

describe('a kind whose conversion waits', () => {
  it('creates an object in the version of the request, and shows it in each', async () => {
    const { status, body } = await server.client.post(v2, parcel('v2', 'a', {}));
    expect([status, body.apiVersion, body.spec]).toEqual([201, 'post.example.com/v2', { grams: 500 }]);
    expect((body.metadata as Json).managedFields).toMatchObject([{ apiVersion: 'post.example.com/v2' }]);
    expect((await server.client.get(`${v1}/a`)).body).toMatchObject({
      apiVersion: 'post.example.com/v1',
      spec: { weight: 0.5 },
    });
    expect((await server.client.get(`${v2}/a`)).body.spec).toEqual({ grams: 500 });
  });

  it('converts nothing where the version is that which is stored', async () => {
    expect((await server.client.post(v1, parcel('v1', 'a', { weight: 2 }))).status).toBe(201);
    expect((await server.client.get(`${v1}/a`)).body.spec).toEqual({ weight: 2 });
    expect((await server.client.put(`${v1}/a`, parcel('v1', 'a', { weight: 3 }))).status).toBe(200);
    expect(itemsOf(await server.client.get(v1))).toHaveLength(1);
    expect(parcelConverter.asked).toEqual([]);
  });

  it('validates by the rules of the version of the request', async () => {
    const { status, body } = await server.client.post(v2, parcel('v2', 'a', { grams: -1 }));
    expect(status).toBe(422);
    expect(body.message).toContain('spec.grams: Invalid value: -1');
    await make('b');
    const updated = await server.client.put(`${v2}/b`, parcel('v2', 'b', { grams: 5, label: 'much too long' }));
    expect(updated.body.message).toContain('spec.label');
    const inV1 = await server.client.patch(`${v1}/b`, 'merge-patch', { spec: { weight: -1 } });
    expect(inV1.body.message).toContain('spec.weight: Invalid value: -1');
  });

  it('accepts what was invalid in the version of the request before, as long as it stays', async () => {
    const label = 'much too long';
    expect((await server.client.post(v1, parcel('v1', 'a', { weight: 1, label }))).status).toBe(201);
    const kept = await server.client.put(`${v2}/a`, parcel('v2', 'a', { grams: 7, label }));
    expect([kept.status, kept.body.spec]).toEqual([200, { grams: 7, label }]);
    const changed = await server.client.put(`${v2}/a`, parcel('v2', 'a', { grams: 7, label: `${label}!` }));
    expect(changed.status).toBe(422);
    expect((await server.client.put(`${v1}/a`, parcel('v1', 'a', { label: `${label}!` }))).status).toBe(200);
  });

  it('lists in batches and in order', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await make(name, name.charCodeAt(0));
    const answer = await server.client.get(v2);
    expect(itemsOf(answer).map(({ metadata, spec }) => [(metadata as Json).name, spec])).toEqual([
      ['a', { grams: 97 }],
      ['b', { grams: 98 }],
      ['c', { grams: 99 }],
      ['d', { grams: 100 }],
    ]);
    expect(answer.body.apiVersion).toBe('post.example.com/v2');
    expect(parcelConverter.asked).toEqual(['3 v1 v2', '1 v1 v2']);
    expect((await server.client.get(v2)).text).toBe(answer.text);
    const pretty = await server.client.get(`${v2}?pretty=true`);
    expect(itemsOf(pretty).map(({ spec }) => spec as Json)).toEqual(itemsOf(answer).map(({ spec }) => spec as Json));
    const yaml = await server.request('GET', v2, { headers: { accept: 'application/yaml' } });
    expect(yaml.text.match(/grams: \d+/g)).toEqual(['grams: 97', 'grams: 98', 'grams: 99', 'grams: 100']);
  });

  it('shows tables with the columns and objects of the version, and metadata', async () => {
    await make('a');
    for (const [path, cell, spec] of [
      [v1, 1.5, { weight: 1.5 }],
      [v2, 1500, { grams: 1500 }],
    ] as const) {
      const url = `${path}?includeObject=Object`;
      const { body } = await server.request('GET', url, { headers: { accept: TABLE } });
      const [row] = body.rows as Json[];
      expect([row.cells, (row.object as Json).spec]).toEqual([[cell], spec]);
      const one = await server.request('GET', `${path}/a`, { headers: { accept: TABLE } });
      expect((one.body.rows as Json[])[0]).toMatchObject({ cells: [cell], object: { metadata: { name: 'a' } } });
    }
    const metadata = await server.request('GET', `${v2}/a`, { headers: { accept: METADATA } });
    expect(metadata.body).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } });
  });

  it('sends the events of a watch in order', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await make(name);
    const watch = await server.client.watch(v2);
    await make('e', 7);
    await server.client.patch(`${v1}/a`, 'merge-patch', { spec: { weight: 2 } });
    await server.client.delete(`${v1}/b`);
    const events: WatchEvent[] = [];
    while (events.length < 7) events.push((await watch.next())!);
    watch.stop();
    const shown = events.map(({ type, object }) => [type, (object.metadata as Json).name, object.spec] as unknown);
    expect(shown).toEqual([
      ...['a', 'b', 'c', 'd'].map((name) => ['ADDED', name, { grams: 1500 }]),
      ['ADDED', 'e', { grams: 7 }],
      ['MODIFIED', 'a', { grams: 2000 }],
      ['DELETED', 'b', { grams: 1500 }],
    ]);
  });

  it('patches and updates in the version of the request', async () => {
    await make('a');
    const merged = await server.client.patch(`${v2}/a`, 'merge-patch', { spec: { label: 'x' } });
    expect(merged.body.spec).toEqual({ grams: 1500, label: 'x' });
    const other = { apiVersion: 'post.example.com/v1', spec: { grams: null, weight: 4 } };
    // Kinds with schemas are unstructured to the reference, which validates that a patch leaves their version alone.
    const { body } = await server.client.patch(`${v2}/a`, 'merge-patch', other);
    expect(body.message).toContain('apiVersion: Invalid value: "post.example.com/v1": must be post.example.com/v2');
    const put = await server.client.put(`${v2}/a`, parcel('v2', 'a', { grams: 6 }));
    expect(put.body.spec).toEqual({ grams: 6 });
    expect((await server.client.get(`${v1}/a`)).body.spec).toEqual({ weight: 0.006 });
    const same = await server.client.put(`${v2}/a`, parcel('v2', 'a', { grams: 6 }));
    expect((same.body.metadata as Json).resourceVersion).toBe((put.body.metadata as Json).resourceVersion);
  });

  it('applies in one version what others have applied in another', async () => {
    expect((await apply(v2, 'a', parcel('v2', 'a', { grams: 10 }), 'one')).status).toBe(201);
    const conflict = await apply(v1, 'a', parcel('v1', 'a', { weight: 5 }), 'two');
    expect(conflict.status).toBe(409);
    expect(conflict.body.message).toContain('conflict with "one": .spec.grams');
    const labelled = await apply(v1, 'a', parcel('v1', 'a', { label: 'x' }), 'two');
    expect([labelled.status, labelled.body.spec]).toEqual([200, { weight: 0.01, label: 'x' }]);
    const given = await apply(v1, 'a', parcel('v1', 'a', {}), 'two');
    expect(given.body.spec).toEqual({ weight: 0.01 });
  });

  it('deletes objects and collections, and answers with them in the version of the request', async () => {
    for (const name of ['a', 'b', 'c']) await make(name);
    expect((await server.client.delete(`${v2}/a`)).status).toBe(200);
    const { status, body } = await server.client.delete(v2);
    expect(status).toBe(200);
    expect((body as { items: Json[] }).items.map(({ spec }) => spec as Json)).toEqual([
      { grams: 1500 },
      { grams: 1500 },
    ]);
    expect(itemsOf(await server.client.get(v1))).toEqual([]);
  });

  it('writes the status through a version', async () => {
    await make('a');
    const { status, body } = await server.client.patch(`${v2}/a/status`, 'merge-patch', { status: {} });
    expect([status, body.spec]).toEqual([200, { grams: 1500 }]);
  });
});

describe('a conversion that fails', () => {
  const TEXT = 'conversion of post.example.com/v1, Kind=Parcel to post.example.com/v2 failed: out of order';

  beforeEach(async () => {
    for (const name of ['a', 'b']) await server.client.post(v1, parcel('v1', name, { weight: 1.5 }));
    parcelConverter.fault = { name: 'b', error: new Error('out of order') };
  });

  it.each<[string, () => Promise<TestAnswer>]>([
    ['get', () => server.client.get(`${v2}/b`)],
    ['list', () => server.client.get(v2)],
    [
      'list of metadata',
      () => server.request('GET', v2, { headers: { accept: METADATA.replace('Metadata', 'MetadataList') } }),
    ],
    ['table', () => server.request('GET', v2, { headers: { accept: TABLE } })],
    ['list in YAML', () => server.request('GET', v2, { headers: { accept: 'application/yaml' } })],
    ['patch', () => server.client.patch(`${v2}/b`, 'merge-patch', { spec: { grams: 1 } })],
    ['update', () => server.client.put(`${v2}/b`, parcel('v2', 'b', { grams: 1 }))],
    ['apply', () => apply(v2, 'b', parcel('v2', 'b', { grams: 1 }))],
    ['delete', () => server.client.delete(`${v2}/b`)],
    ['deletion of the collection', () => server.client.delete(v2)],
  ])('is the answer to a %s, which changes nothing', async (_what, ask) => {
    const { status, text } = await ask();
    expect(status).toBe(500);
    expect(text.replace(/\s+/g, ' ')).toContain(TEXT);
    parcelConverter.reset();
    const items = itemsOf(await server.client.get(v2));
    expect(items.map(({ metadata, spec }) => [(metadata as Json).name, spec])).toEqual([
      ['a', { grams: 1500 }],
      ['b', { grams: 1500 }],
    ]);
  });

  it('is the answer to a create', async () => {
    parcelConverter.fault = { name: 'c', error: new Error('out of order') };
    const { status, body } = await server.client.post(v2, parcel('v2', 'c', {}));
    expect(status).toBe(500);
    expect(body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: TEXT.replaceAll('/v2', '/v0').replaceAll('/v1', '/v2').replaceAll('/v0', '/v1'),
      code: 500,
    });
    expect((await server.client.get(`${v1}/c`)).status).toBe(404);
  });

  it('reaches the client as the converter words it where that is a Status', async () => {
    parcelConverter.fault = { name: 'b', error: failure(503, 'closed for lunch', { reason: 'ServiceUnavailable' }) };
    const { status, body } = await server.client.get(`${v2}/b`);
    expect([status, body.reason, body.message]).toEqual([503, 'ServiceUnavailable', 'closed for lunch']);
  });

  it('ends a watch with an error behind what could be shown', async () => {
    const watch = await server.client.watch(v2);
    const events = [];
    for (let event = await watch.next(); event; event = await watch.next()) events.push(event);
    expect(events.map(({ type }) => type)).toEqual(['ADDED', 'ERROR']);
    expect(events[1].object).toMatchObject({ kind: 'Status', code: 500, message: TEXT });
  });

  it('is reported if objects are missing in the response', async () => {
    parcelConverter.reset();
    parcelConverter.lost = 1;
    const { status, body } = await server.client.get(v2);
    expect(status).toBe(500);
    expect(body.message).toBe(TEXT.replace('out of order', 'it returned 1 objects, expected 2'));
  });
});

describe('objects that were stored in another version than is stored now', () => {
  it('are converted when they are read, and stored again when they are written', async () => {
    await make('a');
    await make('b');
    await server.uninstall(PostPlugin);
    await server.install(MovedPostPlugin);
    expect((await server.client.get(`${v1}/a`)).body).toMatchObject({
      apiVersion: 'post.example.com/v1',
      spec: { weight: 1.5 },
    });
    expect(parcelConverter.asked).toEqual([]);
    expect((await server.client.get(`${v2}/a`)).body).toMatchObject({
      apiVersion: 'post.example.com/v2',
      spec: { grams: 1500 },
    });
    expect((await server.client.put(`${v2}/b`, parcel('v2', 'b', { grams: 1500 }))).status).toBe(200);
    parcelConverter.reset();
    const items = itemsOf(await server.client.get(v2));
    expect(items.map(({ spec }) => spec as Json)).toEqual([{ grams: 1500 }, { grams: 1500 }]);
    expect(parcelConverter.asked).toEqual(['1 v1 v2']);
    const watch = await server.client.watch(v2);
    const events = [await watch.next(), await watch.next()];
    expect(events.map((event) => event!.object.spec as Json)).toEqual([{ grams: 1500 }, { grams: 1500 }]);
    await server.client.delete(`${v1}/a`);
    expect(await watch.next()).toMatchObject({ type: 'DELETED', object: { spec: { grams: 1500 } } });
    watch.stop();
    await server.uninstall(MovedPostPlugin);
    await server.install(PostPlugin);
  });
});
