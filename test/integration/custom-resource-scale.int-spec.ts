import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const RAFTS = '/apis/scale.example.com/v1/namespaces/default/rafts';
const NOT_CONVERTED = 'to proper version: request to convert CR to an invalid group/version: autoscaling/v1';

let server: TestServer;

function definition(schema: Json = {}): Json {
  const replicas = { type: 'object', properties: { replicas: { type: 'integer' } } };
  const embedded = {
    type: 'object',
    properties: { spec: { type: 'object' } },
    'x-kubernetes-embedded-resource': true,
  };
  const spec = { ...replicas, properties: { ...replicas.properties, pod: embedded } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'rafts.scale.example.com' },
    spec: {
      group: 'scale.example.com',
      scope: 'Namespaced',
      names: { plural: 'rafts', kind: 'Raft' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          deprecated: true,
          deprecationWarning: 'größer',
          schema: { openAPIV3Schema: { type: 'object', properties: { spec, status: replicas }, ...schema } },
          subresources: {
            status: {},
            scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
          },
        },
      ],
    },
  };
}

const raft = (further: Json): Json => ({ apiVersion: 'scale.example.com/v1', kind: 'Raft', ...further });

const scale = (name: string): Json => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: { name },
  spec: { replicas: 3 },
});

beforeAll(async () => {
  server = await startTestServer();
  await server.ready;
  await server.client.post(DEFINITIONS, definition());
  await eventually(async () => expect((await server.client.get(RAFTS)).status).toBe(200));
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } };
  await server.client.post(`${RAFTS}?fieldManager=m`, raft({ metadata: { name: 'a' }, spec: { replicas: 1, pod } }));
  await server.client.post(`${RAFTS}?fieldManager=m`, raft({ metadata: { name: 'none' }, spec: {} }));
});

afterAll(() => server.close());

async function patch(name: string, type: string, body: Json, further = ''): Promise<[number, unknown]> {
  const path = `${RAFTS}/${name}/scale?fieldManager=hpa${further}`;
  const { status, text } = await server.request('PATCH', path, { body, headers: { 'content-type': type } });
  return [status, (JSON.parse(text) as Json).message];
}

describe('The scale of a custom resource', () => {
  it('takes no strategic merge patch', async () => {
    const [status, message] = await patch('a', 'application/strategic-merge-patch+json', { spec: { replicas: 2 } });
    expect(status).toBe(415);
    expect(message).not.toContain('strategic');
  });

  it('cannot be applied to', async () => {
    const type = 'application/apply-patch+yaml';
    const owned = `failed to convert new object (/a; autoscaling/v1, Kind=Scale) ${NOT_CONVERTED}`;
    expect(await patch('a', type, scale('a'))).toEqual([409, expect.stringContaining('conflict with "m"')]);
    expect(await patch('a', type, scale('a'), '&force=true')).toEqual([400, owned]);
    const start = 'failed to create manager for existing fields: failed to convert live object';
    const unowned = `${start} (/; autoscaling/v1, Kind=Scale) ${NOT_CONVERTED}`;
    expect(await patch('none', type, scale('none'))).toEqual([400, unowned]);
  });

  it('shows the owners of its replicas to patches', async () => {
    const test = { op: 'test', path: '/metadata/managedFields/0/manager', value: 'm' };
    const [status] = await patch('a', 'application/json-patch+json', [test] as unknown as Json);
    expect(status).toBe(200);
  });

  it('has the columns of a custom resource in tables', async () => {
    const headers = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
    const { text } = await server.request('GET', `${RAFTS}/a/scale`, { headers });
    const { columnDefinitions } = JSON.parse(text) as { columnDefinitions: { type: string; format: string }[] };
    expect(columnDefinitions.map(({ type, format }) => `${type}:${format}`)).toEqual([
      'string:name',
      'integer:',
      'integer:',
      'date:',
    ]);
  });
});

describe('A custom resource', () => {
  it('without metadata is refused', async () => {
    const { status, body } = await server.client.post(RAFTS, raft({}));
    expect([status, body.message]).toEqual([422, expect.stringContaining('metadata.name: Required value')]);
  });

  it('has owners of the metadata of embedded objects, by members in the order of their names', async () => {
    const { body } = await server.client.get(`${RAFTS}/a`);
    const { managedFields } = body.metadata as { managedFields: Json[] };
    const creator = managedFields.find(({ manager }) => manager === 'm')!;
    expect(Object.keys(creator)).toEqual(Object.keys(creator).sort());
    expect(creator.fieldsV1).toMatchObject({ 'f:spec': { 'f:pod': { 'f:metadata': { 'f:name': {} } } } });
  });
});

describe('A definition', () => {
  it('may not have a default at its root that is no whole object', async () => {
    const { status, body } = await server.client.post(`${DEFINITIONS}?dryRun=All`, {
      ...definition({ default: { spec: {} } }),
      metadata: { name: 'rafts.scale.example.com' },
    });
    expect(status).toBe(422);
    expect(body.message).toContain('openAPIV3Schema.default.kind: Required value: must not be empty');
  });
});
