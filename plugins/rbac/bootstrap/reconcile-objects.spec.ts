import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterRole } from '../cluster-role/cluster-role.v1.js';
import type { RoleBinding } from '../role-binding/role-binding.v1.js';
import { ApiServerOptions } from '../../../src/plugin-api/built-in.js';
import { bootstrapObjects } from './bootstrap-objects.js';
import data from './bootstrap-rbac.json' with { type: 'json' };
import { completeBinding, completeRole, givesOtherRole, isUpdatable } from './reconcile-objects.js';

const PODS = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const NODES = { apiGroups: [''], resources: ['nodes'], verbs: ['get'] };
const role = (rules: ClusterRole['rules'], labels = {}): ClusterRole => ({ metadata: { name: 'r', labels }, rules });

describe('bootstrapObjects()', () => {
  it('marks every object as the server keeps it', () => {
    const { clusterRoles, roleBindings } = bootstrapObjects({ release: '1.32', isEnabled: () => false });
    expect(clusterRoles.length).toBeGreaterThan(50);
    for (const { metadata } of [...clusterRoles, ...roleBindings]) {
      expect(metadata.labels?.['kubernetes.io/bootstrapping']).toBe('rbac-defaults');
      expect(metadata.annotations?.['rbac.authorization.kubernetes.io/autoupdate']).toBe('true');
    }
  });

  it('adds the rules that features need, and creates new objects each time', () => {
    const rulesOf = (isOn: boolean): number =>
      bootstrapObjects({
        release: '1.32',
        isEnabled: (gate) => isOn && gate === 'DynamicResourceAllocation',
      }).clusterRoles.find(({ metadata }) => metadata.name === 'system:node')?.rules?.length ?? 0;
    const without = rulesOf(false);
    expect(rulesOf(true)).toBe(without + 2);
    expect(rulesOf(false)).toBe(without);
  });
});

describe('bootstrapObjects() of a release', () => {
  const rulesIn = (release: string, role: string): string[] => {
    const options = new ApiServerOptions();
    options.api.emulatedRelease = release;
    const { clusterRoles } = bootstrapObjects(options.releaseState);
    const rules = clusterRoles.find(({ metadata }) => metadata.name === role)?.rules ?? [];
    return rules.map(({ resources, verbs }) => `${resources?.join()}: ${verbs?.join()}`);
  };

  it.each([
    ['1.20', 'system:kubelet-api-admin', 'nodes/log,nodes/metrics,nodes/proxy,nodes/spec,nodes/stats: *'],
    ['1.20', 'system:kube-controller-manager', 'endpoints: get,update'],
    ['1.22', 'system:aggregate-to-view', 'endpointslices: get,list,watch'],
    ['1.26', 'system:controller:pod-garbage-collector', 'pods/status: patch'],
    ['1.28', 'system:controller:legacy-service-account-token-cleaner', undefined],
    ['1.29', 'system:controller:legacy-service-account-token-cleaner', 'secrets: delete,patch'],
    ['1.33', 'system:kubelet-api-admin', 'nodes/configz,nodes/healthz,nodes/pods: *'],
    ['1.34', 'system:node', 'serviceaccounts: get'],
    ['1.36', 'system:controller:device-taint-eviction-controller', 'deviceclasses: get,list,watch'],
  ])('%s has %s with %s', (release, role, rule) => {
    const rules = rulesIn(release, role);
    expect(rules).toEqual(rule === undefined ? [] : expect.arrayContaining([rule]));
    expect(JSON.stringify(bootstrapObjects({ release, isEnabled: () => true }))).not.toMatch(/"(since|removed|gate)":/);
  });

  it('has the rules of nodes that the node authorizer has', () => {
    const { clusterRoles } = data;
    const node = clusterRoles.find(({ metadata }) => metadata.name === 'system:node');
    const path = join(import.meta.dirname, '..', '..', '..', 'src', 'authz', 'node', 'node-rules.json');
    expect((JSON.parse(readFileSync(path, 'utf8')) as { rules: unknown }).rules).toEqual(node?.rules);
  });
});

describe('completeRole()', () => {
  it('adds missing rules and marks and keeps what others have added', () => {
    const stored = role([PODS, { ...PODS, verbs: ['delete'] }], { a: 'mine' });
    expect(completeRole(stored, role([PODS, NODES], { a: 'theirs', b: 'c' }))).toEqual(
      role([PODS, { ...PODS, verbs: ['delete'] }, NODES], { a: 'mine', b: 'c' }),
    );
  });

  it('leaves a complete role alone', () => {
    expect(completeRole(role([{ ...PODS, verbs: ['*'] }]), role([PODS]))).toBeUndefined();
  });

  it('ends an aggregation that is not wanted', () => {
    const stored = { ...role([PODS]), aggregationRule: { clusterRoleSelectors: [{}] } };
    expect(completeRole(stored, role([PODS]))).toEqual(role([PODS]));
  });

  it('adds missing selectors of an aggregation, not its rules', () => {
    const selector = { matchLabels: { a: 'b' } };
    const wanted = { ...role([]), aggregationRule: { clusterRoleSelectors: [selector] } };
    expect(completeRole(role([PODS]), wanted)).toEqual({ ...wanted, rules: [PODS] });
    expect(completeRole(structuredClone({ ...wanted, rules: [PODS] }), wanted)).toBeUndefined();
  });
});

describe('completeBinding()', () => {
  const subject = (name: string) => ({ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name });
  const binding = (...names: string[]): RoleBinding => ({
    metadata: { name: 'b' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
    subjects: names.map(subject),
  });

  it('adds missing subjects', () => {
    expect(completeBinding(binding('x'), binding('y'))).toEqual(binding('x', 'y'));
    expect(completeBinding(binding('x', 'y'), binding('y'))).toBeUndefined();
  });

  it('detects a binding to another role', () => {
    const other = { ...binding('x'), roleRef: { ...binding().roleRef, name: 'other' } };
    expect(givesOtherRole(binding(), other)).toBe(true);
    expect(givesOtherRole(binding('x'), binding('y'))).toBe(false);
  });
});

describe('isUpdatable()', () => {
  it('respects who wants an object left alone', () => {
    const annotations = { 'rbac.authorization.kubernetes.io/autoupdate': 'false' };
    expect(isUpdatable({ metadata: { annotations } })).toBe(false);
    expect(isUpdatable({ metadata: {} })).toBe(true);
  });
});
