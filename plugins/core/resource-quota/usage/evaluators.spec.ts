import type { ApiObject } from '../../../../src/plugin-api/index.js';
import { writeAmounts } from './amounts.js';
import { evaluatorOf, isUncounted } from './evaluators.js';

const NOW = Date.UTC(2024, 0, 1);
const core = (resource: string) => evaluatorOf({ group: '', resource });
const object = (members: object): ApiObject => ({ metadata: { name: 'x' }, ...members }) as ApiObject;
const usage = (resource: string, members: object): Record<string, string> =>
  writeAmounts(core(resource).usage(object(members), NOW));
const container = (requests: object, limits: object = {}, more: object = {}): object => ({
  name: 'c',
  resources: { requests, limits },
  ...more,
});

describe('usage of pods', () => {
  it('is the sum of containers, or what starting takes, with overhead', () => {
    const spec = {
      containers: [container({ cpu: '100m' }, { cpu: '1' }), container({ cpu: '100m', memory: '1Gi' })],
      initContainers: [container({ cpu: '50m' }, {}, { restartPolicy: 'Always' }), container({ memory: '3Gi' })],
      overhead: { cpu: '10m' },
    };
    expect(usage('pods', { spec })).toEqual({
      'count/pods': '1',
      pods: '1',
      cpu: '260m',
      'requests.cpu': '260m',
      memory: '3Gi',
      'requests.memory': '3Gi',
      'limits.cpu': '1010m',
    });
  });

  it('names extended resources and huge pages as quotas do', () => {
    const spec = { containers: [container({ 'example.com/gpu': '2', 'hugepages-2Mi': '4Mi', other: '1' })] };
    expect(usage('pods', { spec })).toEqual({
      'count/pods': '1',
      pods: '1',
      'requests.example.com/gpu': '2',
      'hugepages-2Mi': '4Mi',
      'requests.hugepages-2Mi': '4Mi',
    });
  });

  it.each<[string, object]>([
    ['failed', { status: { phase: 'Failed' } }],
    ['succeeded', { status: { phase: 'Succeeded' } }],
    [
      'should be gone',
      { metadata: { name: 'x', deletionTimestamp: '2023-12-31T23:59:00Z', deletionGracePeriodSeconds: 30 } },
    ],
  ])('is a count alone once they have %s', (_title, members) => {
    expect(usage('pods', { spec: { containers: [container({ cpu: '1' })] }, ...members })).toEqual({
      'count/pods': '1',
    });
  });
});

describe('what pods have to say', () => {
  it('names resources and silent containers in order', () => {
    const spec = {
      containers: [
        { name: 'b' },
        { name: 'a' },
        { name: 'd', resources: { limits: { memory: '1' }, requests: { cpu: 1 } } },
      ],
    };
    expect(core('pods').missing(object({ spec }), ['requests.cpu', 'limits.memory', 'pods'])).toBe(
      'must specify limits.memory for: a,b; requests.cpu for: a,b',
    );
  });
});

describe('scopes of pods', () => {
  const term = { topologyKey: 'k', namespaceSelector: {} };
  const wished = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }] };
  const asking = { containers: [container({ cpu: '1m' })] };

  it.each<[string, object, boolean, object?]>([
    ['Terminating', { activeDeadlineSeconds: 0 }, true],
    ['Terminating', {}, false],
    ['NotTerminating', {}, true],
    ['BestEffort', { containers: [{ name: 'c' }] }, true],
    ['BestEffort', asking, false],
    ['NotBestEffort', asking, true],
    ['CrossNamespacePodAffinity', { affinity: { podAntiAffinity: wished } }, true],
    ['CrossNamespacePodAffinity', { affinity: { nodeAffinity: {} } }, false],
    ['PriorityClass', { priorityClassName: 'high' }, true],
    ['PriorityClass', {}, false],
    ['PriorityClass', { priorityClassName: 'high' }, true, { operator: 'In', values: ['high'] }],
    ['PriorityClass', { priorityClassName: 'low' }, false, { operator: 'In', values: ['high'] }],
    ['PriorityClass', {}, true, { operator: 'NotIn', values: ['high'] }],
    ['PriorityClass', { priorityClassName: 'high' }, false, { operator: 'DoesNotExist' }],
    ['Nice', {}, false],
  ])('%s of %j is %s', (scopeName, spec, isIn, condition = { operator: 'Exists' }) => {
    expect(core('pods').isInScope(object({ spec }), { scopeName, operator: 'Exists', ...condition })).toBe(isIn);
  });

  it('hold nothing but pods', () => {
    expect(core('services').isInScope(object({}), { scopeName: 'BestEffort', operator: 'Exists' })).toBe(false);
  });
});

describe('usage of services and claims', () => {
  const ports = [{ port: 1 }, { port: 2, nodePort: 30_000 }];

  it.each<[object, string, string]>([
    [{ type: 'ClusterIP', ports }, '0', '0'],
    [{ type: 'NodePort', ports }, '2', '0'],
    [{ type: 'LoadBalancer', ports }, '2', '1'],
    [{ type: 'LoadBalancer', ports, allocateLoadBalancerNodePorts: false }, '1', '1'],
  ])('counts ports of %j', (spec, nodePorts, loadBalancers) => {
    expect(usage('services', { spec })).toEqual({
      'count/services': '1',
      services: '1',
      'services.nodeports': nodePorts,
      'services.loadbalancers': loadBalancers,
    });
  });

  it('counts claims in all and by their class, as much as was promised', () => {
    const claim = {
      spec: { storageClassName: 'gold', resources: { requests: { storage: '1Gi' } } },
      status: { allocatedResources: { storage: '2Gi' } },
    };
    expect(usage('persistentvolumeclaims', claim)).toEqual({
      'count/persistentvolumeclaims': '1',
      persistentvolumeclaims: '1',
      'gold.storageclass.storage.k8s.io/persistentvolumeclaims': '1',
      'requests.storage': '2Gi',
      'gold.storageclass.storage.k8s.io/requests.storage': '2Gi',
    });
  });
});

describe('evaluatorOf()', () => {
  it.each([
    ['', 'secrets', ['count/secrets', 'secrets']],
    ['', 'serviceaccounts', ['count/serviceaccounts']],
    ['apps', 'deployments', ['count/deployments.apps']],
  ])('counts objects of "%s" %s', (group, resource, names) => {
    const evaluator = evaluatorOf({ group, resource });
    expect([...evaluator.usage(object({}), NOW).keys()]).toEqual(names);
    expect(evaluator.counts(names[0])).toBe(true);
    expect(evaluator.counts('pods')).toBe(false);
  });

  it('knows which resources count pods and claims', () => {
    const names = ['requests.example.com/gpu', 'hugepages-2Mi', 'gold.storageclass.storage.k8s.io/requests.storage'];
    expect(names.map((name) => core('pods').counts(name))).toEqual([true, true, false]);
    expect(names.map((name) => core('persistentvolumeclaims').counts(name))).toEqual([false, false, true]);
  });
});

describe('isUncounted()', () => {
  it('leaves out events and reviews', () => {
    expect(isUncounted({ group: 'events.k8s.io', resource: 'events' })).toBe(true);
    expect(isUncounted({ group: 'authorization.k8s.io', resource: 'localsubjectaccessreviews' })).toBe(true);
    expect(isUncounted({ group: '', resource: 'configmaps' })).toBe(false);
  });
});
