import { decodeProtobuf, decodeProtobufObject } from '../../src/codecs/protobuf/index.js';
import { ListMeta, shapeOf } from '../../src/schema/index.js';
import { type TestServer, type TestServerOptions, startTestServer } from '../support/start-test-server.js';
import { type Json, type TestAnswer, type WatchEvent } from '../support/test-client.js';

const ZERO = '0x0000000000000000';
const HALF = '0x8000000000000000';
const END = '0x10000000000000000';
const UID = 'object.metadata.uid';
const NAMESPACE = 'object.metadata.namespace';
const range = (start: string, end: string, field = UID): string => `shardRange(${field}, '${start}', '${end}')`;
const HALVES = [range(ZERO, HALF), range(HALF, END)];
const MAPS = '/api/v1/namespaces/default/configmaps';
const COUNT = 24;
const WITH_GATE: TestServerOptions = {
  api: { emulatedRelease: '1.36', featureGates: { ShardedListAndWatch: true } },
};

let server: TestServer;

const query = (selector: string, more = ''): string => `?shardSelector=${encodeURIComponent(selector)}${more}`;
const uidsOf = (list: Json): string[] => (list.items as Json[]).map(({ metadata }) => metadata.uid as string);

/** Which half of the hashes a text belongs to, worked out with big integers. */
function halfOf(text: string): number {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash < 1n << 63n ? 0 : 1;
}

async function list(path: string, accept = 'application/json'): Promise<TestAnswer> {
  const answer = await server.request('GET', path, { headers: { accept } });
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return answer;
}

async function createMaps(names: readonly string[], labels: Json = {}): Promise<Json[]> {
  const answers = names.map((name) => server.client.post(MAPS, { metadata: { name, labels } }));
  return (await Promise.all(answers)).map(({ body }) => body);
}

describe('Sharded lists and watches (1.36, gate on)', () => {
  beforeAll(async () => {
    server = await startTestServer(WITH_GATE);
    const names = Array.from({ length: COUNT }, (_, i) => `m${i}`);
    await createMaps(names, { set: 'listed' });
  });

  afterAll(() => server.close());

  it('lists each object in exactly one shard, and says which that is', async () => {
    const whole = uidsOf((await list(MAPS)).body);
    const parts = await Promise.all(HALVES.map(async (half) => (await list(MAPS + query(half))).body));
    parts.forEach((part, half) => {
      expect(part.metadata.shardInfo).toEqual({ selector: HALVES[half] });
      expect(uidsOf(part).map(halfOf)).toEqual(uidsOf(part).map(() => half));
    });
    expect(parts.flatMap(uidsOf).sort()).toEqual([...whole].sort());
    expect((await list(MAPS)).body.metadata).not.toHaveProperty('shardInfo');
  });

  it('joins ranges, and selects by labels and fields within them', async () => {
    const all = `${HALVES[1]} || ${HALVES[0]}`;
    expect(uidsOf((await list(MAPS + query(all, '&labelSelector=set%3Dlisted'))).body)).toHaveLength(COUNT);
    const named = await Promise.all(
      HALVES.map((half) => list(MAPS + query(half, '&fieldSelector=metadata.name%3Dm7'))),
    );
    expect(named.flatMap(({ body }) => uidsOf(body))).toHaveLength(1);
  });

  it('pages through a shard, without a count of what is left', async () => {
    const whole = uidsOf((await list(MAPS + query(HALVES[0]))).body);
    const found: string[] = [];
    let token = '';
    do {
      const { body } = await list(MAPS + query(HALVES[0], `&limit=2&continue=${token}`));
      expect(body.metadata.shardInfo).toEqual({ selector: HALVES[0] });
      expect(body.metadata).not.toHaveProperty('remainingItemCount');
      found.push(...uidsOf(body));
      token = (body.metadata.continue as string | undefined) ?? '';
    } while (token !== '');
    expect(found).toEqual(whole);
  });

  it('divides by namespaces, and cluster-wide objects by the empty one', async () => {
    const parts = [0, 1].map((half) => range([ZERO, HALF][half], [HALF, END][half], NAMESPACE));
    for (const half of [0, 1]) {
      const { body } = await list(`/api/v1/configmaps${query(parts[half])}`);
      const namespaces = (body.items as Json[]).map(({ metadata }) => metadata.namespace as string);
      expect(namespaces.map(halfOf)).toEqual(namespaces.map(() => half));
    }
    const { body } = await list(`/api/v1/namespaces${query(parts[halfOf('')])}`);
    expect(uidsOf(body)).toEqual(uidsOf((await list('/api/v1/namespaces')).body));
    expect(uidsOf((await list(`/api/v1/namespaces${query(parts[1 - halfOf('')])}`)).body)).toEqual([]);
  });

  it.each(['Table', 'PartialObjectMetadataList'])('marks a %s as a part', async (as) => {
    const { body } = await list(MAPS + query(HALVES[1]), `application/json;as=${as};g=meta.k8s.io;v=v1`);
    const rows = (await list(MAPS + query(HALVES[1]))).body.items as Json[];
    expect(body).toMatchObject({ kind: as, metadata: { shardInfo: { selector: HALVES[1] } } });
    expect(body.rows ?? body.items).toHaveLength(rows.length);
  });

  it('marks a list in protobuf as a part', async () => {
    const response = await server.client.open('GET', MAPS + query(HALVES[0]), {
      headers: { accept: 'application/vnd.kubernetes.protobuf' },
    });
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const { kind, raw } = decodeProtobuf(Buffer.concat(chunks));
    const meta = decodeProtobufObject(shapeOf(ListMeta, '1.36').protobuf!, Buffer.from(raw).subarray(2, 2 + raw[1]));
    expect({ kind, meta }).toMatchObject({ kind: 'ConfigMapList', meta: { shardInfo: { selector: HALVES[0] } } });
  });

  it.each([
    ["shardRange(object.metadata.uid, '0x0', '0x1')", 'hexStart must be a 0x-prefixed 16-digit hex value'],
    ['object.metadata.uid', 'unexpected expression kind 7'],
    [' ', 'empty shard selector is not allowed'],
    ['shardRange(', 'CEL parse error: Syntax error: '],
  ])('refuses %j for lists, watches and deletions', async (selector, message) => {
    const answers = [
      await server.client.get(MAPS + query(selector)),
      await server.client.get(MAPS + query(selector, '&watch=true')),
      await server.client.delete(MAPS + query(selector)),
    ];
    for (const { status, body } of answers) {
      expect([status, body.reason]).toEqual([400, 'BadRequest']);
      expect(body.message).toContain(`invalid shard selector: ${message}`);
    }
  });

  it('takes an empty selector for none', async () => {
    const { body } = await list(`${MAPS}?shardSelector=`);
    expect(body.metadata).not.toHaveProperty('shardInfo');
    expect(uidsOf(body)).toEqual(uidsOf((await list(MAPS)).body));
  });

  it('divides custom resources', async () => {
    const names = { plural: 'boats', singular: 'boat', kind: 'Boat', listKind: 'BoatList' };
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const versions = [{ name: 'v1', served: true, storage: true, schema }];
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'boats.example.com' },
      spec: { group: 'example.com', scope: 'Namespaced', names, versions },
    };
    await server.client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
    const boats = '/apis/example.com/v1/namespaces/default/boats';
    const made: TestAnswer[] = [];
    for (let i = 0; made.length < 6; i++) {
      const metadata = { name: `b${i}`, annotations: { uid: 'x', note: '"uid":"y"' }, labels: { uid: 'z' } };
      const answer = await server.client.post(boats, { apiVersion: 'example.com/v1', kind: 'Boat', metadata });
      if (answer.status === 201) made.push(answer);
    }
    const parts = await Promise.all(HALVES.map(async (half) => (await list(boats + query(half))).body));
    parts.forEach((part, half) => expect(uidsOf(part).map(halfOf)).toEqual(uidsOf(part).map(() => half)));
    expect(parts.flatMap(uidsOf).sort()).toEqual(made.map(({ body }) => body.metadata.uid as string).sort());
  });

  it('shows a watch the changes of its shard alone', async () => {
    const since = (await list(MAPS)).body.metadata.resourceVersion as string;
    const made = await createMaps(Array.from({ length: 8 }, (_, i) => `w${i}`));
    for (const { metadata } of made) {
      await server.client.patch(`${MAPS}/${metadata.name}`, 'merge-patch', { data: { a: 'b' } });
      await server.client.delete(`${MAPS}/${metadata.name}`);
    }
    for (const half of [0, 1]) {
      const uids = made.map(({ metadata }) => metadata.uid as string).filter((uid) => halfOf(uid) === half);
      const watch = await server.client.watch(MAPS + query(HALVES[half], `&resourceVersion=${since}&timeoutSeconds=1`));
      const events: WatchEvent[] = [];
      for (let event = await watch.next(); event; event = await watch.next()) events.push(event);
      const seen = (type: string): string[] =>
        events.filter((event) => event.type === type).map(({ object }) => object.metadata.uid as string);
      for (const type of ['ADDED', 'MODIFIED', 'DELETED']) expect(seen(type).sort()).toEqual([...uids].sort());
      expect(events).toHaveLength(uids.length * 3);
    }
  });

  it('begins a watch with the objects of its shard, and bookmarks their end', async () => {
    const watch = await server.client.watch(
      MAPS + query(HALVES[1], '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'),
    );
    const uids: string[] = [];
    let last = await watch.next();
    for (; last?.type === 'ADDED'; last = await watch.next()) uids.push(last.object.metadata.uid as string);
    watch.stop();
    expect(uids).toEqual(uidsOf((await list(MAPS + query(HALVES[1]))).body));
    expect(last).toMatchObject({
      type: 'BOOKMARK',
      object: { metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } } },
    });
  });

  it('counts the watches of shards, and what they leave out', async () => {
    const watch = await server.client.watch(
      `/api/v1/namespaces${query(range(ZERO, '0x0000000000000001'), '&resourceVersion=0')}`,
    );
    await server.client.post('/api/v1/namespaces', { metadata: { name: 'counted' } });
    const { text } = await server.client.get('/metrics');
    watch.stop();
    expect(text).toContain('\napiserver_watch_shards_total{group="",resource="namespaces"} 1\n');
    expect(text).toMatch(/\napiserver_watch_filtered_events_total\{group="",resource="namespaces"\} [1-9]/);
  });

  it('deletes the objects of a shard', async () => {
    const before = uidsOf((await list(MAPS)).body);
    const { body } = await server.client.delete(MAPS + query(HALVES[0]));
    expect(body.metadata.shardInfo).toEqual({ selector: HALVES[0] });
    expect(uidsOf(body).map(halfOf)).not.toContain(1);
    const kept = before.filter((uid) => halfOf(uid) === 1);
    expect(uidsOf((await list(MAPS)).body)).toEqual(expect.arrayContaining(kept));
    expect(before.filter((uid) => !uidsOf(body).includes(uid))).toEqual(kept);
  });
});

describe.each<[string, TestServerOptions]>([
  ['1.36 without the gate', { api: { emulatedRelease: '1.36' } }],
  ['1.35', { api: { emulatedRelease: '1.35' } }],
])('Shard selectors in %s', (_, options) => {
  beforeAll(async () => {
    server = await startTestServer(options);
    await createMaps(['a', 'b', 'c', 'd']);
  });

  afterAll(() => server.close());

  it.each([HALVES[0], 'no selector'])('are ignored: %s', async (selector) => {
    const { body } = await list(MAPS + query(selector));
    expect(body.metadata).not.toHaveProperty('shardInfo');
    expect(uidsOf(body)).toEqual(uidsOf((await list(MAPS)).body));
  });

  it('have no metrics', async () => {
    expect((await server.client.get('/metrics')).text).not.toContain('apiserver_watch_shards_total');
  });
});

describe.each([
  ['1.35', false],
  ['1.36', true],
])('The description of the API of %s', (emulatedRelease, isKnown) => {
  beforeAll(async () => {
    server = await startTestServer({ api: { emulatedRelease } });
  });

  afterAll(() => server.close());

  it(`names the parameter for lists and deletions of collections: ${isKnown}`, async () => {
    const { body } = await list('/openapi/v3/apis/apps/v1');
    const path = body.paths['/apis/apps/v1/namespaces/{namespace}/deployments'] as Json;
    for (const verb of ['get', 'delete']) {
      const names = (path[verb].parameters as Json[]).map(({ name }) => name as string);
      expect(names.includes('shardSelector')).toBe(isKnown);
    }
  });
});

it('The gate is unknown to releases before 1.36', async () => {
  const options = { api: { emulatedRelease: '1.35', featureGates: { ShardedListAndWatch: true } } };
  await expect(startTestServer(options)).rejects.toThrow('ShardedListAndWatch');
});
