import { formatFieldError } from '../../../src/plugin-api/built-in.js';
import { type Binding, validateBinding, validateRoleRefKept } from './role-binding.validation.js';

const ROLE_REF = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' };
const USER = { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'u' };

describe('validateBinding()', () => {
  it.each<[string, Binding, boolean, string[]]>([
    ['a good binding', { roleRef: ROLE_REF, subjects: [USER] }, true, []],
    [
      'a role for the whole cluster',
      { roleRef: ROLE_REF },
      false,
      ['roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"'],
    ],
    ['no role', { roleRef: { ...ROLE_REF, name: '' } }, true, ['roleRef.name: Required value']],
    [
      'an account without a namespace',
      { roleRef: { ...ROLE_REF, kind: 'ClusterRole' }, subjects: [{ kind: 'ServiceAccount', name: 's' }] },
      false,
      ['subjects[0].namespace: Required value'],
    ],
    [
      'an unknown kind of subject',
      { roleRef: ROLE_REF, subjects: [{ ...USER, kind: 'Robot' }] },
      true,
      ['subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"'],
    ],
  ])('checks %s', (_name, binding, namespaced, expected) => {
    expect(validateBinding(binding, { namespaced }).map(formatFieldError)).toEqual(expected);
  });
});

describe('validateRoleRefKept()', () => {
  it('keeps the role', () => {
    const errors = validateRoleRefKept({ roleRef: { ...ROLE_REF, name: 'x' } }, { roleRef: ROLE_REF });
    expect(errors.map(formatFieldError)).toEqual([
      'roleRef: Invalid value: rbac.RoleRef{APIGroup:"rbac.authorization.k8s.io", Kind:"Role", Name:"x"}: cannot change roleRef',
    ]);
  });
});
