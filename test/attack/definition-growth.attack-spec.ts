import { eventually } from '../support/eventually.js';
import type { Json, TestAnswer } from '../support/test-client.js';
import { GrowthJudge } from './growth.js';
import { leastWait } from './looks.js';
import { probedServer } from './probed-server.js';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const GROUP = 'growing.example.com';
const ADMISSION = '/apis/admissionregistration.k8s.io/v1';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const SIZES = [100_000, 200_000, 400_000];
/** Longest that a neighbour may be held up, in milliseconds, by the best of some looks. */
const MOST_HELD_UP = 500;

const attacked = probedServer();

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, i) => make(i));
const named = (count: number, make: (index: number) => unknown): Json =>
  Object.fromEntries(times(count, (i) => [`m${i}`, make(i)]));
const spec = (schema: Json): Json => ({ type: 'object', properties: { spec: schema } });
const open: Json = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const texts = (items: Json): Json => spec({ type: 'object', properties: { l: { type: 'array', items } } });
const nestedValue = (depth: number): Json => (depth === 0 ? {} : { a: nestedValue(depth - 1), b: 1 });

/** The growing part of a definition, and an object of it. */
interface Growth {
  readonly schema?: Json;
  readonly version?: Json;
  readonly versions?: Json[];
  readonly names?: Json;
  readonly definition?: Json;
  readonly object?: Json;
}

const column = (jsonPath: string, i = 0): Json => ({ name: `c${i}`, type: 'string', jsonPath });
const columns = (list: Json[], object: Json): Growth => ({
  schema: spec(open),
  version: { additionalPrinterColumns: list },
  object: { spec: object },
});

const GROWTHS: readonly (readonly [string, (size: number) => Growth])[] = [
  [
    'members',
    (size) => ({
      schema: spec({ type: 'object', properties: named(size / 25, () => ({ type: 'string' })) }),
      object: { spec: { m1: 'x' } },
    }),
  ],
  [
    'required members',
    (size) => ({ schema: spec({ type: 'object', required: times(size / 10, (i) => `r${i}`) }), object: { spec: {} } }),
  ],
  [
    'listed texts',
    (size) => ({
      schema: texts({ type: 'string', enum: times(size / 20, (i) => `value${i}`) }),
      object: { spec: { l: times(size / 10, (i) => `no${i}`) } },
    }),
  ],
  [
    'listed objects',
    (size) => ({
      schema: texts({ ...open, enum: times(size / 20, (i) => ({ a: i })) }),
      object: { spec: { l: times(size / 20, (i) => ({ b: i })) } },
    }),
  ],
  [
    'alternatives',
    (size) => ({
      schema: texts({ type: 'string', anyOf: times(size / 60, (i) => ({ pattern: `^${i}$` })) }),
      object: { spec: { l: times(size / 10, () => 'no') } },
    }),
  ],
  [
    'a pattern',
    (size) => ({
      schema: texts({ type: 'string', pattern: `^(${'a?'.repeat(size / 100)})+$` }),
      object: { spec: { l: ['a'.repeat(size)] } },
    }),
  ],
  [
    'defaults',
    (size) => ({
      schema: spec({
        type: 'object',
        default: {},
        properties: named(size / 60, () => ({ type: 'string', default: 'x' })),
      }),
      object: {},
    }),
  ],
  [
    'defaults of elements',
    (size) => ({
      schema: texts({ type: 'object', properties: named(size / 600, () => ({ type: 'string', default: 'x' })) }),
      object: { spec: { l: times(size / 40, () => ({})) } },
    }),
  ],
  [
    'keys of lists',
    (size) => ({
      schema: spec({
        type: 'object',
        properties: {
          l: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': times(size / 80, (i) => `m${i}`),
            items: {
              type: 'object',
              required: times(size / 80, (i) => `m${i}`),
              properties: named(size / 80, () => ({ type: 'string' })),
            },
          },
        },
      }),
      object: { spec: { l: times(5, (i) => named(size / 80, () => `v${i}`)) } },
    }),
  ],
  [
    'descriptions',
    (size) => ({
      schema: spec({ type: 'object', description: 'd'.repeat(size), properties: {} }),
      object: { spec: {} },
    }),
  ],
  [
    'rules',
    (size) => ({
      schema: spec({
        type: 'object',
        'x-kubernetes-validations': times(size / 400, (i) => ({ rule: `self != {"a":"${i}"}` })),
        additionalProperties: { type: 'string', maxLength: 5 },
        maxProperties: 5,
      }),
      object: { spec: { a: 'b' } },
    }),
  ],
  [
    'columns',
    (size) =>
      columns(
        times(size / 60, (i) => column(`.spec.m${i}`, i)),
        { m1: 'x' },
      ),
  ],
  ['recursive columns', (size) => columns([column('..a..a..a..a'), column('.spec..b', 1)], nestedValue(size / 200))],
  ['a long path', (size) => columns([column('..a'.repeat(size / 4))], nestedValue(300))],
  ['a path with unions', (size) => columns([column(`.spec${"['a','b']".repeat(size / 10)}`)], nestedValue(300))],
  [
    'large cells',
    (size) =>
      columns(
        times(20, (i) => column('.spec', i)),
        named(size / 20, (i) => ({ a: i })),
      ),
  ],
  [
    'short names',
    (size) => ({ schema: spec(open), names: { shortNames: times(size / 10, (i) => `s${size}x${i}`) }, object: {} }),
  ],
  [
    'categories',
    (size) => ({ schema: spec(open), names: { categories: times(size / 10, (i) => `c${size}x${i}`) }, object: {} }),
  ],
  [
    'versions',
    (size) => ({
      versions: times(size / 1000, (i) => ({
        name: `v${i + 2}`,
        served: true,
        storage: false,
        schema: { openAPIV3Schema: spec(open) },
        selectableFields: [{ jsonPath: '.spec.a' }],
      })),
      schema: spec({ type: 'object', properties: { a: { type: 'string' } } }),
      object: { spec: { a: 'x' } },
    }),
  ],
  [
    'review versions',
    (size) => ({
      schema: spec(open),
      definition: {
        conversion: {
          strategy: 'Webhook',
          webhook: {
            conversionReviewVersions: ['v1', ...times(size / 12, (i) => `v${i + 2}`)],
            clientConfig: { url: 'https://127.0.0.1:9/' },
          },
        },
      },
      object: {},
    }),
  ],
];

const pluralOf = (name: string, size: number): string => `${name.replaceAll(' ', '')}${size}`;

function definitionOf(name: string, size: number, growth: Growth): Json {
  const plural = pluralOf(name, size);
  const { schema = spec(open), version = {}, versions = [], names = {}, definition = {} } = growth;
  return {
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Cluster',
      names: { plural, singular: plural, kind: `K${plural}`, listKind: `K${plural}List`, ...names },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version },
        ...versions,
      ],
      ...definition,
    },
  };
}

/** The longest that a neighbour is held up by a request, in milliseconds. */
function heldUpBy(send: () => Promise<TestAnswer>): Promise<number> {
  const work = async (): Promise<void> => expect((await send()).status).toBeLessThan(500);
  return leastWait({ prober: attacked.prober, limit: MOST_HELD_UP, work });
}

describe.each(GROWTHS)('a definition with more and more %s', (name, grow) => {
  const post = (path: string, body: Json): Promise<TestAnswer> => attacked.server.admin.request('POST', path, { body });
  const define = (size: number, query = ''): Promise<TestAnswer> =>
    post(`${DEFINITIONS}${query}`, definitionOf(name, size, grow(size)));
  const pathAt = (size: number): string => `/apis/${GROUP}/v1/${pluralOf(name, size)}`;
  const create = (size: number, query = '?dryRun=All'): Promise<TestAnswer> =>
    post(`${pathAt(size)}${query}`, {
      apiVersion: `${GROUP}/v1`,
      kind: `K${pluralOf(name, size)}`,
      metadata: { name: 'a' },
      ...grow(size).object,
    });
  const list = (size: number): Promise<TestAnswer> =>
    attacked.server.admin.request('GET', pathAt(size), { headers: { accept: TABLE } });

  it('is answered, and served, in time that grows with it, and holds up nobody', async () => {
    const judge = new GrowthJudge(attacked.prober);
    const requests = { definition: (size: number) => define(size, '?dryRun=All'), object: create, list };
    expect(await judge.faultOfDoubled({ name, send: requests.definition })).toBeUndefined();
    const served: number[] = [];
    for (const size of SIZES) {
      if ((await define(size)).status !== 201) continue;
      await eventually(async () => expect((await list(size)).status).toBe(200));
      await create(size, '');
      served.push(size);
    }
    const isServed = served.length === SIZES.length;
    for (const what of isServed ? (['object', 'list'] as const) : []) {
      expect(await judge.faultOfDoubled({ name: `${name}: ${what}`, send: requests[what] })).toBeUndefined();
    }
    const heldUp = await heldUpBy(() => requests.definition(SIZES[2]));
    expect(heldUp).toBeLessThan(MOST_HELD_UP);
    for (const size of served.slice(-1)) {
      expect(await heldUpBy(() => create(size))).toBeLessThan(MOST_HELD_UP);
      expect(await heldUpBy(() => list(size))).toBeLessThan(MOST_HELD_UP);
    }
    for (const size of served) await attacked.server.admin.delete(`${DEFINITIONS}/${pluralOf(name, size)}.${GROUP}`);
    expect(judge.failures).toEqual([]);
  });
});

const doubling = (first: string): Json[] =>
  times(30, (i) => ({ name: `v${i}`, expression: i === 0 ? first : `variables.v${i - 1} + variables.v${i - 1}` }));
const containing = (name: string): Json[] =>
  times(30, (i) => ({
    name: `${name}${i}`,
    expression: i === 0 ? '[1]' : `[variables.${name}${i - 1}, variables.${name}${i - 1}]`,
  }));

describe.each<[string, Json]>([
  [
    'texts that double',
    { variables: doubling('"aaaaaaaaaaaaaaaa"'), validations: [{ expression: 'variables.v29 != ""' }] },
  ],
  [
    'lists that double',
    { variables: doubling('[1, 2, 3, 4]'), validations: [{ expression: 'variables.v29.size() > 0' }] },
  ],
  [
    'values that contain others twice',
    {
      variables: [...containing('a'), ...containing('b')],
      validations: [{ expression: 'variables.a29 == variables.b29' }],
    },
  ],
  [
    'many variables',
    {
      variables: times(2000, (i) => ({ name: `v${i}`, expression: `"${i}"` })),
      validations: [{ expression: 'variables.v1 == "1"' }],
    },
  ],
  ['many validations', { validations: times(2000, (i) => ({ expression: `object.metadata.name != "${i}"` })) }],
])('a policy with %s', (_, policy) => {
  it('holds up nobody', async () => {
    const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };
    const body = { metadata: { name: 'growing' }, spec: { matchConstraints: { resourceRules: [rule] }, ...policy } };
    const path = `${ADMISSION}/validatingadmissionpolicies`;
    await attacked.server.admin.request('DELETE', `${path}/growing`);
    expect(await heldUpBy(() => attacked.server.admin.request('POST', `${path}?dryRun=All`, { body }))).toBeLessThan(
      MOST_HELD_UP,
    );
    expect((await attacked.server.admin.request('POST', path, { body })).status).toBe(201);
    const binding = { metadata: { name: 'growing' }, spec: { policyName: 'growing', validationActions: ['Deny'] } };
    const bindings = `${ADMISSION}/validatingadmissionpolicybindings`;
    expect((await attacked.server.admin.request('POST', bindings, { body: binding })).status).toBe(201);
    const write = (): Promise<TestAnswer> =>
      attacked.server.admin.request('POST', '/api/v1/namespaces/default/configmaps?dryRun=All', {
        body: { metadata: { name: 'a' } },
      });
    expect(await heldUpBy(write)).toBeLessThan(MOST_HELD_UP);
    await attacked.server.admin.request('DELETE', `${bindings}/growing`);
    await attacked.server.admin.request('DELETE', `${path}/growing`);
  });
});
