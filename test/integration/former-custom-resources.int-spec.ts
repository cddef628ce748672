import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions';
const BOATS = '/apis/old.example.com/v1/namespaces/default/boats';
const CARTS = '/apis/old.example.com/v1/namespaces/default/carts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ api: { emulatedRelease: '1.21' } });
  await server.ready;
});

afterAll(() => server.close());

async function define(plural: string, kind: string, further: Json): Promise<Json> {
  const name = `${plural}.old.example.com`;
  const created = await server.client.post(DEFINITIONS, {
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: { group: 'old.example.com', version: 'v1', scope: 'Namespaced', names: { plural, kind }, ...further },
  });
  expect(created.status).toBe(201);
  const path = `/apis/old.example.com/v1/namespaces/default/${plural}`;
  await eventually(async () => expect((await server.client.get(path)).status).toBe(200));
  await eventually(async () =>
    expect((await server.client.get(`${DEFINITIONS}/${name}`)).body.status.conditions).toContainEqual(
      expect.objectContaining({ type: 'Established', status: 'True' }),
    ),
  );
  return (await server.client.get(`${DEFINITIONS}/${name}`)).body;
}

const object = (kind: string, spec: Json, further: Json = {}): Json => ({
  apiVersion: 'old.example.com/v1',
  kind,
  metadata: { name: 'a' },
  spec,
  ...further,
});

describe('a definition of v1beta1', () => {
  it('keeps unknown members at any depth, validates what its schema declares, and says that it is not structural', async () => {
    const validation = { openAPIV3Schema: { properties: { spec: { properties: { n: { type: 'integer' } } } } } };
    const { status } = await define('boats', 'Boat', { validation });
    const created = await server.client.post(BOATS, object('Boat', { n: 1, x: { y: [null, 2] } }, { more: { z: 1 } }));
    expect([created.status, created.body.spec, created.body.more]).toEqual([
      201,
      { n: 1, x: { y: [null, 2] } },
      { z: 1 },
    ]);
    const refused = await server.client.post(BOATS, object('Boat', { n: 'x' }));
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('spec.n')]);
    const condition = (status.conditions as Json[]).find(({ type }) => type === 'NonStructuralSchema');
    expect([condition?.status, condition?.reason]).toEqual(['True', 'Violations']);
    expect(condition?.message).toContain('spec.preserveUnknownFields: Invalid value: true: must be false');
    expect(condition?.message).toContain('spec.versions[0].schema.openAPIV3Schema');
  });

  it('prunes where it says so, and shares its schema, columns and subresources among its versions', async () => {
    const spec = { type: 'object', properties: { n: { type: 'integer' } } };
    const { status } = await define('carts', 'Cart', {
      preserveUnknownFields: false,
      validation: { openAPIV3Schema: { type: 'object', properties: { spec } } },
      subresources: { status: {} },
      additionalPrinterColumns: [{ name: 'N', type: 'integer', JSONPath: '.spec.n' }],
    });
    expect((status.conditions as Json[]).map(({ type }) => type)).not.toContain('NonStructuralSchema');
    const created = await server.client.post(CARTS, object('Cart', { n: 1, x: 2 }));
    expect(created.body.spec).toEqual({ n: 1 });
    expect((await server.client.get(`${CARTS}/a/status`)).status).toBe(200);
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const table = await server.request('GET', `${CARTS}/a`, { headers: { accept } });
    expect((table.body.rows as Json[])[0].cells).toEqual(['a', 1]);
  });
});
