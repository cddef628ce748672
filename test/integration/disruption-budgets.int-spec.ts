import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const PODS = '/api/v1/namespaces/default/pods';
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
const HEALTHY = { observedGeneration: 1, disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.client.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
});

afterAll(() => server.close());

async function podOf(name: string, { ready = 'True', phase = 'Running' } = {}): Promise<void> {
  const spec = { nodeName: 'n', containers: [{ name: 'c', image: 'img:1' }] };
  await server.client.post(PODS, { metadata: { name, labels: { app: name } }, spec });
  const status = { phase, conditions: [{ type: 'Ready', status: ready }] };
  expect((await server.client.patch(`${PODS}/${name}/status`, 'merge-patch', { status })).status).toBe(200);
}

async function budgetOf(app: string, status: Json, members: Json = {}, name = app): Promise<void> {
  const spec = { minAvailable: 1, selector: { matchLabels: { app } }, ...members };
  expect((await server.client.post(BUDGETS, { metadata: { name }, spec })).status).toBe(201);
  expect((await server.client.patch(`${BUDGETS}/${name}/status`, 'merge-patch', { status })).status).toBe(200);
}

const evict = (name: string, query = '', body: Json = {}): Promise<TestAnswer> =>
  server.client.post(`${PODS}/${name}/eviction${query}`, { metadata: { name }, ...body });
const statusOf = async (name: string): Promise<Json> => (await server.client.get(`${BUDGETS}/${name}`)).body.status;
const isGoing = async (name: string): Promise<boolean> => {
  const { status, body } = await server.client.get(`${PODS}/${name}`);
  return status === 404 || Boolean(body.metadata.deletionTimestamp);
};

describe('a disruption budget', () => {
  it('is spent by evictions, which are refused from then on [TERM-09, ERR-30]', async () => {
    await podOf('spent');
    await budgetOf('spent', HEALTHY);
    expect((await evict('spent')).status).toBe(201);
    const status = await statusOf('spent');
    expect(status).toMatchObject({ disruptionsAllowed: 0, disruptedPods: { spent: expect.stringMatching(/Z$/) } });
    expect(status.conditions).toEqual([
      expect.objectContaining({ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods' }),
    ]);
    await server.client.delete(`${PODS}/spent?gracePeriodSeconds=0`);
    await podOf('spent');
    const { status: code, body, headers } = await evict('spent');
    expect([code, body.reason, headers['retry-after']]).toEqual([429, 'TooManyRequests', undefined]);
    expect(body.details.causes).toEqual([
      {
        reason: 'DisruptionBudget',
        message: 'The disruption budget spent needs 1 healthy pods and has 2 currently',
      },
    ]);
    expect(await isGoing('spent')).toBe(false);
  });

  it('has to be worked out for its newest generation first', async () => {
    await podOf('early');
    await budgetOf('early', { ...HEALTHY, observedGeneration: 0 });
    const { status, body, headers } = await evict('early');
    expect([status, headers['retry-after'], body.details.causes[0].message]).toEqual([
      429,
      '10',
      'The disruption budget early is still being processed by the server.',
    ]);
  });

  it('keeps what it has on dry runs, and refuses them too', async () => {
    await podOf('dry');
    await budgetOf('dry', HEALTHY);
    expect((await evict('dry', '?dryRun=All')).status).toBe(201);
    expect((await evict('dry', '', { deleteOptions: { dryRun: ['All'] } })).status).toBe(201);
    expect(await statusOf('dry')).toEqual(HEALTHY);
    const { body } = await evict('dry', '?dryRun=All', { deleteOptions: { dryRun: ['All', 'All'] } });
    const text = 'Non-matching dry-run options in request and content: [All] and [All All]';
    expect([body.code, body.message]).toEqual([400, text]);
    const exhausted = { disruptionsAllowed: 0 };
    await server.client.patch(`${BUDGETS}/dry/status`, 'merge-patch', { status: exhausted });
    expect((await evict('dry', '?dryRun=All')).status).toBe(429);
    expect(await isGoing('dry')).toBe(false);
  });

  it.each([
    ['IfHealthyBudget', { ...HEALTHY, disruptionsAllowed: 0 }, 201],
    ['IfHealthyBudget', { ...HEALTHY, disruptionsAllowed: 0, currentHealthy: 0 }, 429],
    ['AlwaysAllow', { ...HEALTHY, disruptionsAllowed: 0, currentHealthy: 0 }, 201],
  ])('under %s with %j answers %s for a pod that is not ready', async (unhealthyPodEvictionPolicy, status, code) => {
    const name = `unready-${unhealthyPodEvictionPolicy.toLowerCase()}-${code}`;
    await podOf(name, { ready: 'False' });
    await budgetOf(name, status, { unhealthyPodEvictionPolicy });
    expect((await evict(name)).status).toBe(code);
    expect(await isGoing(name)).toBe(code === 201);
    expect(await statusOf(name)).toEqual(status);
  });

  it.each(['Pending', 'Succeeded', 'Failed'])('is not asked for pods that are %s', async (phase) => {
    const name = phase.toLowerCase();
    await podOf(name, { phase });
    await budgetOf(name, { ...HEALTHY, disruptionsAllowed: 0 });
    expect((await evict(name)).status).toBe(201);
  });

  it('has to be the only one of a pod', async () => {
    await podOf('twice');
    await budgetOf('twice', HEALTHY);
    await budgetOf('twice', HEALTHY, {}, 'twice-more');
    const { status, body } = await evict('twice');
    expect([status, body.message]).toEqual([500, expect.stringMatching(/^This pod has more than one/)]);
  });

  it('of an empty selector is for all pods, without a selector for none [DIFF-PDB-01, DIFF-PDB-03]', async () => {
    const path = '/api/v1/namespaces/all/pods';
    const budgets = '/apis/policy/v1/namespaces/all/poddisruptionbudgets';
    await server.client.post('/api/v1/namespaces', { metadata: { name: 'all' } });
    await server.client.post('/api/v1/namespaces/all/serviceaccounts', { metadata: { name: 'default' } });
    const spec = { nodeName: 'n', containers: [{ name: 'c', image: 'img:1' }] };
    await server.client.post(path, { metadata: { name: 'p' }, spec });
    await server.client.patch(`${path}/p/status`, 'merge-patch', { status: { phase: 'Running' } });
    await server.client.post(budgets, { metadata: { name: 'none' }, spec: { minAvailable: 1 } });
    expect((await server.client.post(`${path}/p/eviction?dryRun=All`, { metadata: { name: 'p' } })).status).toBe(201);
    await server.client.post(budgets, { metadata: { name: 'every' }, spec: { minAvailable: 1, selector: {} } });
    expect((await server.client.post(`${path}/p/eviction`, { metadata: { name: 'p' } })).status).toBe(429);
  });

  it('is refused with every cause', async () => {
    const spec = { minAvailable: -1, unhealthyPodEvictionPolicy: 'x' };
    const { status, body } = await server.client.post(BUDGETS, { metadata: { name: 'bad' }, spec });
    const fields = (body.details.causes as Json[]).map(({ field }) => field as string);
    expect([status, fields]).toEqual([422, ['spec.minAvailable', 'spec.unhealthyPodEvictionPolicy']]);
  });
});
