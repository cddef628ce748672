import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const LABELS = { app: 'a' };
const at = (groupVersion: string, resource = 'deployments'): string =>
  `/apis/${groupVersion}/namespaces/default/${resource}`;

let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startTestServer({ api: { emulatedRelease: '1.15' }, extensions: { controllers: ['-*'] } });
});

afterAll(() => server.close());

async function workload(groupVersion: string, resource = 'deployments'): Promise<string> {
  const template = { metadata: { labels: LABELS }, spec: { containers: [{ name: 'a', image: 'a' }] } };
  const spec = { replicas: 2, serviceName: 's', selector: { matchLabels: LABELS }, template };
  const sent = resource === 'statefulsets' ? spec : { ...spec, serviceName: undefined };
  const name = `w${count++}`;
  const { status, text } = await server.client.post(at(groupVersion, resource), { metadata: { name }, spec: sent });
  if (status !== 201) throw new Error(text);
  return `${at(groupVersion, resource)}/${name}`;
}

const merge = (path: string, change: Json): Promise<TestAnswer> => server.client.patch(path, 'merge-patch', change);

describe('scales of former versions', () => {
  it.each([
    ['extensions/v1beta1', 'deployments'],
    ['extensions/v1beta1', 'replicasets'],
    ['apps/v1beta1', 'statefulsets'],
    ['apps/v1beta2', 'deployments'],
  ])('are of a kind of their own: %s %s', async (groupVersion, resource) => {
    const path = await workload(groupVersion, resource);
    const scale = (await server.client.get(`${path}/scale`)).body;
    expect(scale).toMatchObject({
      apiVersion: groupVersion,
      kind: 'Scale',
      spec: { replicas: 2 },
      status: { replicas: 0, selector: LABELS, targetSelector: 'app=a' },
    });
    expect((await merge(`${path}/scale`, { spec: { replicas: 3 } })).body).toMatchObject({ spec: { replicas: 3 } });
    const { resourceVersion: _version, ...metadata } = scale.metadata as Json;
    const put = await server.client.put(`${path}/scale`, { ...scale, metadata, spec: { replicas: 5 } });
    expect([put.status, put.body.apiVersion, put.body.spec]).toEqual([200, groupVersion, { replicas: 5 }]);
    expect((await server.client.get(path)).body.spec.replicas).toBe(5);
  });

  it('were all that extensions/v1beta1 had of replication controllers', async () => {
    const template = { metadata: { labels: LABELS }, spec: { containers: [{ name: 'a', image: 'a' }] } };
    const body = { metadata: { name: 'rc' }, spec: { replicas: 2, selector: LABELS, template } };
    await server.client.post('/api/v1/namespaces/default/replicationcontrollers', body);
    const path = `${at('extensions/v1beta1', 'replicationcontrollers')}/rc`;
    expect((await server.client.get(`${path}/scale`)).body).toMatchObject({
      apiVersion: 'extensions/v1beta1',
      kind: 'Scale',
      spec: { replicas: 2 },
      status: { replicas: 0, selector: LABELS, targetSelector: 'app=a' },
    });
    expect((await merge(`${path}/scale`, { spec: { replicas: 3 } })).body.spec).toEqual({ replicas: 3 });
    expect((await server.client.get(path)).status).toBe(404);
    const { resources } = (await server.client.get('/apis/extensions/v1beta1')).body as { resources: Json[] };
    const found = resources.filter(({ name }) => (name as string).startsWith('replicationcontrollers'));
    expect(found.map(({ name, verbs, shortNames }) => [name, verbs, shortNames])).toEqual([
      ['replicationcontrollers', [], undefined],
      ['replicationcontrollers/scale', ['get', 'patch', 'update'], undefined],
    ]);
  });

  it('are those of autoscaling/v1 in apps/v1', async () => {
    const path = await workload('apps/v1');
    expect((await server.client.get(`${path}/scale`)).body).toMatchObject({
      apiVersion: 'autoscaling/v1',
      status: { selector: 'app=a' },
    });
  });
});

describe('deployments/rollback', () => {
  it.each(['extensions/v1beta1', 'apps/v1beta1'])(
    'notes what a deployment is to go back to: %s',
    async (groupVersion) => {
      const path = await workload(groupVersion);
      const name = path.split('/').at(-1)!;
      const rollback = { name, updatedAnnotations: { why: 'broken' }, rollbackTo: { revision: 4 } };
      const answer = await server.client.post(`${path}/rollback`, rollback);
      expect([answer.status, answer.body.status, answer.body.message]).toEqual([
        200,
        'Success',
        `rollback request for deployment "${name}" succeeded`,
      ]);
      const { spec, metadata } = (await server.client.get(path)).body;
      expect([spec.rollbackTo, metadata.annotations.why]).toEqual([{ revision: 4 }, 'broken']);
      expect((await server.client.post(`${path}/rollback`, { ...rollback, name: 'other' })).status).toBe(400);
      const odd = await server.client.post(`${path}/rollback`, { name, rollbackTo: { revision: -1 } });
      expect([odd.status, odd.body.message]).toEqual([
        422,
        expect.stringContaining('rollback.revision: Invalid value: -1'),
      ]);
    },
  );

  it('is not there in later versions', async () => {
    const path = await workload('apps/v1beta2');
    expect((await server.client.post(`${path}/rollback`, {})).status).toBe(404);
  });
});

describe('selectors', () => {
  const change = {
    spec: { selector: { matchLabels: { app: 'b' } }, template: { metadata: { labels: { app: 'b' } } } },
  };

  it.each([
    ['extensions/v1beta1', 'deployments', 200],
    ['apps/v1beta1', 'deployments', 200],
    ['extensions/v1beta1', 'replicasets', 200],
    ['extensions/v1beta1', 'daemonsets', 200],
    ['apps/v1beta2', 'deployments', 422],
    ['apps/v1', 'daemonsets', 422],
  ])('of %s %s: a change is answered with %d', async (groupVersion, resource, status) => {
    const path = await workload(groupVersion, resource);
    expect((await merge(path, change)).status).toBe(status);
  });
});
