import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const PROTOBUF = {
  v2: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
  v3: 'application/com.github.proto-openapi.spec.v3@v1.0+protobuf',
};

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.ready;
});

afterAll(() => server.close());

/** A definition as text, so that numbers are sent as they are spelled. */
function definition(group: string, versions: Readonly<Record<string, string>>): string {
  const listed = Object.entries(versions).map(
    ([name, schema], i) =>
      `{"name":"${name}","served":true,"storage":${i === 0},"schema":{"openAPIV3Schema":${schema}}}`,
  );
  const names = '{"plural":"things","kind":"Thing"}';
  return `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
    "metadata":{"name":"things.${group}"},
    "spec":{"group":"${group}","scope":"Namespaced","names":${names},"versions":[${listed.join(',')}]}}`;
}

async function define(body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { status, body: answer } = await server.client.request('POST', DEFINITIONS, { body, headers });
  expect([status, (answer as Json).message]).toEqual([201, undefined]);
  const path = `${DEFINITIONS}/${String((answer as Json).metadata.name)}`;
  await eventually(async () => {
    const { conditions = [] } = (await server.client.get(path)).body.status as { conditions?: Json[] };
    expect(conditions.map(({ type, status: state }) => `${String(type)}=${String(state)}`)).toEqual([
      'NamesAccepted=True',
      'Established=True',
    ]);
  });
}

const documentOf = (group: string, version = 'v1'): string => `/openapi/v3/apis/${group}/${version}`;

async function schemaOf(group: string, version = 'v1'): Promise<Json> {
  const { body } = await server.client.get(documentOf(group, version));
  return body.components.schemas[`${group.split('.').reverse().join('.')}.${version}.Thing`] as Json;
}

async function accepted(path: string, accept = 'application/json'): Promise<number> {
  return (await server.client.request('GET', path, { headers: { accept } })).status;
}

describe('The documents beside a definition with numbers that a double cannot hold', () => {
  const GROUP = 'numbers.example.com';
  const MEMBERS = `{
    "bound":{"type":"integer","maximum":9223372036854775807,"minimum":-9223372036854775808},
    "long":{"type":"string","maxLength":9223372036854775807},
    "initial":{"type":"integer","default":9223372036854775807,"enum":[9223372036854775807,9007199254740993]},
    "huge":{"type":"number","default":18446744073709551617,"example":1844674407370955161712345},
    "any":{"type":"object","additionalProperties":true}}`;

  beforeAll(() => define(definition(GROUP, { v1: `{"type":"object","properties":${MEMBERS}}` })));

  it.each([
    ['/openapi/v3', undefined],
    ['/openapi/v2', undefined],
    ['/openapi/v2', PROTOBUF.v2],
    [documentOf(GROUP), undefined],
    [documentOf(GROUP), PROTOBUF.v3],
    ['/openapi/v3/apis/apps/v1', undefined],
  ])('are there: %s as %s', async (path, accept) => {
    expect(await accepted(path, accept)).toBe(200);
  });

  it('have defaults, values and examples digit by digit, bounds as doubles', async () => {
    const { text } = await server.client.request('GET', documentOf(GROUP), {});
    expect(text).toContain('"default":9223372036854775807,"enum":[9223372036854775807,9007199254740993]');
    expect(text).toContain('"default":18446744073709551617');
    const { bound } = (await schemaOf(GROUP)).properties as Json;
    expect(bound).toEqual({ type: 'integer', maximum: 2 ** 63, minimum: -(2 ** 63) });
  });
});

describe('A definition with a number that no double holds at all', () => {
  it.each(['"default":1e400', '"enum":[1e400]', '"example":{"a":[-1e400]}'])('is rejected: %s', async (member) => {
    const schema = `{"type":"object","properties":{"a":{"type":"number",${member}}}}`;
    const body = definition('infinite.example.com', { v1: schema });
    const headers = { 'content-type': 'application/json' };
    const { status, body: answer } = await server.client.request('POST', DEFINITIONS, { body, headers });
    expect([status, answer.message]).toEqual([400, expect.stringMatching(/cannot unmarshal number -?1e400 into Go/)]);
  });
});

describe('A definition whose default is nested too deeply for documents', () => {
  const GROUP = 'deep.example.com';
  const DEPTH = 1100;
  const value = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
  const free = '"type":"object","x-kubernetes-preserve-unknown-fields":true';

  beforeAll(() =>
    define(definition(GROUP, { v1: `{"type":"object","properties":{"a":{${free},"default":${value}}}}` })),
  );

  it('leaves the documents to all others', async () => {
    const { status, body } = await server.client.get('/openapi/v3');
    expect([status, Object.keys(body.paths as object).filter((path) => path.includes(GROUP))]).toEqual([200, []]);
    expect(await accepted('/openapi/v2')).toBe(200);
    expect(await accepted('/openapi/v2', PROTOBUF.v2)).toBe(200);
    expect(await accepted(documentOf(GROUP))).toBe(404);
  });

  it('says so in a condition', async () => {
    await server.client.get('/openapi/v3');
    await eventually(async () => {
      const { conditions } = (await server.client.get(`${DEFINITIONS}/things.${GROUP}`)).body.status as Json;
      expect(conditions).toContainEqual(
        expect.objectContaining({
          type: 'Published',
          status: 'False',
          reason: 'SchemaNotWritable',
          message: 'the schema is nested more than 1000 levels deep',
        }),
      );
    });
  });
});

describe('A definition that declares a selectable field in two versions', () => {
  const GROUP = 'selectable.example.com';
  const text = { type: 'string' };
  const versionOf = (name: string, fields: readonly string[]): Json => ({
    name,
    served: true,
    storage: name === 'v1',
    // Versions with equal schemas cannot have different fields.
    schema: {
      openAPIV3Schema: {
        type: 'object',
        title: name,
        properties: { spec: { type: 'object', properties: { a: text, b: text } } },
      },
    },
    selectableFields: fields.map((jsonPath) => ({ jsonPath })),
  });
  const pathsOf = (...paths: string[]): Json[] => paths.map((fieldPath) => ({ fieldPath }));
  const published = async (version: string): Promise<unknown> =>
    (await schemaOf(GROUP, version))['x-kubernetes-selectable-fields'];

  beforeAll(() =>
    define(
      JSON.stringify({
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: `things.${GROUP}` },
        spec: {
          group: GROUP,
          scope: 'Namespaced',
          names: { plural: 'things', kind: 'Thing' },
          versions: [versionOf('v1', ['.spec.a']), versionOf('v2', ['.spec.b', '.spec.a'])],
        },
      }),
    ),
  );

  it.each(['v1', 'v2'])('is served with the field in %s', async (version) => {
    const path = `/apis/${GROUP}/${version}/namespaces/default/things`;
    const object = { apiVersion: `${GROUP}/${version}`, kind: 'Thing', spec: { a: version } };
    await server.client.post(path, { ...object, metadata: { name: version } });
    const { items } = (await server.client.get(`${path}?fieldSelector=spec.a=${version}`)).body as { items: Json[] };
    expect(items.map(({ metadata }) => (metadata as Json).name as string)).toEqual([version]);
  });

  it('publishes the fields of each version, and their changes', async () => {
    expect(await published('v1')).toEqual(pathsOf('spec.a'));
    expect(await published('v2')).toEqual(pathsOf('spec.b', 'spec.a'));
    const body = { spec: { versions: [versionOf('v1', ['.spec.a']), versionOf('v2', ['.spec.b'])] } };
    const changed = await server.client.request('PATCH', `${DEFINITIONS}/things.${GROUP}`, { headers: MERGE, body });
    expect(changed.status).toBe(200);
    await eventually(async () => expect(await published('v2')).toEqual(pathsOf('spec.b')));
    expect(await published('v1')).toEqual(pathsOf('spec.a'));
  });
});

describe('A rule on a former value', () => {
  const GROUP = 'atomic.example.com';
  const RULE = '{"type":"string","maxLength":9,"x-kubernetes-validations":[{"rule":"self == oldSelf"}]}';
  const SPEC = `{"type":"object","x-kubernetes-map-type":"atomic","properties":{"a":${RULE}}}`;

  it('holds in a member of an atomic map', async () => {
    await define(definition(GROUP, { v1: `{"type":"object","properties":{"spec":${SPEC}}}` }));
    const path = `/apis/${GROUP}/v1/namespaces/default/things`;
    await server.client.post(path, {
      apiVersion: `${GROUP}/v1`,
      kind: 'Thing',
      metadata: { name: 'a' },
      spec: { a: 'x' },
    });
    const { status, body } = await server.client.request('PATCH', `${path}/a`, {
      headers: MERGE,
      body: { spec: { a: 'y' } },
    });
    expect([status, body.details.causes[0].field]).toEqual([422, 'spec.a']);
  });
});
