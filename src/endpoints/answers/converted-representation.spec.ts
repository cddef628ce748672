import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { Thing, thing } from '../../../test/support/registry-store.js';
import { THINGS, type ThingEndpoint, openThingEndpoint } from '../../../test/support/thing-endpoint.js';
import type { Json } from '../../../test/support/test-client.js';
import { type ApiObject, failure } from '../../apimachinery/index.js';
import type { KindVersion } from '../../registry/index.js';

const V2 = THINGS.replace('/v1/', '/v2/');
const META = 'g=meta.k8s.io;v=v1';
const TABLE = `application/json;as=Table;${META}`;
const NAMES = ['a', 'b', 'c'];
const VERSION = 'test.example.com/v2';

let conversions: number;
let isBroken: boolean;
let things: ThingEndpoint;

/** Converts: in `v2` the color of things says its version. */
function convert(objects: readonly ApiObject[], to: string): ApiObject[] {
  conversions += objects.length;
  if (isBroken) throw failure(500, 'no conversion');
  return (objects as readonly Thing[]).map((object) => ({
    ...object,
    apiVersion: `test.example.com/${to}`,
    spec: { ...object.spec, color: to === 'v1' ? 'red' : 'green' },
  }));
}

const one = (object: ApiObject, to: string): ApiObject => convert([object], to)[0];
const plain: KindVersion['conversion'] = {
  toHub: (object: ApiObject) => one(object, 'v1'),
  fromHub: (object: ApiObject) => one(object, 'v2'),
} as never;

const converterOf = (batchSize: number | undefined, wait: () => Promise<void> | undefined): object => ({
  batchSize,
  convert: (objects: readonly ApiObject[], _from: object, to: { name: string }) => {
    const waiting = wait();
    return waiting ? waiting.then(() => convert(objects, to.name)) : convert(objects, to.name);
  },
});

const WAYS: readonly (readonly [string, object])[] = [
  ['functions of a version', { conversion: plain }],
  ['a converter that answers at once', { converter: converterOf(undefined, () => undefined) }],
  ['a converter that waits', { converter: converterOf(2, () => new Promise(setImmediate)) }],
];

afterEach(() => things.close());

async function serve({ conversion, converter }: { conversion?: object; converter?: object }): Promise<void> {
  isBroken = false;
  const versions = [
    { name: 'v1', type: Thing },
    { name: 'v2', type: Thing, conversion },
  ];
  things = await openThingEndpoint({ definition: { versions, converter } as never });
  for (const name of NAMES) await things.send('POST', THINGS, { body: thing(name) });
  conversions = 0;
}

async function get(path: string, accept = 'application/json'): Promise<Json> {
  const answer = await things.send('GET', path, { headers: { accept } });
  return accept.startsWith('application/json') ? answer.body : answer;
}

async function firstLines(input: IncomingMessage, count: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input })) if (lines.push(line) === count) break;
  return lines;
}

describe.each(WAYS)('ConvertedRepresentation, by %s', (_way, by) => {
  beforeEach(() => serve(by));

  it('converts an object once for everybody who asks for it', async () => {
    for (let i = 0; i < 3; i++) {
      expect(await get(`${V2}/a`)).toMatchObject({ apiVersion: VERSION, spec: { color: 'green' } });
    }
    expect(conversions).toBe(1);
    // Another form of it is another memo.
    expect((await get(`${V2}/a`, 'application/yaml')).text).toContain('color: green');
    expect(conversions).toBe(2);
  });

  it.each(['', '?limit=2', '?pretty=1'])('converts every object of a list: %j', async (query) => {
    const names = query === '?limit=2' ? NAMES.slice(0, 2) : NAMES;
    for (let i = 0; i < 2; i++) {
      const list = await get(V2 + query);
      expect(list).toMatchObject({ kind: 'ThingList', apiVersion: VERSION });
      expect((list.items as Json[]).map(({ metadata, spec }) => `${metadata.name} ${spec.color}`)).toEqual(
        names.map((name) => `${name} green`),
      );
      expect(list.items[0]).not.toHaveProperty('kind');
    }
  });

  it('converts the objects of a list once', async () => {
    for (let i = 0; i < 3; i++) await get(V2);
    expect(conversions).toBe(NAMES.length);
    await things.send('POST', THINGS, { body: thing('d') });
    await get(V2);
    expect(conversions).toBe(NAMES.length + 1);
  });

  it('writes lists in other formats', async () => {
    const { text } = await get(V2, 'application/yaml');
    expect((text as string).match(/color: green/g)).toHaveLength(NAMES.length);
    expect(text).toMatch(/^apiVersion: test.example.com\/v2\n/);
    const { headers, status } = await get(V2, 'application/vnd.kubernetes.protobuf');
    expect([status, headers['content-type']]).toEqual([200, 'application/vnd.kubernetes.protobuf']);
  });

  it('shows metadata and tables without a conversion', async () => {
    const metadata = await get(V2, `application/json;as=PartialObjectMetadataList;${META}`);
    expect((metadata.items as Json[]).map((item) => item.metadata.name as string)).toEqual(NAMES);
    expect((await get(V2, TABLE)).rows).toHaveLength(NAMES.length);
    expect((await get(`${V2}/a`, TABLE)).rows).toHaveLength(1);
    expect(conversions).toBe(0);
  });

  it('converts the objects that a table carries', async () => {
    for (const [path, count] of [
      [V2, NAMES.length],
      [`${V2}/a`, 1],
    ] as const) {
      const { rows } = await get(`${path}?includeObject=Object`, TABLE);
      expect((rows as Json[]).map(({ object }) => `${object.apiVersion} ${object.spec.color}`)).toEqual(
        Array.from({ length: count }, () => `${VERSION} green`),
      );
    }
  });

  it('converts the objects of a watch', async () => {
    for (let i = 0; i < 2; i++) {
      const response = await things.open('GET', `${V2}?watch=1&timeoutSeconds=30`);
      for (const event of await firstLines(response, NAMES.length)) {
        expect(JSON.parse(event)).toMatchObject({
          type: 'ADDED',
          object: { apiVersion: VERSION, spec: { color: 'green' } },
        });
      }
      response.destroy();
    }
    expect(conversions).toBe(NAMES.length);
  });

  it('answers why an object or a list cannot be shown', async () => {
    isBroken = true;
    for (const path of [`${V2}/a`, V2, `${V2}?pretty=1`]) {
      const answer = await things.send('GET', path);
      expect([path, answer.status, answer.body.kind]).toEqual([path, 500, 'Status']);
    }
    expect((await things.send('GET', `${V2}?includeObject=Object`, { headers: { accept: TABLE } })).status).toBe(500);
  });

  it('deletes nothing of a collection that cannot be shown', async () => {
    isBroken = true;
    expect((await things.send('DELETE', V2)).status).toBe(500);
    isBroken = false;
    expect((await get(THINGS)).items).toHaveLength(NAMES.length);
  });

  it('answers a write in the version of the request', async () => {
    const body = { ...thing('d', { color: 'blue' }), apiVersion: VERSION };
    const created = await things.send('POST', V2, { body });
    expect(created.body).toMatchObject({ apiVersion: VERSION, spec: { color: 'green' } });
    expect((await get(`${THINGS}/d`)).spec.color).toBe('red');
    const put = await things.send('PUT', `${V2}/d`, {
      body: { ...body, metadata: { name: 'd', labels: { of: 'x' } } },
    });
    expect([put.status, put.body.apiVersion, put.body.metadata.labels]).toEqual([200, VERSION, { of: 'x' }]);
    const headers = { 'content-type': 'application/merge-patch+json' };
    const patched = await things.send('PATCH', `${V2}/d`, { body: '{"spec":{"count":9}}', headers });
    expect(patched.body).toMatchObject({ apiVersion: VERSION, spec: { color: 'green', count: 9 } });
  });
});
