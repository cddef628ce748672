import { generateKeyPairSync, sign } from 'node:crypto';
import { type ServedKindCase, testServedKind } from '../contract/served-kind.contract.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

let server: TestServer;

const FEATURE_GATES = {
  ClusterTrustBundle: true,
  DRAResourcePoolStatus: true,
  GenericWorkload: true,
  PodCertificateRequest: true,
  StorageVersionMigrator: true,
};

beforeAll(async () => {
  const api = { emulatedRelease: '1.36', runtimeConfig: { 'api/all': 'true' }, featureGates: FEATURE_GATES };
  server = await startTestServer({ api, controllers: 'stepped' });
});

afterAll(() => server.close());

const LABEL = { metadata: { labels: { a: 'b' } } };
const EXACTLY = { deviceClassName: 'gpu', selectors: [{ cel: { expression: 'device.driver == "a.com"' } }] };
const CLAIM = { devices: { requests: [{ name: 'r', exactly: EXACTLY }] } };
const SHAPELESS = { devices: { requests: [{ name: 'r' }] } };
const ONE_OF = 'Required value: exactly one of `exactly` or `firstAvailable` is required';
const POOL = { name: 'p', generation: 1, resourceSliceCount: 1 };
const GANG = { gang: { minCount: 2 } };

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const POD_CERTIFICATE = {
  signerName: 'a.com/signer',
  podName: 'p',
  podUID: 'pod-uid',
  serviceAccountName: 's',
  serviceAccountUID: 'account-uid',
  nodeName: 'n',
  nodeUID: 'node-uid',
  pkixPublicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  proofOfPossession: sign(null, Buffer.from('pod-uid'), privateKey).toString('base64'),
};

const resourceAt = (resource: string, version = 'v1', namespace = 'namespaces/default/'): string =>
  `/apis/resource.k8s.io/${version}/${namespace}${resource}`;

const KINDS: Readonly<Record<string, ServedKindCase>> = {
  'ResourceClaim v1': {
    path: resourceAt('resourceclaims'),
    object: { metadata: { name: 'c' }, spec: CLAIM },
    created: { spec: { devices: { requests: [{ exactly: { allocationMode: 'ExactCount', count: 1 } }] } } },
    change: LABEL,
    columns: { State: 'pending' },
    refused: { members: { spec: SHAPELESS }, causes: [`spec.devices.requests[0]: ${ONE_OF}`] },
  },
  'ResourceClaimTemplate v1': {
    path: resourceAt('resourceclaimtemplates'),
    object: { metadata: { name: 't' }, spec: { spec: CLAIM } },
    change: LABEL,
    columns: {},
    refused: { members: { spec: { spec: SHAPELESS } }, causes: [`spec.spec.devices.requests[0]: ${ONE_OF}`] },
  },
  'DeviceClass v1beta2': {
    path: resourceAt('deviceclasses', 'v1beta2', ''),
    object: { metadata: { name: 'gpu' }, spec: { extendedResourceName: 'a.com/gpu' } },
    created: { spec: { extendedResourceName: 'a.com/gpu' } },
    change: { spec: { selectors: EXACTLY.selectors } },
    columns: {},
    refused: { members: { spec: { selectors: [{}] } }, causes: ['spec.selectors[0].cel: Required value'] },
  },
  'ResourceSlice v1': {
    path: resourceAt('resourceslices', 'v1', ''),
    object: {
      metadata: { name: 's' },
      spec: {
        driver: 'a.com',
        pool: POOL,
        nodeName: 'n',
        devices: [{ name: 'd', attributes: { fast: { bool: true } } }],
      },
    },
    change: { spec: { devices: [{ name: 'e' }] } },
    columns: { Node: 'n', Driver: 'a.com', Pool: 'p' },
    refused: {
      members: { spec: { driver: '', pool: POOL, nodeName: 'n', devices: [] } },
      causes: ['spec.driver: Required value'],
    },
  },
  'DeviceTaintRule v1beta2': {
    path: resourceAt('devicetaintrules', 'v1beta2', ''),
    object: {
      metadata: { name: 'r' },
      spec: { deviceSelector: { driver: 'a.com' }, taint: { key: 'a.com/broken', effect: 'NoExecute' } },
    },
    change: { spec: { taint: { value: 'v' } } },
    columns: {},
    refused: { members: { spec: { taint: { key: 'k' } } }, causes: ['spec.taint.effect: Required value'] },
  },
  'ResourcePoolStatusRequest v1alpha3': {
    path: resourceAt('resourcepoolstatusrequests', 'v1alpha3', ''),
    object: { metadata: { name: 'q' }, spec: { driver: 'a.com' } },
    created: { spec: { limit: 100 } },
    change: LABEL,
    columns: { Driver: 'a.com' },
    refused: { members: { spec: { driver: '' } }, causes: ['spec.driver: Required value'] },
  },
  'IPAddress v1': {
    path: '/apis/networking.k8s.io/v1/ipaddresses',
    object: { metadata: { name: '10.9.8.7' }, spec: { parentRef: { resource: 'things', name: 'x' } } },
    change: LABEL,
    columns: { ParentRef: 'things//x' },
    refused: { members: { spec: {} }, causes: ['spec.parentRef: Required value'] },
  },
  'VolumeAttributesClass v1': {
    path: '/apis/storage.k8s.io/v1/volumeattributesclasses',
    object: { metadata: { name: 'fast' }, driverName: 'a.com', parameters: { a: 'b' } },
    change: LABEL,
    columns: { DriverName: 'a.com' },
    refused: { members: { driverName: '' }, causes: ['driverName: Required value'] },
  },
  'LeaseCandidate v1beta1': {
    path: '/apis/coordination.k8s.io/v1beta1/namespaces/default/leasecandidates',
    object: {
      metadata: { name: 'l' },
      spec: { leaseName: 'l', binaryVersion: '1.36.0', emulationVersion: '1.36.0', strategy: 'OldestEmulationVersion' },
    },
    change: LABEL,
    columns: {},
    refused: {
      members: { spec: { binaryVersion: '1.0.0', emulationVersion: '1.0.0', strategy: 'OldestEmulationVersion' } },
      causes: ['spec.leaseName: Required value'],
    },
  },
  'PodCertificateRequest v1beta1': {
    path: '/apis/certificates.k8s.io/v1beta1/namespaces/default/podcertificaterequests',
    object: { metadata: { name: 'q' }, spec: POD_CERTIFICATE },
    created: { spec: { maxExpirationSeconds: 86_400 } },
    change: LABEL,
    columns: { PodName: 'p', NodeName: 'n', State: 'Pending' },
    refused: {
      members: { spec: { ...POD_CERTIFICATE, podUID: 'other' } },
      causes: ['spec.proofOfPossession: Invalid value: could not verify proof-of-possession signature'],
    },
  },
  'Workload v1alpha2': {
    path: '/apis/scheduling.k8s.io/v1alpha2/namespaces/default/workloads',
    object: { metadata: { name: 'w' }, spec: { podGroupTemplates: [{ name: 'g', schedulingPolicy: GANG }] } },
    change: LABEL,
    columns: {},
    refused: { members: { spec: {} }, causes: ['spec.podGroupTemplates: Required value'] },
  },
  'PodGroup v1alpha2': {
    path: '/apis/scheduling.k8s.io/v1alpha2/namespaces/default/podgroups',
    object: { metadata: { name: 'g' }, spec: { schedulingPolicy: GANG } },
    change: LABEL,
    columns: {},
    refused: {
      members: { spec: { schedulingPolicy: { gang: { minCount: -1 } } } },
      causes: ['spec.schedulingPolicy.gang.minCount: Invalid value: -1: must be greater than or equal to 1'],
    },
  },
  'StorageVersionMigration v1beta1': {
    path: '/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations',
    object: { metadata: { name: 'm' }, spec: { resource: { group: 'apps', resource: 'deployments' } } },
    change: LABEL,
    columns: { Resource: 'deployments.apps' },
    refused: {
      members: { spec: { resource: { group: 'apps' } } },
      causes: ['spec.resource.resource: Required value: resource is required'],
    },
  },
};

for (const [name, kind] of Object.entries(KINDS)) testServedKind(name, kind, () => server);

describe('versions of devices', () => {
  const FIRST = { name: 'any', firstAvailable: [{ name: 'big', deviceClassName: 'gpu', allocationMode: 'All' }] };
  const spec = { devices: { requests: [...CLAIM.devices.requests, FIRST] } };

  it.each(['v1beta2', 'v1beta1'])('show a claim in %s, and take it back unchanged', async (version) => {
    const made = await server.client.post(resourceAt('resourceclaims'), { metadata: { name: version }, spec });
    expect(made.status).toBe(201);
    const shown = await server.client.get(`${resourceAt('resourceclaims', version)}/${version}`);
    const [first, second] = shown.body.spec.devices.requests as Json[];
    const member = version === 'v1beta1' ? first : first.exactly;
    expect(member).toMatchObject({ deviceClassName: 'gpu', count: 1 });
    expect(second.firstAvailable).toMatchObject(FIRST.firstAvailable);
    const put = await server.client.put(`${resourceAt('resourceclaims', version)}/${version}`, shown.body);
    expect([put.status, put.body.metadata.resourceVersion]).toEqual([200, made.body.metadata.resourceVersion]);
    const again = await server.client.get(`${resourceAt('resourceclaims')}/${version}`);
    expect(again.body.spec).toEqual(made.body.spec);
  });

  it('name the fields of v1 in the errors of v1beta1', async () => {
    const bad = { devices: { requests: [{ name: 'r', deviceClassName: '' }] } };
    const { body } = await server.client.post(resourceAt('resourceclaims', 'v1beta1'), {
      metadata: { name: 'x' },
      spec: bad,
    });
    expect(body.message).toContain('spec.devices.requests[0].exactly.deviceClassName: Required value');
  });
});

describe('a request for a certificate of a pod', () => {
  const at = '/apis/certificates.k8s.io/v1beta1/namespaces/default/podcertificaterequests/denied';

  it('is decided once', async () => {
    const condition = {
      type: 'Denied',
      status: 'True',
      reason: 'Because',
      message: 'no',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    };
    const made = await server.client.post(at.slice(0, at.lastIndexOf('/')), {
      metadata: { name: 'denied' },
      spec: POD_CERTIFICATE,
    });
    expect(made.status).toBe(201);
    const denied = await server.client.put(`${at}/status`, { ...made.body, status: { conditions: [condition] } });
    expect([denied.status, denied.body.status]).toEqual([200, { conditions: [condition] }]);
    const { body } = await server.client.put(`${at}/status`, { ...denied.body, status: {} });
    expect(body.message).toContain('immutable after PodCertificateRequest is issued, denied, or failed');
  });
});

describe('mutating policies of v1', () => {
  it('change objects, as they are on since release 1.36', async () => {
    const group = '/apis/admissionregistration.k8s.io/v1';
    const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }];
    const expression = 'Object{metadata: Object.metadata{labels: {"seen": "yes"}}}';
    const policy = {
      metadata: { name: 'mark' },
      spec: {
        matchConstraints: { resourceRules },
        reinvocationPolicy: 'Never',
        mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }],
      },
    };
    const binding = { metadata: { name: 'mark' }, spec: { policyName: 'mark' } };
    expect((await server.client.post(`${group}/mutatingadmissionpolicies`, policy)).status).toBe(201);
    expect((await server.client.post(`${group}/mutatingadmissionpolicybindings`, binding)).status).toBe(201);
    const { body } = await server.client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'm' } });
    expect(body.metadata.labels).toEqual({ seen: 'yes' });
  });
});
