import { WriteAttributes, type WriteFacts } from '../../../../src/admission/index.js';
import type { ApiObject, Stores } from '../../../../src/plugin-api/index.js';
import { NodeRestrictionAdmission } from './node-restriction.admission.js';
import { forbiddenLabels } from './node-labels.js';

const STORED: Readonly<Record<string, ApiObject>> = {
  'nodes n1': { metadata: { name: 'n1', uid: 'u-n1' } },
  'pods mine': { metadata: { name: 'mine', uid: 'u-mine' }, spec: { nodeName: 'n1' } } as ApiObject,
  'pods runs': {
    metadata: { name: 'runs', uid: 'u-runs' },
    spec: { nodeName: 'n1', serviceAccountName: 'robot' },
  } as ApiObject,
  'pods mirrored': {
    metadata: { name: 'mirrored', uid: 'u-mirrored', annotations: { 'kubernetes.io/config.mirror': '' } },
    spec: { nodeName: 'n1' },
  } as ApiObject,
  'serviceaccounts robot': { metadata: { name: 'robot', uid: 'u-robot' } },
  'pods other': { metadata: { name: 'other', uid: 'u-other' }, spec: { nodeName: 'n2' } } as ApiObject,
};
const stores = {
  of: (_group: string, resource: string) => ({
    get: async (_c: object, name: string) => STORED[`${resource} ${name}`],
  }),
} as unknown as Stores;
const NODE = { name: 'system:node:n1', groups: ['system:nodes'] };

/** Returns the rejection of a node's write; undefined if it is accepted. */
async function faultOf(path: string, facts: Partial<WriteFacts>): Promise<string | undefined> {
  const [group, resource] = path.includes('/') ? path.split('/') : ['', path];
  const attributes = new WriteAttributes({
    operation: 'CREATE',
    kind: { group, version: 'v1', kind: 'X' },
    resource: { group, version: 'v1', resource },
    namespace: 'n',
    name: 'n1',
    user: NODE,
    ...facts,
  });
  try {
    await new NodeRestrictionAdmission(stores).validate(attributes);
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^.* is forbidden: /, '');
  }
}

const OWNER = { apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'u-n1', controller: true };
const mirror = (
  spec: object = {},
  owners: object[] = [OWNER],
  annotations: object = { 'kubernetes.io/config.mirror': 'x' },
) =>
  ({
    metadata: { name: 'p', annotations, ownerReferences: owners },
    spec: { nodeName: 'n1', ...spec },
  }) as unknown as ApiObject;

describe('NodeRestrictionAdmission', () => {
  it('minds nodes alone, and those only whose name is known', async () => {
    expect(await faultOf('nodes', { name: 'n2', user: { name: 'alice', groups: [] } })).toBeUndefined();
    expect(await faultOf('nodes', { user: { name: 'system:node:', groups: ['system:nodes'] } })).toBe(
      'could not determine node from user "system:node:"',
    );
    expect(await faultOf('configmaps', {})).toBeUndefined();
  });

  it.each<[string, ApiObject]>([
    [
      'pod does not have "kubernetes.io/config.mirror" annotation, node "n1" can only create mirror pods',
      mirror({}, [OWNER], {}),
    ],
    ['node "n1" can only create pods with spec.nodeName set to itself', mirror({ nodeName: 'n2' })],
    ['node "n1" can only create pods with an owner reference set to itself', mirror({}, [])],
    ['node "n1" can only create pods with a single owner reference set to itself', mirror({}, [OWNER, OWNER])],
    ['node "n1" can only create pods with an owner reference set to itself', mirror({}, [{ ...OWNER, name: 'n2' }])],
    [
      'node "n1" can only create pods with a controller owner reference set to itself',
      mirror({}, [{ ...OWNER, controller: false }]),
    ],
    [
      'node "n1" must not set blockOwnerDeletion on an owner reference',
      mirror({}, [{ ...OWNER, blockOwnerDeletion: true }]),
    ],
    ['node n1 UID mismatch: expected u-x got u-n1', mirror({}, [{ ...OWNER, uid: 'u-x' }])],
    ['node "n1" can not create pods that reference a service account', mirror({ serviceAccountName: 'default' })],
    [
      'node "n1" can not create pods that reference secrets',
      mirror({ volumes: [{ rbd: { secretRef: { name: 's' } } }] }),
    ],
    ['node "n1" can not create pods that reference secrets', mirror({ imagePullSecrets: [{ name: 's' }] })],
    [
      'node "n1" can not create pods that reference secrets',
      mirror({ containers: [{ env: [{ valueFrom: { secretKeyRef: { name: 's' } } }] }] }),
    ],
    [
      'node "n1" can not create pods that reference configmaps',
      mirror({ containers: [{ envFrom: [{ configMapRef: { name: 'c' } }] }] }),
    ],
    [
      'node "n1" can not create pods that reference configmaps',
      mirror({ volumes: [{ projected: { sources: [{ configMap: { name: 'c' } }] } }] }),
    ],
    [
      'node "n1" can not create pods that reference clustertrustbundles',
      mirror({ volumes: [{ projected: { sources: [{ clusterTrustBundle: {} }] } }] }),
    ],
    [
      'node "n1" can not create pods that reference podcertificates',
      mirror({ volumes: [{ projected: { sources: [{ podCertificate: {} }] } }] }),
    ],
    [
      'node "n1" can not create pods that reference persistentvolumeclaims',
      mirror({ volumes: [{ persistentVolumeClaim: {} }] }),
    ],
    ['node "n1" can not create pods that reference resourceclaims', mirror({ resourceClaims: [{ name: 'a' }] })],
  ])('refuses a pod: %s', async (why, object) => {
    expect(await faultOf('pods', { object })).toBe(why);
  });

  it('lets a node make and remove what mirrors its own pods, and evict them', async () => {
    expect(await faultOf('pods', { object: mirror({ volumes: [{ emptyDir: {} }] }) })).toBeUndefined();
    expect(await faultOf('pods', { operation: 'DELETE', name: 'mine' })).toBeUndefined();
    expect(await faultOf('pods', { operation: 'DELETE', name: 'other' })).toBe(
      'node "n1" can only delete pods with spec.nodeName set to itself',
    );
    expect(await faultOf('pods', { operation: 'UPDATE', name: 'mine' })).toBe(
      'unexpected operation "UPDATE", node "n1" can only create and delete mirror pods',
    );
    expect(await faultOf('pods', { subresource: 'eviction', name: 'mine' })).toBeUndefined();
    expect(await faultOf('pods', { subresource: 'eviction', name: 'other' })).toBe(
      'node n1 can only evict pods with spec.nodeName set to itself',
    );
    expect(await faultOf('pods', { subresource: 'binding', name: 'mine' })).toBe(
      `unexpected pod subresource "binding", only 'status' and 'eviction' are allowed`,
    );
  });

  it('lets a node write the status of its own pods, and nothing else', async () => {
    const update = (pod: object, old: object) =>
      faultOf('pods', {
        operation: 'UPDATE',
        subresource: 'status',
        object: { metadata: {}, ...pod } as ApiObject,
        oldObject: { metadata: {}, spec: { nodeName: 'n1' }, ...old } as ApiObject,
      });
    expect(await update({ status: { phase: 'Running' } }, {})).toBeUndefined();
    expect(await update({}, { spec: { nodeName: 'n2' } })).toContain('can only update pod status for pods with');
    expect(await update({ metadata: { labels: { a: 'b' } } }, {})).toBe(
      'node "n1" cannot update labels through pod status',
    );
    expect(await update({ status: { resourceClaimStatuses: [{ name: 'a' }] } }, {})).toContain('claim statuses');
  });

  it.each<[string | undefined, Partial<WriteFacts>]>([
    [undefined, { object: { metadata: { labels: { 'kubernetes.io/os': 'linux' } } } as ApiObject }],
    ['node "n1" is not allowed to modify node "n2"', { name: 'n2', object: { metadata: {} } as ApiObject }],
    ['node "n1" is not allowed to modify node "n2"', { name: 'n2', operation: 'DELETE' }],
    [
      'node "n1" is not allowed to set the following labels: a.k8s.io/x, x.node-restriction.kubernetes.io/y',
      { object: { metadata: { labels: { 'x.node-restriction.kubernetes.io/y': '', 'a.k8s.io/x': '' } } } as ApiObject },
    ],
  ])('answers %j for a node of its own', async (why, facts) => {
    expect(await faultOf('nodes', facts)).toBe(why);
  });

  it.each<[string | undefined, object, object]>([
    [undefined, { metadata: { labels: { mine: 'x' } } }, {}],
    ['modify taints', { spec: { taints: [{ key: 'a' }] } }, {}],
    [
      'modify labels: node-role.kubernetes.io/master',
      {},
      { metadata: { labels: { 'node-role.kubernetes.io/master': '' } } },
    ],
    ['modify ownerReferences', { metadata: { ownerReferences: [OWNER] } }, {}],
    ['update configSource to a new non-nil configSource', { spec: { configSource: {} } }, {}],
  ])('answers %j for an update of a node', async (why, node, old) => {
    const [object, oldObject] = [node, old].map((each) => ({ metadata: {}, ...each }) as ApiObject);
    const fault = await faultOf('nodes', { operation: 'UPDATE', object, oldObject });
    expect(fault).toBe(why && `node "n1" is not allowed to ${why}`);
  });

  it('knows which labels are for a node to set', () => {
    const labels = [
      'a',
      'b.io/c',
      'kubelet.kubernetes.io/x',
      'x.node.kubernetes.io/y',
      'kubernetes.io/arch',
      'k8s.io/z',
    ];
    expect(forbiddenLabels(Object.fromEntries(labels.map((label) => [label, ''])))).toEqual(['k8s.io/z']);
    expect(forbiddenLabels({ 'k8s.io/z': 'a' }, { 'k8s.io/z': 'a' })).toEqual([]);
  });

  it('lets a node change what it knows of a claim', async () => {
    const claim = (status: object, metadata: object = {}) => ({ metadata, spec: { a: 1 }, status }) as ApiObject;
    const update = (object: ApiObject) =>
      faultOf('persistentvolumeclaims', {
        operation: 'UPDATE',
        subresource: 'status',
        object,
        oldObject: claim({ phase: 'Bound' }, { resourceVersion: '1' }),
      });
    expect(await update(claim({ phase: 'Bound', capacity: { storage: '1Gi' }, conditions: [] }))).toBeUndefined();
    expect(await update(claim({ phase: 'Lost' }))).toContain('fields other than status.quantity');
    expect(await update(claim({ phase: 'Bound' }, { labels: { a: 'b' } }))).toContain('fields other than');
    expect(await faultOf('persistentvolumeclaims', {})).toBe('may only update PVC status');
  });

  it.each<[string | undefined, object | undefined]>([
    ['node requested token not bound to a pod', undefined],
    ['node requested token not bound to a pod', { apiVersion: 'v1', kind: 'Secret', name: 's', uid: 'u' }],
    ['node requested token with a pod binding without a uid', { apiVersion: 'v1', kind: 'Pod', name: 'mine' }],
    [
      'node requested token bound to a pod scheduled on a different node',
      { apiVersion: 'v1', kind: 'Pod', name: 'other', uid: 'u-other' },
    ],
    [undefined, { apiVersion: 'v1', kind: 'Pod', name: 'mine', uid: 'u-mine' }],
  ])('answers %j for a token', async (why, boundObjectRef) => {
    const object = { metadata: {}, spec: { boundObjectRef } } as ApiObject;
    expect(await faultOf('serviceaccounts', { subresource: 'token', object })).toBe(why);
  });

  it.each<[string | undefined, string, Partial<WriteFacts>]>([
    [undefined, 'coordination.k8s.io/leases', { namespace: 'kube-node-lease' }],
    ['can only access leases in the "kube-node-lease" system namespace', 'coordination.k8s.io/leases', {}],
    [
      'can only access node lease with the same name as the requesting node',
      'coordination.k8s.io/leases',
      { namespace: 'kube-node-lease', name: 'n2' },
    ],
    [undefined, 'storage.k8s.io/csinodes', {}],
    ['can only access CSINode with the same name as the requesting node', 'storage.k8s.io/csinodes', { name: 'n2' }],
    [
      'can only create ResourceSlice with the same NodeName as the requesting node',
      'resource.k8s.io/resourceslices',
      { object: { metadata: {}, spec: { nodeName: 'n2' } } as ApiObject },
    ],
    [
      'can only delete ResourceSlice with the same NodeName as the requesting node',
      'resource.k8s.io/resourceslices',
      { operation: 'DELETE', oldObject: { metadata: {}, spec: {} } as ApiObject },
    ],
    [
      undefined,
      'resource.k8s.io/resourceslices',
      { operation: 'DELETE', oldObject: { metadata: {}, spec: { nodeName: 'n1' } } as ApiObject },
    ],
  ])('answers %j for %s', async (why, path, facts) => {
    expect(await faultOf(path, facts)).toBe(why);
  });

  describe('of requests for certificates', () => {
    const REQUEST = {
      nodeName: 'n1',
      nodeUID: 'u-n1',
      podName: 'runs',
      podUID: 'u-runs',
      serviceAccountName: 'robot',
      serviceAccountUID: 'u-robot',
    };
    const ask = (spec: object | undefined, facts: Partial<WriteFacts> = {}) =>
      faultOf('certificates.k8s.io/podcertificaterequests', {
        object: { metadata: { name: 'r' }, spec } as ApiObject,
        ...facts,
      });

    it('accepts them for pods of the node, and minds nodes alone', async () => {
      expect(await ask(REQUEST)).toBeUndefined();
      const user = { name: 'alice', groups: [] };
      expect(await ask({ ...REQUEST, podUID: 'x' }, { user })).toBeUndefined();
    });

    it.each<[object | undefined, string]>([
      [{ nodeName: 'n2' }, 'PodCertificateRequest.Spec.NodeName="n2", which is not the requesting node "n1"'],
      [undefined, 'PodCertificateRequest.Spec.NodeName="", which is not the requesting node "n1"'],
      [
        { nodeUID: 'x' },
        'PodCertificateRequest for pod "n/runs" names node UID "x", inconsistent with the running node ("u-n1")',
      ],
      [
        { podUID: 'x' },
        'PodCertificateRequest for pod "n/runs" contains pod UID ("x") which differs from running pod "u-runs"',
      ],
      [
        { podName: 'other', podUID: 'u-other' },
        'pod "n/other" is not running on node "n1" named in the PodCertificateRequest',
      ],
      [{ podName: 'mirrored', podUID: 'u-mirrored' }, 'pod "n/mirrored" is a mirror pod'],
      [
        { serviceAccountName: 'else' },
        'PodCertificateRequest for pod "n/runs" contains serviceAccountName ("else") that differs from running pod ("robot")',
      ],
      [
        { podName: 'mine', podUID: 'u-mine' },
        'PodCertificateRequest for pod "n/mine" contains serviceAccountName ("robot") that differs from running pod ("")',
      ],
      [
        { serviceAccountUID: 'x' },
        'PodCertificateRequest for pod "n/runs" names service account UID "x", which differs from the running service account ("u-robot")',
      ],
    ])('refuses %j', async (members, why) => {
      expect(await ask(members && { ...REQUEST, ...members })).toBe(why);
    });

    it('refuses all other writes', async () => {
      for (const operation of ['UPDATE', 'DELETE'] as const)
        expect(await ask(REQUEST, { operation })).toBe(`unexpected operation ${operation}`);
      expect(await ask(REQUEST, { subresource: 'status' })).toBe('unexpected subresource status');
    });
  });
});
