import type { ClusterRole } from '../cluster-role/cluster-role.v1.js';
import type { RoleBinding } from '../role-binding/role-binding.v1.js';
import { bootstrapObjects } from './bootstrap-objects.js';
import { completeBinding, completeRole, givesOtherRole, isUpdatable } from './reconcile-objects.js';

const PODS = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const NODES = { apiGroups: [''], resources: ['nodes'], verbs: ['get'] };
const role = (rules: ClusterRole['rules'], labels = {}): ClusterRole => ({ metadata: { name: 'r', labels }, rules });

describe('bootstrapObjects()', () => {
  it('marks every object as the server keeps it', () => {
    const { clusterRoles, roleBindings } = bootstrapObjects(() => false);
    expect(clusterRoles.length).toBeGreaterThan(60);
    for (const { metadata } of [...clusterRoles, ...roleBindings]) {
      expect(metadata.labels?.['kubernetes.io/bootstrapping']).toBe('rbac-defaults');
      expect(metadata.annotations?.['rbac.authorization.kubernetes.io/autoupdate']).toBe('true');
    }
  });

  it('adds the rules that features need, and creates new objects each time', () => {
    const rulesOf = (isOn: boolean): number =>
      bootstrapObjects((gate) => isOn && gate === 'DynamicResourceAllocation').clusterRoles.find(
        ({ metadata }) => metadata.name === 'system:node',
      )?.rules?.length ?? 0;
    const without = rulesOf(false);
    expect(rulesOf(true)).toBe(without + 2);
    expect(rulesOf(false)).toBe(without);
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
