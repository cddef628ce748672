import { eventually } from '../support/eventually.js';
import { API_SERVICES, FakeExtensionServer, untilCondition } from '../support/fake-extension-server.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const GROUP = 'far.example.com';
const ALL = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' };

let server: TestServer;
let extension: FakeExtensionServer;

beforeAll(async () => {
  extension = await FakeExtensionServer.start();
  server = await startTestServer();
  await server.ready;
  await extension.addService(server);
});

afterAll(async () => {
  await server.close();
  await extension.close();
});

async function groupNames(): Promise<string[]> {
  return ((await server.client.get('/apis')).body.groups as Json[]).map(({ name }) => name as string);
}

/** The versions of a group in aggregated discovery. */
async function aggregated(group: string): Promise<Json[] | undefined> {
  const { body } = await server.request('GET', '/apis', { headers: ALL });
  return (body.items as Json[]).find(({ metadata }) => metadata.name === group)?.versions as Json[] | undefined;
}

async function remove(name: string): Promise<void> {
  expect((await server.client.delete(`${API_SERVICES}/${name}`)).status).toBe(200);
}

describe('discovery of a group that another server serves', () => {
  afterEach(() => extension.close());

  beforeEach(() => extension.resume());

  it('lists it by its priority, with its versions, until its API services are deleted', async () => {
    expect(await groupNames()).not.toContain(GROUP);
    await extension.register(server, GROUP);
    await extension.register(server, GROUP, 'v2');
    const groups = await groupNames();
    expect(groups.slice(-1)).toEqual([GROUP]);
    const versions = ['v2', 'v1'].map((version) => ({ groupVersion: `${GROUP}/${version}`, version }));
    const group = { name: GROUP, versions, preferredVersion: versions[0] };
    expect((await server.client.get(`/apis/${GROUP}`)).body).toEqual({ kind: 'APIGroup', apiVersion: 'v1', ...group });
    const change = { spec: { groupPriorityMinimum: 20_000 } };
    await server.client.patch(`${API_SERVICES}/v2.${GROUP}`, 'merge-patch', change);
    await eventually(async () => expect((await groupNames()).slice(0, 2)).toEqual(['apiregistration.k8s.io', GROUP]));
    await remove(`v1.${GROUP}`);
    await eventually(async () => {
      expect((await server.client.get(`/apis/${GROUP}`)).body.versions).toEqual([versions[0]]);
    });
    await remove(`v2.${GROUP}`);
    await eventually(async () => {
      expect(await groupNames()).toEqual(groups.slice(0, -1));
      for (const path of [`/apis/${GROUP}`, `/apis/${GROUP}/v2`, `/apis/${GROUP}/v2/gears`]) {
        const { status, text } = await server.client.get(path);
        expect([path, status, text]).toEqual([path, 404, '404 page not found\n']);
      }
    });
  });

  it('shows its resources, which are stale once it has gone and current once it is back', async () => {
    const name = await extension.register(server, GROUP);
    const responseKind = { group: GROUP, version: 'v1', kind: 'Gear' };
    const gears = { resource: 'gears', responseKind, scope: 'Namespaced', singularResource: 'gear', verbs: ['get'] };
    const shown = (freshness: string): Json[] => [{ version: 'v1', resources: [gears], freshness }];
    await eventually(async () => expect(await aggregated(GROUP)).toEqual(shown('Current')));
    await extension.close();
    await untilCondition(server, name, 'FailedDiscoveryCheck');
    await eventually(async () => expect(await aggregated(GROUP)).toEqual(shown('Stale')));
    await extension.resume();
    await untilCondition(server, name, 'Passed');
    await eventually(async () => expect(await aggregated(GROUP)).toEqual(shown('Current')));
    await remove(name);
    await eventually(async () => expect(await aggregated(GROUP)).toBeUndefined());
  });

  it('is stale without resources where the server was never there', async () => {
    const spec = { ...extension.specOf('none.example.com', 'v1'), service: { namespace: 'default', name: 'none' } };
    await server.client.post(API_SERVICES, { metadata: { name: 'v1.none.example.com' }, spec });
    await eventually(async () => {
      expect(await aggregated('none.example.com')).toEqual([{ version: 'v1', freshness: 'Stale' }]);
    });
    await remove('v1.none.example.com');
  });
});

describe('a version that this server serves itself', () => {
  const NAME = 'v1.batch';
  const JOBS = '/apis/batch/v1/namespaces/default/jobs';

  beforeAll(() => extension.resume());

  it('is taken over by another server, and returned to this one', async () => {
    extension.serve('batch', 'v1');
    extension.answerJson({ kind: 'JobList', apiVersion: 'batch/v1', metadata: {}, items: [{ kind: 'Far' }] });
    const local = (await server.client.get(`${API_SERVICES}/${NAME}`)).body;
    const [{ resources }] = (await aggregated('batch'))!;
    expect(local.spec.service).toBeUndefined();
    const { service, caBundle } = extension.specOf('batch', 'v1');
    await server.client.patch(`${API_SERVICES}/${NAME}`, 'merge-patch', { spec: { service, caBundle } });
    await untilCondition(server, NAME, 'Passed');
    await eventually(async () => expect((await server.client.get(JOBS)).body.items).toEqual([{ kind: 'Far' }]));
    await eventually(async () => {
      expect(await aggregated('batch')).toMatchObject([{ resources: [{ resource: 'gears' }], freshness: 'Current' }]);
    });
    expect(await groupNames()).toContain('batch');
    const spec = { service: null, caBundle: null };
    await server.client.patch(`${API_SERVICES}/${NAME}`, 'merge-patch', { spec });
    await untilCondition(server, NAME, 'Local');
    await eventually(async () => expect((await server.client.get(JOBS)).body.items).toEqual([]));
    expect(await aggregated('batch')).toEqual([{ version: 'v1', resources, freshness: 'Current' }]);
  });
});
