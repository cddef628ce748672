import { eventually } from '../support/eventually.js';
import { type ExtendedCluster, GROUP, berth, berthsIn, startExtendedCluster } from '../support/extension-of-cluster.js';
import type { Json } from '../support/test-client.js';

const POLICIES = '/apis/admissionregistration.k8s.io/v1alpha1';
const RULE = { apiGroups: [GROUP], apiVersions: ['v1'], operations: ['CREATE'], resources: ['berths'] };
const featureGates = { MutatingAdmissionPolicy: true };
const runtimeConfig = { 'admissionregistration.k8s.io/v1alpha1': 'true' };

let cluster: ExtendedCluster;

beforeAll(async () => {
  cluster = await startExtendedCluster({ api: { featureGates, runtimeConfig } }, { api: { featureGates } });
});

afterAll(() => cluster.close());

let count = 0;
const create = async (): Promise<Json> =>
  (await cluster.front.client.post(berthsIn('default'), berth(`berth-${++count}`))).body;

describe('the mutating policies of the cluster', () => {
  it('change the objects of the extension server while they are bound', async () => {
    const { client } = cluster.front;
    const expression =
      'Object{metadata: Object.metadata{labels: {"length": string(object.spec.size.lengthMeters)}}, spec: Object.spec{slots: 7}}';
    const mutations = [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }];
    const matchConstraints = { resourceRules: [RULE] };
    const spec = { reinvocationPolicy: 'Never', matchConstraints, mutations };
    await client.post(`${POLICIES}/mutatingadmissionpolicies`, { metadata: { name: 'slots' }, spec });
    expect((await create()).metadata.labels).toBeUndefined();
    await client.post(`${POLICIES}/mutatingadmissionpolicybindings`, {
      metadata: { name: 'slots' },
      spec: { policyName: 'slots' },
    });
    await eventually(async () => {
      const { metadata, spec: changed } = await create();
      expect([metadata.labels, changed.slots]).toEqual([{ length: '100' }, 7]);
    });
    await client.delete(`${POLICIES}/mutatingadmissionpolicybindings/slots`);
    await eventually(async () => expect((await create()).metadata.labels).toBeUndefined());
  });
});
