import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';
import { MAPS, configMap } from './objects.js';

const SERVICES = '/api/v1/namespaces/default/services';
const DRY = '?dryRun=All';

let server: TestServer;
let made = 0;

beforeAll(async () => {
  server = await startTestServer({
    network: { serviceClusterIpRanges: ['10.7.0.0/28'], serviceNodePortRange: { from: 31_000, to: 31_001 } },
    extensions: { controllers: ['-*'] },
  });
});

afterAll(() => server.close());

async function make(more: Json = {}): Promise<{ path: string; object: Json }> {
  const { status, body } = await server.client.post(MAPS, configMap(`w${made++}`, more));
  expect(status).toBe(201);
  return { path: `${MAPS}/${body.metadata.name}`, object: body };
}

const entriesOf = ({ metadata }: Json): Json[] => (metadata.managedFields ?? []) as Json[];
const version = ({ metadata }: Json): string => metadata.resourceVersion as string;
/** Waits until the clock of the server, which counts whole seconds, shows another one. */
async function nextSecond(): Promise<void> {
  const second = Math.floor(Date.now() / 1000);
  while (Math.floor(Date.now() / 1000) === second) await new Promise(setImmediate);
}

describe('the time of an entry of managed fields', () => {
  const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

  it.each([
    ['Update', (path: string, data: Json) => server.client.patch(path, 'merge-patch', { data })],
    [
      'Apply',
      (path: string, data: Json) =>
        server.request('PATCH', `${path}?fieldManager=m&force=true`, {
          body: configMap(path.split('/').at(-1)!, { data }),
          headers: { 'content-type': 'application/apply-patch+yaml' },
        }),
    ],
  ])('is that of the last change of its set of fields, for %s [MF-04]', async (operation, write) => {
    const { path } = await make({ data: { z: '0' } });
    const entryOf = ({ body }: TestAnswer): Json => entriesOf(body).find((entry) => entry.operation === operation)!;
    const before = Math.floor(Date.now() / 1000) * 1000;
    const first = await write(path, { a: '1' });
    const { time } = entryOf(first);
    expect(time).toMatch(RFC_3339);
    expect(Date.parse(time as string)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(time as string)).toBeLessThanOrEqual(Date.now());
    await nextSecond();
    const same = await write(path, { a: '1' });
    expect([version(same.body), entryOf(same)]).toEqual([version(first.body), entryOf(first)]);
    const more = await write(path, { a: '1', b: '2' });
    expect(Date.parse(entryOf(more).time as string)).toBeGreaterThan(Date.parse(time as string));
  });

  it('stays where another manager writes other fields [MF-04]', async () => {
    const { path, object } = await make({ data: { a: '1' } });
    await nextSecond();
    const { body } = await server.client.patch(`${path}?fieldManager=other`, 'merge-patch', { data: { b: '2' } });
    const [own, other] = entriesOf(body);
    expect(own).toEqual(entriesOf(object)[0]);
    expect(Date.parse(other.time as string)).toBeGreaterThan(Date.parse(own.time as string));
  });
});

describe('DELETE of an object', () => {
  it.each<[string, Json | undefined]>([
    ['without a body', undefined],
    ['with options of v1', { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 }],
    ['with options of meta.k8s.io/v1', { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1' }],
    ['with neither kind nor apiVersion', { propagationPolicy: 'Background' }],
    ['with nothing', {}],
    ['with fields that are not known', { kind: 'DeleteOptions', apiVersion: 'v1', colour: 'red' }],
  ])('%s answers what was deleted, and it is gone [OP-09, DELOPT-08]', async (_what, body) => {
    const { path, object } = await make();
    const answer = await server.client.delete(path, body);
    const { name, uid } = object.metadata as Json;
    expect([answer.status, answer.body.kind, answer.body.status]).toEqual([200, 'Status', 'Success']);
    expect(answer.body.details).toEqual({ name, kind: 'configmaps', uid });
    expect((await server.client.get(path)).status).toBe(404);
    expect((await server.client.delete(path, body)).status).toBe(404);
  });

  it('leaves the others, and returns the object for some kinds [OP-09]', async () => {
    const [one, other] = [await make(), await make()];
    await server.client.delete(one.path);
    expect((await server.client.get(other.path)).status).toBe(200);
    const pod = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'told' } };
    await server.client.post('/api/v1/namespaces', pod);
    const { body } = await server.client.delete('/api/v1/namespaces/told');
    expect([body.kind, body.metadata.name, body.status.phase]).toEqual(['Namespace', 'told', 'Terminating']);
  });

  it('takes options of the own version of a group [DELOPT-08]', async () => {
    const deployments = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'l' } };
    await server.client.post(deployments, lease);
    const options = { kind: 'DeleteOptions', apiVersion: 'coordination.k8s.io/v1', preconditions: { uid: 'x' } };
    expect((await server.client.delete(`${deployments}/l`, options)).status).toBe(409);
    const { preconditions: _none, ...plain } = options;
    expect((await server.client.delete(`${deployments}/l`, plain)).status).toBe(200);
  });

  it.each<[string, string, number]>([
    ['{"kind":"DeleteOptions","apiVersion":"v1"', 'application/json', 400],
    ['text', 'application/json', 400],
    ['{"kind":"ConfigMap","apiVersion":"v1"}', 'application/json', 400],
    ['{"gracePeriodSeconds":"x"}', 'application/json', 400],
    ['{}', 'text/plain', 415],
  ])('refuses a body it cannot read, and deletes nothing: %s as %s [DELOPT-08]', async (body, type, status) => {
    const { path } = await make();
    const answer = await server.request('DELETE', path, { body, headers: { 'content-type': type } });
    expect(answer.status).toBe(status);
    expect((await server.client.get(path)).status).toBe(200);
  });

  it('reads the options of a body in YAML as well [DELOPT-08]', async () => {
    const { path } = await make();
    const body = 'kind: DeleteOptions\napiVersion: v1\npreconditions:\n  uid: another\n';
    const headers = { 'content-type': 'application/yaml' };
    expect((await server.request('DELETE', path, { body, headers })).status).toBe(409);
  });

  it('does not read its query where there is a body [DELOPT-08]', async () => {
    const { path } = await make();
    const { body } = await server.client.delete(`${path}?propagationPolicy=Orphan&dryRun=All`, {});
    expect([body.status, body.metadata.finalizers]).toEqual(['Success', undefined]);
    expect((await server.client.get(path)).status).toBe(404);
    const other = await make();
    const marked = await server.client.delete(`${other.path}?propagationPolicy=Orphan`);
    expect(marked.body.metadata.finalizers).toEqual(['orphan']);
  });
});

describe('the last finalizer', () => {
  const held = { metadata: { finalizers: ['hold.example.com/x', 'hold.example.com/y'] } };

  it.each<[string, (path: string, stored: Json) => Promise<TestAnswer>]>([
    ['merge patch', (path) => server.client.patch(path, 'merge-patch', { metadata: { finalizers: null } })],
    ['JSON patch', (path) => server.client.patch(path, 'json-patch', [{ op: 'remove', path: '/metadata/finalizers' }])],
    [
      'strategic merge patch',
      (path) => {
        const finalizers = held.metadata.finalizers;
        const patch = { metadata: { '$deleteFromPrimitiveList/finalizers': finalizers } };
        return server.client.patch(path, 'strategic-merge-patch', patch);
      },
    ],
    [
      'update',
      (path, stored) => server.client.put(path, { ...stored, metadata: { ...stored.metadata, finalizers: [] } }),
    ],
  ])('gone by %s, the object is answered once more, and then gone [DEL-06]', async (_by, release) => {
    const { path, object } = await make({ ...held, data: { k: 'v' } });
    const watch = await server.client.watch(
      `${MAPS}?resourceVersion=${version(object)}&fieldSelector=metadata.name%3D${object.metadata.name}`,
    );
    const marked = (await server.client.delete(path)).body;
    expect(marked.metadata.deletionTimestamp).toBeDefined();
    const less = await server.client.patch(path, 'json-patch', [{ op: 'remove', path: '/metadata/finalizers/1' }]);
    expect([less.status, less.body.metadata.finalizers]).toEqual([200, ['hold.example.com/x']]);
    expect((await server.client.get(path)).status).toBe(200);
    const answer = await release(path, less.body);
    expect([answer.status, answer.body.kind, answer.body.data]).toEqual([200, 'ConfigMap', { k: 'v' }]);
    expect(answer.body.metadata.uid).toBe(object.metadata.uid);
    expect(answer.body.metadata.deletionTimestamp).toBe(marked.metadata.deletionTimestamp);
    expect((await server.client.get(path)).status).toBe(404);
    const name = object.metadata.name as string;
    expect(await watch.names(3)).toEqual([`MODIFIED ${name}`, `MODIFIED ${name}`, `DELETED ${name}`]);
    watch.stop();
  });

  it('gone from an object that nobody deleted, leaves it there [DEL-06]', async () => {
    const { path } = await make(held);
    await server.client.patch(path, 'merge-patch', { metadata: { finalizers: null } });
    expect((await server.client.get(path)).status).toBe(200);
  });
});

describe('dry runs', () => {
  const service = (name: string, spec: Json = {}): Json => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { ports: [{ port: 80 }], ...spec },
  });

  it.each<[string, (path: string) => Promise<TestAnswer>]>([
    ['create', () => server.client.post(MAPS + DRY, configMap('dry'))],
    ['update', (path) => server.client.put(path + DRY, configMap(path.split('/').at(-1)!, { data: { a: '9' } }))],
    ['patch', (path) => server.client.patch(path + DRY, 'merge-patch', { data: { a: '9' } })],
    ['delete', (path) => server.client.delete(path + DRY)],
    ['deletecollection', () => server.client.delete(`${MAPS}${DRY}`)],
  ])('of %s store nothing, and no watch shows them [DRY-02]', async (_verb, write) => {
    const { path, object } = await make({ data: { a: '1' } });
    const watch = await server.client.watch(`${MAPS}?resourceVersion=${version(object)}`);
    expect((await write(path)).status).toBeLessThan(300);
    expect((await server.client.get(`${MAPS}/dry`)).status).toBe(404);
    expect((await server.client.get(path)).body).toEqual(object);
    // The first thing that the watch shows is what happens after.
    const after = await make();
    expect(await watch.names(1)).toEqual([`ADDED ${after.object.metadata.name}`]);
    watch.stop();
  });

  it('use up no cluster IP and no node port [DRY-02]', async () => {
    for (let i = 0; i < 12; i++) {
      const { status, body } = await server.client.post(SERVICES + DRY, service(`d${i}`, { type: 'NodePort' }));
      expect([i, status, body.spec.type]).toEqual([i, 201, 'NodePort']);
    }
    const [clusterIP, nodePort] = ['10.7.0.5', 31_001];
    const spec = { type: 'NodePort', clusterIP, ports: [{ port: 80, nodePort }] };
    expect((await server.client.post(SERVICES + DRY, service('chosen', spec))).status).toBe(201);
    const stored = await server.client.post(SERVICES, service('chosen', spec));
    expect([stored.status, stored.body.spec.clusterIP, stored.body.spec.ports[0].nodePort]).toEqual([
      201,
      clusterIP,
      nodePort,
    ]);
    // A deletion that is tried gives nothing back either.
    await server.client.delete(`${SERVICES}/chosen${DRY}`);
    expect((await server.client.post(SERVICES, service('other', { clusterIP }))).status).toBe(422);
  });

  it('draw no name that a later write would find taken [DRY-02]', async () => {
    const object = { ...configMap(''), metadata: { generateName: 'drawn-' } };
    const { status, body } = await server.client.post(MAPS + DRY, object);
    expect([status, body.metadata.name]).toEqual([201, expect.stringMatching(/^drawn-/)]);
    expect((await server.client.post(MAPS, configMap(body.metadata.name as string))).status).toBe(201);
  });
});
