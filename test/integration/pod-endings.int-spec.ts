import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const PODS = '/api/v1/namespaces/default/pods';
const CONDITION = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'EvictionByEvictionAPI',
  message: 'Eviction API: evicting',
};

let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  await server.client.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
});

afterAll(() => server.close());

/** Makes a pod that runs on a node, so that it is given time to end. */
async function runningPod(): Promise<string> {
  const name = `p${count++}`;
  const spec = { nodeName: 'n', containers: [{ name: 'c', image: 'img:1' }] };
  expect((await server.client.post(PODS, { metadata: { name }, spec })).status).toBe(201);
  return name;
}

const read = async (name: string): Promise<Json> => (await server.request('GET', `${PODS}/${name}`)).body;
const evict = (name: string, body: Json = {}, query = ''): Promise<TestAnswer> =>
  server.client.post(`${PODS}/${name}/eviction${query}`, { metadata: { name }, ...body });

describe('an eviction', () => {
  it.each(['policy/v1', 'policy/v1beta1', undefined])(
    'in version %s deletes the pod and says why',
    async (apiVersion) => {
      const name = await runningPod();
      const { status, body } = await evict(name, { apiVersion, kind: 'Eviction' });
      expect([status, body.status]).toEqual([201, 'Success']);
      const pod = await read(name);
      expect(pod.metadata.deletionGracePeriodSeconds).toBe(30);
      expect(pod.status.conditions).toEqual([expect.objectContaining(CONDITION)]);
      expect(pod.status.conditions[0].lastTransitionTime).toMatch(/Z$/);
    },
  );

  it('says it once', async () => {
    const name = await runningPod();
    await evict(name);
    const { status } = await read(name);
    await evict(name);
    expect((await read(name)).status).toEqual(status);
  });

  it.each([
    ['of the request', {}, '?dryRun=All'],
    ['of the body', { deleteOptions: { dryRun: ['All'] } }, ''],
  ])('changes nothing on a dry run %s', async (_name, body, query) => {
    const name = await runningPod();
    const before = await read(name);
    expect((await evict(name, body, query)).status).toBe(201);
    expect(await read(name)).toEqual(before);
  });

  it('adjusts the expected version to the pod that is terminating', async () => {
    const name = await runningPod();
    const { resourceVersion } = (await read(name)).metadata;
    const deleteOptions = { preconditions: { resourceVersion }, gracePeriodSeconds: 0 };
    expect((await evict(name, { deleteOptions })).status).toBe(201);
    expect((await read(name)).code).toBe(404);
  });

  it.each([
    ['uid', 'the UID in the precondition (x) does not match the UID in record'],
    ['resourceVersion', 'the ResourceVersion in the precondition (x) does not match the ResourceVersion in record'],
  ])('leaves a pod alone that has another %s', async (member, text) => {
    const name = await runningPod();
    const { status, body } = await evict(name, { deleteOptions: { preconditions: { [member]: 'x' } } });
    expect([status, body.message]).toEqual([409, expect.stringContaining(text)]);
    expect((await read(name)).status.conditions).toBeUndefined();
  });

  it('of no pod is not found', async () => {
    const { status, body } = await evict('none');
    expect([status, body.message]).toEqual([404, 'pods "none" not found']);
  });

  it.each([
    ['policy/v2', 'no kind "Eviction" is registered for version "policy/v2"'],
    ['v1', 'no kind "Eviction" is registered for version "v1"'],
  ])('in version %s is refused', async (apiVersion, text) => {
    const { status, body } = await evict('none', { apiVersion, kind: 'Eviction' });
    expect([status, body.message]).toEqual([400, expect.stringContaining(text)]);
  });
});

describe('the body of a subresource', () => {
  const target = { kind: 'Node', name: 'n' };

  it.each<[string, Json]>([
    ['eviction', {}],
    ['binding', { target }],
  ])('may not be meant for another namespace: %s', async (subresource, body) => {
    const name = await runningPod();
    const sent = { ...body, metadata: { name, namespace: 'other' } };
    const answer = await server.client.post(`${PODS}/${name}/${subresource}`, sent);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ]);
    expect((await read(name)).metadata.deletionTimestamp).toBeUndefined();
  });

  it('may not bind a pod to something that is no node', async () => {
    const name = await runningPod();
    const sent = { metadata: { name }, target: { kind: 'Pod', name: 'x' } };
    const { status, body } = await server.client.post(`${PODS}/${name}/binding`, sent);
    expect([status, body.message]).toEqual([
      400,
      'target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>"',
    ]);
  });
});

describe('a terminating pod', () => {
  it('is not removed by a second deletion once its containers have ended', async () => {
    const name = await runningPod();
    await server.request('DELETE', `${PODS}/${name}`);
    await server.request('PATCH', `${PODS}/${name}/status`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { status: { phase: 'Succeeded' } },
    });
    const before = await read(name);
    expect(before.status.phase).toBe('Succeeded');
    await server.request('DELETE', `${PODS}/${name}`, { body: { propagationPolicy: 'Foreground' } });
    expect(await read(name)).toEqual(before);
    await server.request('DELETE', `${PODS}/${name}`, { body: { gracePeriodSeconds: 0 } });
    expect((await read(name)).code).toBe(404);
  });
});
