import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const RUNNING = { extensions: { controllers: ['resourcequota-controller'] } };

let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startTestServer(RUNNING);
});

afterAll(() => server.close());

const quotaOf = async (namespace: string, name = 'q'): Promise<Json> =>
  (await server.client.get(`/api/v1/namespaces/${namespace}/resourcequotas/${name}`)).body;
const usedOf = async (namespace: string, name = 'q'): Promise<unknown> =>
  ((await quotaOf(namespace, name)).status as Json).used;

/** Waits until the usage of a quota is as expected; the last attempt reports the difference. */
async function usage(namespace: string, expected: Json, name = 'q'): Promise<void> {
  const end = Date.now() + 10_000;
  while (JSON.stringify(await usedOf(namespace, name)) !== JSON.stringify(expected) && Date.now() < end) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await usedOf(namespace, name)).toEqual(expected);
}

/** A namespace with a quota whose usage is worked out. */
async function limited(hard: Json, members: Json = {}): Promise<string> {
  const namespace = `quota-${count++}`;
  await server.client.post('/api/v1/namespaces', { metadata: { name: namespace } });
  await server.client.post(`/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: 'default' } });
  const spec = { hard, ...members };
  await server.client.post(`/api/v1/namespaces/${namespace}/resourcequotas`, { metadata: { name: 'q' }, spec });
  const none = Object.fromEntries(
    Object.keys(hard)
      .sort()
      .map((name) => [name, name.includes('resourcequotas') ? '1' : '0']),
  );
  await usage(namespace, none);
  return namespace;
}

const create = (namespace: string, resource: string, body: Json, query = ''): Promise<TestAnswer> =>
  server.client.post(`/api/v1/namespaces/${namespace}/${resource}${query}`, body);
const pod = (name: string, resources: Json = {}, spec: Json = {}): Json => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i', resources }], ...spec },
});
const patch = (path: string, body: Json): Promise<TestAnswer> => server.client.patch(path, 'merge-patch', body);
const messageOf = ({ body }: TestAnswer): unknown => body.message;

describe('ResourceQuota', () => {
  it('lets no more than the limit through, however many create at a time', async () => {
    const namespace = await limited({ configmaps: '10' });
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) => create(namespace, 'configmaps', { metadata: { name: `c${i}` } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 403).map(messageOf);
    expect(refused).toHaveLength(22);
    expect(refused[0]).toMatch(
      /^configmaps "c\d+" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=10, limited: configmaps=10$/,
    );
    expect(await usedOf(namespace)).toEqual({ configmaps: '10' });
  });

  it('releases deleted objects, and charges nothing for dry runs', async () => {
    const namespace = await limited({ 'count/secrets': '1' });
    expect((await create(namespace, 'secrets', { metadata: { name: 'd' } }, '?dryRun=All')).status).toBe(201);
    expect(await usedOf(namespace)).toEqual({ 'count/secrets': '0' });
    expect((await create(namespace, 'secrets', { metadata: { name: 'a' } })).status).toBe(201);
    expect((await create(namespace, 'secrets', { metadata: { name: 'b' } }, '?dryRun=All')).status).toBe(403);
    await server.client.delete(`/api/v1/namespaces/${namespace}/secrets/a`);
    await usage(namespace, { 'count/secrets': '0' });
    expect((await create(namespace, 'secrets', { metadata: { name: 'b' } })).status).toBe(201);
  });

  it('releases the charge of a failed write', async () => {
    const namespace = await limited({ configmaps: '3' });
    expect((await create(namespace, 'configmaps', { metadata: { name: 'a' } })).status).toBe(201);
    for (let i = 0; i < 2; i++) {
      expect((await create(namespace, 'configmaps', { metadata: { name: 'a' } })).status).toBe(409);
    }
    await usage(namespace, { configmaps: '1' });
    for (const name of ['b', 'c'])
      expect((await create(namespace, 'configmaps', { metadata: { name } })).status).toBe(201);
  });

  it('adds up what pods ask for, and wants them to say it', async () => {
    const namespace = await limited({ 'limits.memory': '1Gi', pods: '2', 'requests.cpu': '1' });
    const asked = { requests: { cpu: '600m' }, limits: { cpu: '1', memory: '512Mi' } };
    expect(messageOf(await create(namespace, 'pods', pod('silent', { requests: { cpu: '1m' } })))).toBe(
      'pods "silent" is forbidden: failed quota: q: must specify limits.memory for: c',
    );
    expect((await create(namespace, 'pods', pod('a', asked))).status).toBe(201);
    expect(messageOf(await create(namespace, 'pods', pod('b', asked)))).toBe(
      'pods "b" is forbidden: exceeded quota: q, requested: requests.cpu=600m, used: requests.cpu=600m, limited: requests.cpu=1',
    );
    expect(await usedOf(namespace)).toEqual({ 'limits.memory': '512Mi', pods: '1', 'requests.cpu': '600m' });
  });

  it('releases the usage of finished pods', async () => {
    const namespace = await limited({ pods: '1' });
    await create(namespace, 'pods', pod('a'));
    const path = `/api/v1/namespaces/${namespace}/pods/a/status`;
    await patch(path, { status: { phase: 'Succeeded' } });
    await usage(namespace, { pods: '0' });
  });

  it('counts pods by their scope only', async () => {
    const namespace = await limited({ pods: '0' }, { scopes: ['BestEffort'] });
    expect((await create(namespace, 'pods', pod('best'))).status).toBe(403);
    expect((await create(namespace, 'pods', pod('asking', { requests: { cpu: '1m' } }))).status).toBe(201);
    expect((await create(namespace, 'services', { metadata: { name: 's' }, spec: { clusterIP: 'None' } })).status).toBe(
      201,
    );
  });

  it('charges services that change their type', async () => {
    const namespace = await limited({ services: '5', 'services.nodeports': '1' });
    const ports = [{ name: 'a', port: 80 }];
    await create(namespace, 'services', { metadata: { name: 's' }, spec: { ports } });
    const path = `/api/v1/namespaces/${namespace}/services/s`;
    expect((await patch(path, { spec: { type: 'NodePort' } })).status).toBe(200);
    expect(await usedOf(namespace)).toEqual({ services: '1', 'services.nodeports': '1' });
    const more = { spec: { ports: [...ports, { name: 'b', port: 81 }] } };
    expect(messageOf(await patch(path, more))).toContain('requested: services.nodeports=1, used');
    expect((await patch(path, { spec: { type: 'ClusterIP' } })).status).toBe(200);
    await usage(namespace, { services: '1', 'services.nodeports': '0' });
  });

  it('follows a limit that is raised', async () => {
    const namespace = await limited({ 'count/resourcequotas': '1' });
    const path = `/api/v1/namespaces/${namespace}/resourcequotas`;
    expect((await server.client.post(path, { metadata: { name: 'r' } })).status).toBe(403);
    await patch(`${path}/q`, { spec: { hard: { 'count/resourcequotas': '2', secrets: '3' } } });
    await usage(namespace, { 'count/resourcequotas': '1', secrets: '0' });
    expect((await server.client.post(path, { metadata: { name: 'r' } })).status).toBe(201);
  });
});
