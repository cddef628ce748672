import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const V1 = '/apis/stable.example.com/v1/namespaces/default/crontabs';
const V2 = '/apis/stable.example.com/v2/namespaces/default/crontabs';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

const spec: Json = {
  type: 'object',
  properties: {
    cron: { type: 'string', pattern: '^[0-9* ]+$' },
    replicas: { type: 'integer', minimum: 0, default: 1 },
    limit: { type: 'integer' },
  },
  'x-kubernetes-validations': [{ rule: '!has(self.limit) || self.replicas <= self.limit', message: 'over the limit' }],
};
const status: Json = { type: 'object', properties: { replicas: { type: 'integer' } } };

function version(name: string, isStored: boolean, further: Json = {}): Json {
  return {
    name,
    served: true,
    storage: isStored,
    schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
    subresources: { status: {}, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
    additionalPrinterColumns: [{ name: 'Cron', type: 'string', jsonPath: '.spec.cron' }],
    ...further,
  };
}

function definition(plural: string, kind: string, versions: Json[], names: Json = {}): Json {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.stable.example.com` },
    spec: { group: 'stable.example.com', scope: 'Namespaced', names: { plural, kind, ...names }, versions },
  };
}

const cronTab = (name: string, spec: Json): Json => ({
  apiVersion: 'stable.example.com/v1',
  kind: 'CronTab',
  metadata: { name },
  spec,
});

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.ready;
});

afterAll(() => server.close());

async function conditionsOf(name: string): Promise<Record<string, string>> {
  const { status } = (await server.client.get(`${DEFINITIONS}/${name}`)).body as { status?: Json };
  const conditions = (status?.conditions ?? []) as Json[];
  return Object.fromEntries(conditions.map(({ type, status: state }) => [type as string, state as string]));
}

async function define(given: Json): Promise<void> {
  expect((await server.client.post(DEFINITIONS, given)).status).toBe(201);
  const { name } = given.metadata as { name: string };
  await eventually(async () => expect((await conditionsOf(name)).Established).toBe('True'));
}

async function remove(plural: string): Promise<void> {
  await server.client.delete(`${DEFINITIONS}/${plural}.stable.example.com`);
  await eventually(async () =>
    expect((await server.client.get(`${DEFINITIONS}/${plural}.stable.example.com`)).status).toBe(404),
  );
}

async function change(plural: string, edit: (spec: Json) => void): Promise<void> {
  const path = `${DEFINITIONS}/${plural}.stable.example.com`;
  const { body } = await server.client.get(path);
  edit(body.spec as Json);
  expect((await server.client.put(path, body)).status).toBe(200);
}

describe('a custom resource', () => {
  beforeAll(() => define(definition('crontabs', 'CronTab', [version('v1', true)], { shortNames: ['ct'] })));

  afterAll(() => remove('crontabs'));

  it('is pruned, defaulted, stored and shown in tables', async () => {
    const created = await server.client.post(V1, cronTab('a', { cron: '* *', ghost: 1 }));
    expect(created.status).toBe(201);
    expect(created.body.spec).toEqual({ cron: '* *', replicas: 1 });
    expect((created.body.metadata as Json).generation).toBe(1);
    const { body } = await server.request('GET', `${V1}/a`, { headers: { accept: TABLE } });
    expect((body.rows as Json[]).map(({ cells }) => cells)).toEqual([['a', '* *']]);
  });

  it.each<[string, string, Json, number, string]>([
    ['a pattern', '', { cron: 'x' }, 422, "spec.cron in body should match '^[0-9* ]+$'"],
    ['a type', '', { replicas: 'x' }, 422, 'some validation rules were not checked because the object was invalid'],
    ['a rule', '', { replicas: 3, limit: 2 }, 422, 'spec: Invalid value: "object": over the limit'],
    ['an unknown field, strictly', '?fieldValidation=Strict', { ghost: 1 }, 400, 'unknown field "spec.ghost"'],
  ])('is checked by %s', async (_what, query, spec, code, text) => {
    const { status, body } = await server.client.post(`${V1}${query}`, cronTab('bad', spec));
    expect([status, body.message]).toEqual([code, expect.stringContaining(text)]);
  });

  it('is not checked by rules where its metadata lacks something', async () => {
    const { kind, apiVersion, spec } = cronTab('', { replicas: 3, limit: 2 });
    const { status, body } = await server.client.post(V1, { kind, apiVersion, metadata: {}, spec });
    expect(status).toBe(422);
    expect(((body.details as Json).causes as Json[]).map(({ message }) => message)).toEqual([
      'Required value: name or generateName is required',
      expect.stringContaining('some validation rules were not checked because the object was invalid'),
    ]);
  });

  it('counts changes of its spec, not of its status', async () => {
    await server.client.post(V1, cronTab('counted', { cron: '1' }));
    const patch = (path: string, change: Json) =>
      server.request('PATCH', path, { body: change, headers: { 'content-type': 'application/merge-patch+json' } });
    const afterStatus = await patch(`${V1}/counted/status`, { status: { replicas: 4 }, spec: { cron: '2' } });
    expect(afterStatus.body).toMatchObject({
      metadata: { generation: 1 },
      spec: { cron: '1' },
      status: { replicas: 4 },
    });
    const afterSpec = await patch(`${V1}/counted`, { spec: { cron: '2' }, status: { replicas: 9 } });
    expect(afterSpec.body).toMatchObject({ metadata: { generation: 2 }, status: { replicas: 4 } });
  });

  it('is scaled by the paths of its definition', async () => {
    await server.client.post(V1, cronTab('scaled', { replicas: 2 }));
    const { body } = await server.client.get(`${V1}/scaled/scale`);
    expect(body).toMatchObject({ kind: 'Scale', spec: { replicas: 2 }, status: { replicas: 0 } });
    await server.client.put(`${V1}/scaled/scale`, { ...body, spec: { replicas: 5 } });
    expect((await server.client.get(`${V1}/scaled`)).body.spec).toEqual({ replicas: 5 });
  });

  it('keeps its watches while the definition changes, and gets the version that is added', async () => {
    const { metadata } = (await server.client.get(V1)).body as { metadata: Json };
    const watch = await server.client.watch(`${V1}?resourceVersion=${String(metadata.resourceVersion)}`);
    await change('crontabs', (spec) => (spec.versions = [version('v1', true), version('v2', false)]));
    await eventually(async () => expect((await server.client.get(V2)).status).toBe(200));
    await server.client.post(V2, { ...cronTab('second', { cron: '3' }), apiVersion: 'stable.example.com/v2' });
    const event = await watch.next();
    expect(event).toMatchObject({
      type: 'ADDED',
      object: { apiVersion: 'stable.example.com/v1', spec: { cron: '3' } },
    });
    watch.stop();
    expect((await server.client.get(`${V2}/a`)).body).toMatchObject({ apiVersion: 'stable.example.com/v2' });
  });
});

describe('a definition', () => {
  it('is refused names others have, and gets them once they are free', async () => {
    await define(definition('firsts', 'First', [version('v1', true)], { shortNames: ['fs'] }));
    const second = definition('seconds', 'Second', [version('v1', true)], { shortNames: ['fs'] });
    expect((await server.client.post(DEFINITIONS, second)).status).toBe(201);
    await eventually(async () =>
      expect(await conditionsOf('seconds.stable.example.com')).toEqual({
        NamesAccepted: 'False',
        Established: 'False',
      }),
    );
    await remove('firsts');
    await eventually(async () =>
      expect(await conditionsOf('seconds.stable.example.com')).toEqual({ NamesAccepted: 'True', Established: 'True' }),
    );
    await remove('seconds');
  });

  it('takes its objects along when it is deleted', async () => {
    await define(definition('crontabs', 'CronTab', [version('v1', true)]));
    await server.client.post(V1, cronTab('gone', {}));
    await remove('crontabs');
    expect((await server.client.get(V1)).status).toBe(404);
    await define(definition('crontabs', 'CronTab', [version('v1', true)]));
    expect((await server.client.get(V1)).body.items).toEqual([]);
    await remove('crontabs');
  });

  it('stays until the finalizers of its objects are gone', async () => {
    await define(definition('crontabs', 'CronTab', [version('v1', true)]));
    const held = cronTab('held', {});
    await server.client.post(V1, { ...held, metadata: { name: 'held', finalizers: ['example.com/hold'] } });
    await server.client.delete(`${DEFINITIONS}/crontabs.stable.example.com`);
    await eventually(async () =>
      expect((await server.client.get(`${V1}/held`)).body.metadata).toHaveProperty('deletionTimestamp'),
    );
    expect((await conditionsOf('crontabs.stable.example.com')).Terminating).toBe('True');
    const { resources } = (await server.client.get('/apis/stable.example.com/v1')).body as { resources: Json[] };
    expect(resources[0]!.verbs).toEqual(['delete', 'deletecollection', 'get', 'list', 'watch']);
    await server.request('PATCH', `${V1}/held`, {
      body: { metadata: { finalizers: null } },
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    await remove('crontabs');
    expect((await server.client.get(V1)).status).toBe(404);
  });
});
