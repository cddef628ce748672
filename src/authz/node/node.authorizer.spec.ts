import type { AccessObjects, ObjectListener } from '../../access/index.js';
import type { ApiObject, GroupResource } from '../../apimachinery/index.js';
import { MetricsRegistry } from '../../observability/index.js';
import type { AuthorizationAttributes } from '../authorizer.js';
import { NodeAuthorizer } from './node.authorizer.js';

class FakeObjects implements Pick<AccessObjects, 'follow'> {
  listener!: ObjectListener;

  constructor(private readonly objects: readonly [resource: string, object: object][]) {}

  follow(resources: readonly GroupResource[], listener: ObjectListener): () => void {
    this.listener = listener;
    for (const [resource, object] of this.objects) listener.onPut(resource, object as ApiObject);
    for (const { resource } of resources) listener.onReady(resource);
    return () => {};
  }
}

const POD = {
  metadata: { namespace: 'n', name: 'p', uid: 'u' },
  spec: {
    nodeName: 'one',
    serviceAccountName: 'robot',
    imagePullSecrets: [{ name: 'pull' }],
    containers: [
      { env: [{ valueFrom: { secretKeyRef: { name: 'env' } } }], envFrom: [{ configMapRef: { name: 'envs' } }] },
    ],
    volumes: [
      { name: 'a', secret: { secretName: 'vol' } },
      {
        name: 'b',
        projected: { sources: [{ secret: { name: 'proj' } }, { configMap: { name: 'kube-root-ca.crt' } }] },
      },
      { name: 'c', persistentVolumeClaim: { claimName: 'claim' } },
      { name: 'd', ephemeral: {} },
      { name: 'e', rbd: { secretRef: { name: 'rbd' } } },
    ],
  },
};
const VOLUME = {
  metadata: { name: 'pv' },
  spec: { claimRef: { namespace: 'n', name: 'claim' }, csi: { nodeStageSecretRef: { namespace: 's', name: 'stage' } } },
};
const REQUEST = { metadata: { namespace: 'n', name: 'r' }, spec: { nodeName: 'one', podName: 'p' } };

describe('NodeAuthorizer', () => {
  let objects: FakeObjects;
  let authorizer: NodeAuthorizer;
  let metrics: MetricsRegistry;

  beforeEach(() => {
    objects = new FakeObjects([
      ['pods', POD],
      ['persistentvolumes', VOLUME],
      ['volumeattachments', { metadata: { name: 'va' }, spec: { nodeName: 'one' } }],
    ]);
    metrics = new MetricsRegistry({ isWithoutProcess: true });
    const isEnabled = (gate: string): boolean => gate === 'AuthorizeNodeWithSelectors';
    authorizer = new NodeAuthorizer({ objects, release: '1.32', isEnabled, metrics });
  });

  const ask = (node: string, what: Partial<AuthorizationAttributes>) =>
    authorizer.authorize({
      user: { name: `system:node:${node}`, groups: ['system:nodes', 'system:authenticated'] },
      verb: 'get',
      namespace: 'n',
      group: '',
      version: 'v1',
      resource: 'pods',
      subresource: '',
      name: '',
      isResourceRequest: true,
      path: '',
      ...what,
    });

  it.each([
    ['', 'pods', 'p'],
    ['', 'secrets', 'pull'],
    ['', 'secrets', 'env'],
    ['', 'secrets', 'vol'],
    ['', 'secrets', 'proj'],
    ['', 'secrets', 'rbd'],
    ['', 'configmaps', 'envs'],
    ['', 'configmaps', 'kube-root-ca.crt'],
    ['', 'persistentvolumeclaims', 'claim'],
    ['', 'persistentvolumeclaims', 'p-d'],
  ])('lets a node read what its pods use: %s%s %s', async (group, resource, name) => {
    expect(await ask('one', { group, resource, name })).toEqual({ verdict: 'Allow', reason: '' });
    const reason = "no relationship found between node 'two' and this object";
    expect(await ask('two', { group, resource, name })).toEqual({ verdict: 'NoOpinion', reason });
  });

  it('follows claims to volumes, and volumes to secrets', async () => {
    const volume = { namespace: '', resource: 'persistentvolumes', name: 'pv' };
    const secret = { namespace: 's', resource: 'secrets', name: 'stage' };
    const attachment = { namespace: '', group: 'storage.k8s.io', resource: 'volumeattachments', name: 'va' };
    for (const what of [volume, secret, attachment]) {
      expect((await ask('one', what)).verdict).toBe('Allow');
      expect((await ask('two', what)).verdict).toBe('NoOpinion');
    }
  });

  it('times changes of the graph', async () => {
    await ask('one', { resource: 'secrets', name: 'env' });
    const { listener } = objects;
    listener.onPut('pods', POD as ApiObject);
    listener.onPut('pods', { ...POD, metadata: { ...POD.metadata, name: 'unbound' }, spec: {} } as ApiObject);
    for (let i = 0; i < 2; i++) {
      listener.onPut('resourceslices', { metadata: { name: 's' }, spec: { nodeName: 'one' } } as ApiObject);
    }
    listener.onPut('podcertificaterequests', REQUEST as ApiObject);
    listener.onDelete('podcertificaterequests', REQUEST as ApiObject);
    listener.onDelete('pods', POD as ApiObject);
    listener.onDelete('persistentvolumes', VOLUME as ApiObject);
    listener.onDelete('volumeattachments', { metadata: { name: 'va' } });
    listener.onDelete('resourceslices', { metadata: { name: 's' } });
    const counted = (await metrics.expose()).matchAll(/_seconds_count\{operation="(\w+)"\} (\d+)/g);
    expect(Object.fromEntries([...counted].map(([, action, count]) => [action, Number(count)]))).toEqual({
      AddPod: 1,
      DeletePod: 1,
      AddPV: 1,
      DeletePV: 1,
      AddVolumeAttachment: 1,
      DeleteVolumeAttachment: 1,
      AddResourceSlice: 1,
      DeleteResourceSlice: 1,
      AddPodCertificateRequest: 1,
      DeletePodCertificateRequest: 1,
    });
  });

  it.each<[release: string, gate: string, verdicts: string[]]>([
    ['1.33', 'PodCertificateRequest', ['NoOpinion', 'NoOpinion', 'NoOpinion']],
    ['1.34', 'PodCertificateRequest', ['Allow', 'Allow', 'NoOpinion']],
    ['1.36', 'PodCertificateRequest', ['Allow', 'Allow', 'NoOpinion']],
    ['1.36', 'None', ['NoOpinion', 'NoOpinion', 'NoOpinion']],
  ])(
    'at %s with %s lets a node request certificates and read its own requests: %j',
    async (release, gate, verdicts) => {
      objects = new FakeObjects([['podcertificaterequests', REQUEST]]);
      authorizer = new NodeAuthorizer({ objects, release, isEnabled: (name) => name === gate, metrics });
      const request = { group: 'certificates.k8s.io', resource: 'podcertificaterequests' };
      const decisions = [
        await ask('one', { ...request, verb: 'create' }),
        await ask('one', { ...request, name: 'r' }),
        await ask('two', { ...request, name: 'r' }),
      ];
      expect(decisions.map(({ verdict }) => verdict)).toEqual(verdicts);
      expect((await ask('one', { ...request, namespace: 'm', name: 'r' })).verdict).toBe('NoOpinion');
    },
  );

  it('takes rights away when the pod goes', async () => {
    const secret = { resource: 'secrets', name: 'env' };
    expect((await ask('one', secret)).verdict).toBe('Allow');
    objects.listener.onDelete('pods', POD as ApiObject);
    expect((await ask('one', secret)).verdict).toBe('NoOpinion');
  });

  it('gives nothing for what a node claims itself in mirror pods', async () => {
    await ask('one', { name: 'p' });
    const metadata = { namespace: 'n', name: 'm', annotations: { 'kubernetes.io/config.mirror': 'x' } };
    objects.listener.onPut('pods', { ...POD, metadata, spec: { ...POD.spec, nodeName: 'two' } } as ApiObject);
    expect((await ask('two', { name: 'm' })).verdict).toBe('Allow');
    expect((await ask('two', { resource: 'secrets', name: 'env' })).verdict).toBe('NoOpinion');
  });

  it.each<[Partial<AuthorizationAttributes>, string]>([
    [{ resource: 'secrets', verb: 'list' }, 'No Object name found'],
    [{ resource: 'secrets', verb: 'delete', name: 'env' }, 'can only read resources of this type'],
    [{ resource: 'nodes', namespace: '', verb: 'list' }, "node 'one' cannot read all nodes, only its own Node object"],
    [{ resource: 'nodes', namespace: '', name: 'two' }, "node 'one' cannot read 'two', only its own Node object"],
    [{ verb: 'list' }, 'can only list/watch pods with spec.nodeName field selector'],
    [
      { verb: 'list', fieldSelector: 'spec.nodeName!=one' },
      'can only list/watch pods with spec.nodeName field selector',
    ],
    [{ resource: 'serviceaccounts', name: 'robot' }, 'can only create tokens for individual service accounts'],
    [
      { group: 'coordination.k8s.io', resource: 'leases', name: 'one' },
      'can only access leases in the "kube-node-lease" system namespace',
    ],
  ])('says why not: %j', async (what, reason) => {
    expect(await ask('one', what)).toEqual({ verdict: 'NoOpinion', reason });
  });

  it.each<Partial<AuthorizationAttributes>>([
    { verb: 'list', namespace: '', fieldSelector: 'spec.nodeName=one' },
    { verb: 'watch', fieldSelector: 'spec.nodeName==one' },
    { resource: 'nodes', namespace: '', name: 'one' },
    { resource: 'nodes', namespace: '', subresource: 'status', name: 'one', verb: 'patch' },
    { resource: 'serviceaccounts', subresource: 'token', verb: 'create', name: 'robot' },
    { resource: 'services', verb: 'list', namespace: '' },
    { group: 'coordination.k8s.io', resource: 'leases', namespace: 'kube-node-lease', name: 'one', verb: 'update' },
  ])('allows %j', async (what) => {
    expect((await ask('one', what)).verdict).toBe('Allow');
  });

  it('has nothing to say about others', async () => {
    const user = { name: 'system:node:one', groups: ['system:authenticated'] };
    expect(await ask('one', { user })).toEqual({ verdict: 'NoOpinion', reason: '' });
    expect((await ask('', {})).reason).toBe('unknown node for user "system:node:"');
  });
});
