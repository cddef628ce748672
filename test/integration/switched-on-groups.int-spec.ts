import { testServedKind } from '../contract/served-kind.contract.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

let server: TestServer;

beforeAll(async () => {
  const runtimeConfig = { 'api/beta': 'true', 'api/alpha': 'true' };
  const featureGates = { StorageVersionMigrator: true };
  server = await startTestServer({ api: { runtimeConfig, featureGates }, controllers: 'stepped' });
});

afterAll(() => server.close());

const REQUEST = { name: 'r', deviceClassName: 'gpu', adminAccess: true };
const CLAIM = { devices: { requests: [REQUEST] } };
const BAD_CLAIM = { devices: { requests: [{ ...REQUEST, deviceClassName: '' }] } };
const claimsAt = (version: string, resource: string): string =>
  `/apis/resource.k8s.io/${version}/namespaces/default/${resource}`;

for (const version of ['v1beta1', 'v1alpha3']) {
  testServedKind(
    `ResourceClaim ${version}`,
    {
      path: claimsAt(version, 'resourceclaims'),
      object: { metadata: { name: 'c' }, spec: CLAIM },
      created: {
        spec: {
          devices: { requests: [{ name: 'r', deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 1 }] },
        },
      },
      change: { metadata: { labels: { a: 'b' } } },
      columns: { State: 'pending' },
      refused: { members: { spec: BAD_CLAIM }, causes: ['spec.devices.requests[0].deviceClassName: Required value'] },
    },
    () => server,
  );
  testServedKind(
    `ResourceClaimTemplate ${version}`,
    {
      path: claimsAt(version, 'resourceclaimtemplates'),
      object: { metadata: { name: 't' }, spec: { spec: CLAIM } },
      change: { metadata: { labels: { a: 'b' } } },
      columns: {},
      refused: {
        members: { spec: { spec: BAD_CLAIM } },
        causes: ['spec.spec.devices.requests[0].deviceClassName: Required value'],
      },
    },
    () => server,
  );
  testServedKind(
    `DeviceClass ${version}`,
    {
      path: `/apis/resource.k8s.io/${version}/deviceclasses`,
      object: { metadata: { name: 'gpu' }, spec: { selectors: [{ cel: { expression: 'true' } }] } },
      created: { metadata: { generation: 1 } },
      change: { spec: { config: [{ opaque: { driver: 'a.com', parameters: { a: 1 } } }] } },
      columns: {},
      refused: { members: { spec: { selectors: [{}] } }, causes: ['spec.selectors[0].cel: Required value'] },
    },
    () => server,
  );
  const capacity = version === 'v1beta1' ? { memory: { value: '1Gi' } } : { memory: '1Gi' };
  const pool = { name: 'p', generation: 1, resourceSliceCount: 1 };
  testServedKind(
    `ResourceSlice ${version}`,
    {
      path: `/apis/resource.k8s.io/${version}/resourceslices`,
      object: {
        metadata: { name: 's' },
        spec: { driver: 'a.com', pool, nodeName: 'n', devices: [{ name: 'd', basic: { capacity } }] },
      },
      created: { spec: { devices: [{ basic: { capacity } }] } },
      change: { spec: { devices: [{ name: 'e', basic: { capacity } }] } },
      columns: { Node: 'n', Driver: 'a.com', Pool: 'p' },
      refused: {
        members: { spec: { driver: '', pool, nodeName: 'n', devices: [] } },
        causes: ['spec.driver: Required value'],
      },
    },
    () => server,
  );
}

testServedKind(
  'StorageVersionMigration',
  {
    path: '/apis/storagemigration.k8s.io/v1alpha1/storageversionmigrations',
    object: { metadata: { name: 'm' }, spec: { resource: { group: 'apps', version: 'v1', resource: 'deployments' } } },
    change: { metadata: { labels: { a: 'b' } } },
    columns: { Resource: 'deployments.v1.apps' },
    refused: {
      members: { spec: { resource: { version: 'v1' } } },
      causes: ['spec.resource.resource: Required value: resource is required'],
    },
  },
  () => server,
);

testServedKind(
  'StorageVersion',
  {
    path: '/apis/internal.apiserver.k8s.io/v1alpha1/storageversions',
    object: { metadata: { name: 'apps.deployments' }, spec: {} },
    change: { metadata: { labels: { a: 'b' } } },
    columns: { CommonEncodingVersion: '<unset>', StorageVersions: '<unset>' },
    refused: {
      members: { metadata: { name: 'deployments' } },
      causes: ['metadata.name: Invalid value: "deployments": name must be in the form of <group>.<resource>'],
    },
  },
  () => server,
);

describe('groups that are off by default', () => {
  it('are shown in both versions of a kind, each in its own shape [GROUP-07, VER-03]', async () => {
    const path = (version: string): string => `/apis/resource.k8s.io/${version}/resourceslices`;
    const pool = { name: 'p', generation: 1, resourceSliceCount: 1 };
    const devices = [{ name: 'd', basic: { capacity: { memory: { value: '1Gi' } } } }];
    const spec = { driver: 'a.com', pool, allNodes: true, devices };
    expect((await server.client.post(path('v1beta1'), { metadata: { name: 'both' }, spec })).status).toBe(201);
    const old = await server.client.get(`${path('v1alpha3')}/both`);
    expect(old.body.spec.devices[0].basic.capacity).toEqual({ memory: '1Gi' });
    const put = await server.client.put(`${path('v1alpha3')}/both`, old.body);
    expect(put.body.metadata.resourceVersion).toBe(old.body.metadata.resourceVersion);
  });

  it('keep fields behind gates out [GATE-01]', async () => {
    const made = await server.client.post(claimsAt('v1beta1', 'resourceclaims'), {
      metadata: { name: 'g' },
      spec: CLAIM,
    });
    expect(made.body.spec.devices.requests[0]).not.toHaveProperty('adminAccess');
  });

  it('write the status of a claim by itself, and report its state', async () => {
    const at = `${claimsAt('v1beta1', 'resourceclaims')}/g`;
    const { body } = await server.client.get(at);
    const result = { request: 'r', driver: 'a.com', pool: 'p', device: 'd', adminAccess: null };
    const status = {
      allocation: { devices: { results: [result] } },
      reservedFor: [{ resource: 'pods', name: 'p', uid: 'u' }],
    };
    const put = await server.client.put(`${at}/status`, { ...body, status });
    expect([put.status, put.body.status]).toEqual([200, status]);
    const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
    const table = await server.request('GET', at, { headers });
    expect((table.body.rows as Json[])[0].cells.slice(0, 2)).toEqual(['g', 'allocated,reserved']);
  });

  it('are nowhere to be found unless they are asked for [GROUP-03, VER-02]', async () => {
    const plain = await startTestServer({ api: { runtimeConfig: { 'api/alpha': 'true' } }, controllers: 'stepped' });
    const groups = ((await plain.client.get('/apis')).body.groups as Json[]).map(({ name }) => name as string);
    expect(groups).toContain('internal.apiserver.k8s.io');
    expect(groups).not.toContain('storagemigration.k8s.io');
    const { versions } = (await plain.client.get('/apis/resource.k8s.io')).body as { versions: Json[] };
    expect(versions.map(({ version }) => version as string)).toEqual(['v1alpha3']);
    await plain.close();
  });
});
