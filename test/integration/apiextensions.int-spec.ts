import { testServedKind } from '../contract/served-kind.contract.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ controllers: 'stepped' });
});

afterAll(() => server.close());

const SCHEMA = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'string' } },
        map: { type: 'object', additionalProperties: { type: 'integer', default: 3 } },
        open: { type: 'object', additionalProperties: true },
        choice: { type: 'string', enum: ['a', 'b'], default: 'a' },
      },
    },
  },
};
const specOf = (members: Json = {}): Json => ({
  group: 'example.com',
  scope: 'Namespaced',
  names: { plural: 'things', kind: 'Thing' },
  versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: SCHEMA } }],
  ...members,
});
const definition = { metadata: { name: 'things.example.com' }, spec: specOf() };

testServedKind(
  'CustomResourceDefinition',
  {
    path: DEFINITIONS,
    object: definition,
    created: {
      metadata: { generation: 1 },
      spec: { names: { singular: 'thing', listKind: 'ThingList' }, conversion: { strategy: 'None' } },
      status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] },
    },
    change: { spec: { names: { shortNames: ['th'] } } },
    columns: {},
    settle: () => server.stepControllers(),
    refused: {
      members: { spec: specOf({ scope: '', versions: [{ name: 'v1', served: true, storage: true }] }) },
      causes: [
        'spec.scope: Required value',
        'spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required',
      ],
    },
  },
  () => server,
);

describe('definitions', () => {
  it('remember every version that has been stored in', async () => {
    const { body } = await server.client.post(DEFINITIONS, definition);
    const [version] = body.spec.versions as Json[];
    const versions = [
      { ...version, storage: false },
      { ...version, name: 'v2' },
    ];
    const put = await server.client.put(`${DEFINITIONS}/things.example.com`, {
      ...body,
      spec: { ...body.spec, versions },
    });
    expect(put.body).toMatchObject({ metadata: { generation: 2 }, status: { storedVersions: ['v1', 'v2'] } });
  });

  it('take metadata through their status too, which nobody owns by that', async () => {
    const change = {
      metadata: { labels: { by: 'status' } },
      status: { acceptedNames: { plural: 'things', kind: 'T' } },
    };
    const { body } = await server.client.patch(`${DEFINITIONS}/things.example.com/status`, 'merge-patch', change);
    expect(body.metadata.labels).toEqual({ by: 'status' });
    const owner = (body.metadata.managedFields as Json[]).find(({ subresource }) => subresource === 'status');
    expect(owner?.fieldsV1).toEqual({ 'f:status': { 'f:acceptedNames': { 'f:kind': {}, 'f:plural': {} } } });
  });

  it('are served, as their conditions say', async () => {
    const path = `${DEFINITIONS}/things.example.com`;
    await server.stepControllers();
    const { conditions } = (await server.client.get(path)).body.status as { conditions: Json[] };
    expect(conditions.map(({ type, status }) => [type, status])).toEqual([
      ['NamesAccepted', 'True'],
      ['Established', 'True'],
    ]);
    expect((await server.client.get('/apis/example.com/v1/namespaces/default/things')).status).toBe(200);
  });

  it.each([
    ['JSON', 'items', 400],
    ['JSON', 'not', 400],
  ])('are refused where a schema in %s nests too deep in %s', async (_form, member, status) => {
    let schema: Json = { type: 'object' };
    for (let i = 0; i < 2000; i++) schema = { type: 'array', [member]: schema };
    const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }];
    const answer = await server.client.post(DEFINITIONS, { ...definition, spec: specOf({ versions }) });
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining('exceeded max depth')]);
  });

  it('name what has another JSON type, as the reference does', async () => {
    const versions = [{ name: 'v1', schema: { openAPIV3Schema: { items: { type: 7 } } } }];
    const { body } = await server.client.post(DEFINITIONS, { ...definition, spec: specOf({ versions }) });
    expect(body.message).toContain(
      'json: cannot unmarshal number into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.items of type string',
    );
  });
});
