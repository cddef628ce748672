import { eventually } from '../support/eventually.js';
import { GrowthJudge } from './growth.js';
import { probedServer } from './probed-server.js';

const attacked = probedServer();

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** A definition with the schema of `spec`, as text: some of them would be too deep to write from objects. */
function definition(name: string, spec: string): string {
  const names = JSON.stringify({ plural: name, singular: name, kind: `K${name}`, listKind: `K${name}List` });
  const schema = `{"type":"object","properties":{"spec":${spec}}}`;
  const version = `{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":${schema}}}`;
  return `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"${name}.odd.example.com"},
    "spec":{"group":"odd.example.com","scope":"Cluster","names":${names},"versions":[${version}]}}`;
}

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join(',');
const object = (members: string): string => `{"type":"object","properties":{${members}}}`;
const rules = (count: number, rule: string): string =>
  `"x-kubernetes-validations":[${many(count, () => `{"rule":${JSON.stringify(rule)}}`)}]`;
const nested = (depth: number, inner: string): string =>
  `${'{"type":"array","items":'.repeat(depth)}${inner}${'}'.repeat(depth)}`;

/** Schemas that grow with a size, in characters or so. */
const EXPLOSIONS: readonly (readonly [name: string, schema: (size: number) => string])[] = [
  ['wide', (size) => object(many(size / 25, (i) => `"f${i}":{"type":"string"}`))],
  [
    'deep',
    (size) => `${'{"type":"object","properties":{"a":'.repeat(size / 40)}{"type":"string"}${'}}'.repeat(size / 40)}`,
  ],
  ['enum', (size) => `{"type":"string","enum":[${many(size / 8, (i) => `"v${i}"`)}]}`],
  ['same enum', (size) => `{"type":"string","enum":[${many(size / 4, () => '"v"')}]}`],
  ['pattern', (size) => `{"type":"string","pattern":"${'(a|b)*'.repeat(size / 6)}$"}`],
  ['repeated pattern', (size) => `{"type":"string","pattern":"(${'a'.repeat(size / 2)}){900}"}`],
  ['default', (size) => `{"type":"array","items":{"type":"string"},"default":[${many(size / 4, () => '"d"')}]}`],
  [
    'deep default',
    (size) =>
      `{"type":"object","x-kubernetes-preserve-unknown-fields":true,"default":${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}}`,
  ],
  ['rules', (size) => `{"type":"object",${rules(size / 30, 'self.size() > 0')}}`],
  ['broken rules', (size) => `{"type":"object",${rules(size / 30, 'self.x +')}}`],
  ['long rule', (size) => `{"type":"string",${rules(1, `${'self == "a" || '.repeat(size / 15)}true`)}}`],
  ['deep rule', (size) => `{"type":"string",${rules(1, `${'('.repeat(size / 2)}true${')'.repeat(size / 2)}`)}}`],
  [
    'nested comprehensions',
    (size) =>
      nested(3, `{"type":"string"}`).replace(
        '{',
        `{${rules(size / 90, 'self.all(x, self.all(y, self.all(z, x == y && y == z)))')},`,
      ),
  ],
  [
    'unbounded lists',
    (size) => nested(Math.min(size / 50, 60), `{"type":"string",${rules(1, 'self.matches("(a+)+$")')}}`),
  ],
  ['junctors', (size) => `{"type":"object","allOf":[${many(size / 30, (i) => `{"required":["r${i}"]}`)}]}`],
  [
    'nested junctors',
    (size) => `{"type":"object",${'"not":{"anyOf":[{'.repeat(size / 50)}"required":["a"]${'}]}'.repeat(size / 50)}}`,
  ],
  [
    'list keys',
    (size) =>
      `{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":[${many(size / 8, (i) => `"k${i}"`)}],"items":{"type":"object"}}`,
  ],
  ['required', (size) => `{"type":"object","required":[${many(size / 8, (i) => `"k${i}"`)}]}`],
];

it.each(EXPLOSIONS)('answers definitions with %s in time that grows with them', async (name, schema) => {
  const judge = new GrowthJudge(attacked.prober);
  const plural = name.replaceAll(' ', '');
  const send = (size: number) =>
    attacked.server.admin.request('POST', `${DEFINITIONS}?dryRun=All`, { body: definition(plural, schema(size)) });
  expect(await judge.faultOfDoubled({ name, send })).toBeUndefined();
  expect(judge.failures).toEqual([]);
});

it('serves other definitions while one is refused or broken', async () => {
  for (const [name, schema] of EXPLOSIONS) {
    const { status } = await attacked.server.admin.request('POST', DEFINITIONS, {
      body: definition(name.replaceAll(' ', ''), schema(20_000)),
    });
    expect([name, status >= 500]).toEqual([name, false]);
  }
  const created = await attacked.server.admin.request('POST', DEFINITIONS, {
    body: definition('plain', object('"a":{"type":"string"}')),
  });
  expect(created.status).toBe(201);
  await eventually(async () =>
    expect((await attacked.server.admin.get('/apis/odd.example.com/v1/plain')).status).toBe(200),
  );
  const kept = await attacked.server.admin.request('POST', '/apis/odd.example.com/v1/plain', {
    body: { apiVersion: 'odd.example.com/v1', kind: 'Kplain', metadata: { name: 'a' }, spec: { a: 'x' } },
  });
  expect(kept.status).toBe(201);
});

const TARGET = object(
  [
    '"texts":{"type":"array","items":{"type":"string","pattern":"^(a+)+$"}}',
    '"set":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}}',
    '"map":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],"items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"}}}}',
    `"choice":{"type":"array","items":{"type":"string","enum":[${many(500, (i) => `"v${i}"`)}]}}`,
    '"any":{"type":"object","x-kubernetes-preserve-unknown-fields":true}',
    `"ruled":{"type":"array","maxItems":100000,"items":{"type":"integer",${rules(1, 'self >= 0')}}}`,
    `"either":{"type":"array","items":{"type":"string","anyOf":[${many(20, (i) => `{"pattern":"^${i}$"}`)}]}}`,
    '"embedded":{"type":"array","items":{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}}',
    '"unsettled":{"x-kubernetes-int-or-string":true}',
  ].join(','),
);

/** Objects of that kind that grow with a size. */
const OBJECTS: readonly (readonly [name: string, spec: (size: number) => string])[] = [
  ['texts', (size) => `{"texts":["${'a'.repeat(size)}b"]}`],
  ['many texts', (size) => `{"texts":[${many(size / 8, () => '"aaaab"')}]}`],
  ['sets', (size) => `{"set":[${many(size / 8, (i) => `"s${i}"`)}]}`],
  ['sets of one', (size) => `{"set":[${many(size / 4, () => '"s"')}]}`],
  ['maps', (size) => `{"map":[${many(size / 12, (i) => `{"k":"${i}"}`)}]}`],
  ['maps of one', (size) => `{"map":[${many(size / 10, () => '{"k":"k"}')}]}`],
  ['wrong choices', (size) => `{"choice":[${many(size / 5, () => '"no"')}]}`],
  ['right choices', (size) => `{"choice":[${many(size / 8, () => '"v499"')}]}`],
  ['unknown fields', (size) => `{${many(size / 10, (i) => `"u${i}":1`)}}`],
  ['deep values', (size) => `{"any":${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}}`],
  ['wide values', (size) => `{"any":{${many(size / 10, (i) => `"w${i}":1`)}}}`],
  ['rules', (size) => `{"ruled":[${many(size / 3, () => '1')}]}`],
  ['broken rules', (size) => `{"ruled":[${many(size / 4, () => '-1')}]}`],
  ['alternatives', (size) => `{"either":[${many(size / 5, () => '"no"')}]}`],
  ['embedded objects', (size) => `{"embedded":[${many(size / 3, () => '{}')}]}`],
  ['long numbers', (size) => `{"unsettled":${'1'.repeat(size)}}`],
  ['wrong types', (size) => `{"texts":[${many(size / 2, () => '1')}]}`],
];

it.each(OBJECTS)('answers objects with %s in time that grows with them', async (name, spec) => {
  const made = await attacked.server.admin.request('POST', DEFINITIONS, { body: definition('targets', TARGET) });
  expect([201, 409]).toContain(made.status);
  await eventually(async () =>
    expect((await attacked.server.admin.get('/apis/odd.example.com/v1/targets')).status).toBe(200),
  );
  const judge = new GrowthJudge(attacked.prober);
  const send = (size: number) =>
    attacked.server.admin.request('POST', '/apis/odd.example.com/v1/targets?dryRun=All&fieldValidation=Strict', {
      body: `{"apiVersion":"odd.example.com/v1","kind":"Ktargets","metadata":{"name":"a"},"spec":${spec(size)}}`,
    });
  expect(await judge.faultOfDoubled({ name, send })).toBeUndefined();
  expect(judge.failures).toEqual([]);
});

it('refuses objects that are nested deeper than they can be processed', async () => {
  const made = await attacked.server.admin.request('POST', DEFINITIONS, { body: definition('targets', TARGET) });
  expect([201, 409]).toContain(made.status);
  await eventually(async () =>
    expect((await attacked.server.admin.get('/apis/odd.example.com/v1/targets')).status).toBe(200),
  );
  for (const depth of [2000, 4000, 6000, 8000]) {
    const any = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const { status } = await attacked.server.admin.request('POST', '/apis/odd.example.com/v1/targets?dryRun=All', {
      body: `{"apiVersion":"odd.example.com/v1","kind":"Ktargets","metadata":{"name":"a"},"spec":{"any":${any}}}`,
    });
    expect([201, 400, 413]).toContain(status);
  }
});
