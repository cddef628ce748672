import { HarborPlugin } from '../../plugins/example/index.js';
import { testServedKind } from '../contract/served-kind.contract.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const SERVICES = '/apis/apiregistration.k8s.io/v1/apiservices';
const SPEC = { group: 'far.example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15 };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ controllers: 'stepped' });
});

afterAll(() => server.close());

testServedKind(
  'APIService',
  {
    path: SERVICES,
    object: { metadata: { name: 'v1.far.example.com' }, spec: { ...SPEC, service: { namespace: 'n', name: 's' } } },
    created: { spec: { service: { port: 443 } }, status: {} },
    change: { spec: { versionPriority: 20 } },
    columns: { Service: 'n/s', Available: '<unknown>' },
    refused: {
      members: { spec: { ...SPEC, versionPriority: 0 } },
      causes: ['spec.versionPriority: Invalid value: 0: must be positive and less than 1000'],
    },
  },
  () => server,
);

describe('the API services of the server itself', () => {
  it('are there for every group and version but their own, and available', async () => {
    const groups = (await server.client.get('/apis')).body.groups as Json[];
    const served = groups.flatMap(({ versions }) => (versions as Json[]).map(({ groupVersion }) => groupVersion));
    const others = served.filter((apiVersion: string) => !apiVersion.startsWith('apiregistration.k8s.io/'));
    const names = others.map((apiVersion: string) => apiVersion.split('/').reverse().join('.'));
    const items = (await server.client.get(SERVICES)).body.items as Json[];
    expect(items.map(({ metadata }) => metadata.name as string)).toEqual(['v1.', ...names].sort());
    expect((await server.client.get(`${SERVICES}/v1.apps`)).body).toMatchObject({
      metadata: { labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' } },
      spec: { group: 'apps', version: 'v1', groupPriorityMinimum: 17_800, versionPriority: 15 },
      status: { conditions: [{ type: 'Available', status: 'True', reason: 'Local' }] },
    });
  });

  it('follow installed and uninstalled plugins', async () => {
    const path = `${SERVICES}/v1.harbor.example.com`;
    await server.install(HarborPlugin);
    await server.stepControllers();
    const { spec, metadata } = (await server.client.get(path)).body;
    expect(spec).toMatchObject({ groupPriorityMinimum: 1000, versionPriority: 100 });
    expect(metadata.labels).toEqual({ 'kube-aggregator.kubernetes.io/automanaged': 'true' });
    await server.uninstall(HarborPlugin);
    await server.stepControllers();
    expect((await server.client.get(path)).status).toBe(404);
  });

  it('are kept all the time where groups come and go, once at the start where they are built in', async () => {
    await server.install(HarborPlugin);
    await server.stepControllers();
    const priority = async (name: string) =>
      (await server.client.get(`${SERVICES}/${name}`)).body.spec?.versionPriority;
    const names = ['v1.harbor.example.com', 'v1.apps'];
    const change = { spec: { versionPriority: 3 } };
    for (const name of names) await server.client.patch(`${SERVICES}/${name}`, 'merge-patch', change);
    await server.stepControllers();
    expect(await Promise.all(names.map(priority))).toEqual([100, 3]);
    for (const name of names) await server.client.delete(`${SERVICES}/${name}`);
    await server.stepControllers();
    expect(await Promise.all(names.map(priority))).toEqual([100, undefined]);
    await server.uninstall(HarborPlugin);
    await server.stepControllers();
  });

  it.each([
    ['onstart', 200],
    ['true', 404],
  ])('leave one of a group that was never served here to its label %s', async (label, status) => {
    const metadata = { name: 'v1.none.example.com', labels: { 'kube-aggregator.kubernetes.io/automanaged': label } };
    const spec = { ...SPEC, group: 'none.example.com' };
    await server.client.post(SERVICES, { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata, spec });
    await server.stepControllers();
    expect((await server.client.delete(`${SERVICES}/v1.none.example.com`)).status).toBe(status);
  });

  it('are left unchanged without their label', async () => {
    await server.install(HarborPlugin);
    await server.stepControllers();
    const path = `${SERVICES}/v1.harbor.example.com`;
    const labels = { 'kube-aggregator.kubernetes.io/automanaged': null };
    await server.client.patch(path, 'merge-patch', { metadata: { labels }, spec: { versionPriority: 3 } });
    await server.stepControllers();
    expect((await server.client.get(path)).body.spec.versionPriority).toBe(3);
  });
});
