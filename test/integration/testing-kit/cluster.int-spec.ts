import { type TestServer, startTestServer } from '../../../src/testing/index.js';

interface Item {
  readonly metadata: { readonly name: string; readonly labels?: Record<string, string>; readonly uid: string };
  readonly spec: Record<string, any>;
  readonly status: Record<string, any>;
}

const APPS = '/apis/apps/v1/namespaces/default';
const PODS = '/api/v1/namespaces/default/pods';
const labels = { app: 'web' };
const podTemplate = (image = 'web:1', changes: object = {}): object => ({
  metadata: { labels },
  spec: { containers: [{ name: 'main', image }], ...changes },
});
const deployment = (spec: object = {}): object => ({
  metadata: { name: 'web' },
  spec: { replicas: 3, selector: { matchLabels: labels }, template: podTemplate(), ...spec },
});

describe('a test server with fake nodes', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ nodes: 2, clock: 'fake', seed: 1 });
  });
  afterAll(() => server.close());
  afterEach(() => server.reset());

  const items = async (path: string): Promise<Item[]> =>
    (await server.request<{ items: Item[] }>('GET', path)).body.items;
  const read = async (path: string): Promise<Item> => (await server.request<Item>('GET', path)).body;
  const create = async (path: string, body: object): Promise<void> => {
    const { status, text } = await server.request('POST', path, { body });
    expect([status, text]).toEqual([201, text]);
    await server.settled();
  };

  it('has ready nodes that renew their leases', async () => {
    const nodes = await items('/api/v1/nodes');
    expect(nodes.map(({ metadata }) => metadata.name)).toEqual(['node-0', 'node-1']);
    expect(nodes[0].status.conditions).toMatchObject([{ type: 'Ready', status: 'True' }]);
    expect(await server.nodes.add({ labels: { zone: 'b' }, capacity: { pods: '5' } })).toEqual(['node-2']);
    await server.advance(60_000);
    const lease = await read('/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-2');
    expect(lease.spec.renewTime).toBe('2024-01-01T00:01:00.000000Z');
  });

  it('rolls deployments out until they are available', async () => {
    await create(`${APPS}/deployments`, deployment());
    const { status } = await read(`${APPS}/deployments/web`);
    expect(status).toMatchObject({ observedGeneration: 2, replicas: 3, updatedReplicas: 3, availableReplicas: 3 });
    expect(status.conditions).toMatchObject([
      { type: 'Available', status: 'True' },
      { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' },
    ]);
    expect(status.conditions.map(({ lastUpdateTime }: Record<string, string>) => lastUpdateTime)).toEqual([
      expect.stringMatching(/^2024-01-01T/),
      expect.stringMatching(/^2024-01-01T/),
    ]);
    const pods = await items(PODS);
    expect(pods.map(({ status: { phase } }) => phase)).toEqual(['Running', 'Running', 'Running']);
    expect(new Set(pods.map(({ spec }) => spec.nodeName))).toEqual(new Set(['node-0', 'node-1']));
  });

  it('replaces the pods of a changed template, and scales', async () => {
    await create(`${APPS}/deployments`, deployment());
    const body = { spec: { replicas: 4, template: { spec: { containers: [{ name: 'main', image: 'web:2' }] } } } };
    await server.request('PATCH', `${APPS}/deployments/web`, { body });
    await server.settled();
    expect((await read(`${APPS}/deployments/web`)).status).toMatchObject({ updatedReplicas: 4, availableReplicas: 4 });
    const pods = await items(PODS);
    expect(pods.map(({ spec }) => spec.containers[0].image)).toEqual(Array(4).fill('web:2'));
    expect((await items(`${APPS}/replicasets`)).map(({ spec }) => spec.replicas).sort()).toEqual([0, 4]);
    await server.request('DELETE', `${APPS}/deployments/web`);
    await server.settled();
    expect(await items(PODS)).toEqual([]);
  });

  it('keeps old pods as long as new ones do not become ready', async () => {
    await create(`${APPS}/deployments`, deployment());
    await server.nodes.script({ labels: { version: 'bad' } }, { exitAfter: 0, exitCode: 1 });
    const bad = { ...podTemplate('web:bad'), metadata: { labels: { ...labels, version: 'bad' } } };
    await server.request('PATCH', `${APPS}/deployments/web`, { body: { spec: { template: bad } } });
    await server.settled();
    const { status } = await read(`${APPS}/deployments/web`);
    expect(status).toMatchObject({ availableReplicas: 3, updatedReplicas: 1 });
    const reasons = (await items(PODS)).map(
      ({
        status: {
          containerStatuses: [main],
        },
      }) => main.state.waiting?.reason,
    );
    expect(reasons.filter(Boolean)).toEqual(['CrashLoopBackOff']);
  });

  it('runs pods when a script says so', async () => {
    await server.nodes.script({ labels }, { runAfter: 5_000, readyAfter: 2_000 });
    await create(PODS, { metadata: { name: 'p', labels }, spec: { containers: [{ name: 'main', image: 'x' }] } });
    const seen = async (): Promise<unknown[]> => {
      const { phase, conditions } = (await read(`${PODS}/p`)).status;
      return [phase, (conditions as { type: string; status: string }[]).find(({ type }) => type === 'Ready')?.status];
    };
    expect(await seen()).toEqual(['Pending', 'False']);
    await server.advance(5_000);
    expect(await seen()).toEqual(['Running', 'False']);
    await server.advance(2_000);
    expect(await seen()).toEqual(['Running', 'True']);
  });

  it('leaves pods pending that no node takes', async () => {
    const spec = { nodeSelector: { zone: 'b' }, containers: [{ name: 'main', image: 'x' }] };
    await create(PODS, { metadata: { name: 'p' }, spec });
    expect((await read(`${PODS}/p`)).status).toMatchObject({
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }],
    });
    await server.nodes.add({ labels: { zone: 'b' } });
    await server.settled();
    expect((await read(`${PODS}/p`)).spec.nodeName).toBe('node-2');
  });

  it('completes jobs, and fails those whose pods fail', async () => {
    const job = (name: string, annotations: object = {}): object => ({
      metadata: { name },
      spec: {
        completions: 2,
        backoffLimit: 1,
        template: { metadata: { annotations }, ...podTemplate('job:1', { restartPolicy: 'Never' }) },
      },
    });
    const failing = job('bad') as { spec: { template: { metadata: object } } };
    failing.spec.template.metadata = { annotations: { 'testing.binnacle.dev/exit-code': '3' } };
    await create('/apis/batch/v1/namespaces/default/jobs', job('good'));
    await create('/apis/batch/v1/namespaces/default/jobs', failing);
    const good = await read('/apis/batch/v1/namespaces/default/jobs/good');
    expect(good.status).toMatchObject({ succeeded: 2, completionTime: expect.any(String) });
    expect(good.status.conditions).toMatchObject([
      { type: 'SuccessCriteriaMet' },
      { type: 'Complete', status: 'True' },
    ]);
    const bad = await read('/apis/batch/v1/namespaces/default/jobs/bad');
    expect(bad.status).toMatchObject({ failed: 2 });
    expect(bad.status.conditions).toMatchObject([{ type: 'FailureTarget' }, { type: 'Failed', status: 'True' }]);
  });

  it('numbers the pods of stateful sets, and updates them one by one', async () => {
    const set = {
      metadata: { name: 'db' },
      spec: { replicas: 3, serviceName: 'db', selector: { matchLabels: labels }, template: podTemplate() },
    };
    await create(`${APPS}/statefulsets`, set);
    expect((await items(PODS)).map(({ metadata }) => metadata.name)).toEqual(['db-0', 'db-1', 'db-2']);
    const body = { spec: { replicas: 2, template: { spec: { containers: [{ name: 'main', image: 'db:2' }] } } } };
    await server.request('PATCH', `${APPS}/statefulsets/db`, { body });
    await server.settled();
    const pods = await items(PODS);
    expect(pods.map(({ metadata, spec }) => [metadata.name, spec.containers[0].image])).toEqual([
      ['db-0', 'db:2'],
      ['db-1', 'db:2'],
    ]);
    const { status } = await read(`${APPS}/statefulsets/db`);
    expect(status).toMatchObject({ readyReplicas: 2, updatedReplicas: 2, currentReplicas: 2 });
    expect(status.currentRevision).toBe(status.updateRevision);
  });
});
