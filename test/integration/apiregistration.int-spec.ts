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
  it('are there for every group and version, and available', async () => {
    const groups = (await server.client.get('/apis')).body.groups as Json[];
    const served = groups.flatMap(({ versions }) => (versions as Json[]).map(({ groupVersion }) => groupVersion));
    const names = served.map((apiVersion: string) => apiVersion.split('/').reverse().join('.'));
    const items = (await server.client.get(SERVICES)).body.items as Json[];
    expect(items.map(({ metadata }) => metadata.name as string)).toEqual(['v1.', ...names].sort());
    expect((await server.client.get(`${SERVICES}/v1.apps`)).body).toMatchObject({
      metadata: { labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' } },
      spec: { group: 'apps', version: 'v1', groupPriorityMinimum: 17_800, versionPriority: 15 },
      status: { conditions: [{ type: 'Available', status: 'True', reason: 'Local' }] },
    });
  });

  it('follow installed and uninstalled plugins, and revert changes', async () => {
    const path = `${SERVICES}/v1.harbor.example.com`;
    await server.client.patch(`${SERVICES}/v1.apps`, 'merge-patch', { spec: { versionPriority: 3 } });
    await server.install(HarborPlugin);
    await server.stepControllers();
    expect((await server.client.get(path)).body.spec).toMatchObject({ groupPriorityMinimum: 1000 });
    expect((await server.client.get(`${SERVICES}/v1.apps`)).body.spec.versionPriority).toBe(15);
    await server.uninstall(HarborPlugin);
    await server.stepControllers();
    expect((await server.client.get(path)).status).toBe(404);
  });

  it('are left unchanged without their label', async () => {
    const labels = { 'kube-aggregator.kubernetes.io/automanaged': null };
    await server.client.patch(`${SERVICES}/v1.batch`, 'merge-patch', {
      metadata: { labels },
      spec: { versionPriority: 3 },
    });
    await server.install(HarborPlugin);
    await server.stepControllers();
    expect((await server.client.get(`${SERVICES}/v1.batch`)).body.spec.versionPriority).toBe(3);
  });
});
