import {
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Subdomain,
  notSupported,
  required,
} from '../../../src/plugin-api/index.js';
import { goStruct, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { RBAC_GROUP } from './role-binding.defaults.js';
import { RoleRef, Subject } from './role-binding.v1.js';

/** The common properties of bindings of either scope. */
export interface Binding {
  readonly subjects?: readonly Subject[];
  readonly roleRef: RoleRef;
}

/** Where a binding applies. */
export interface BindingScope {
  /** Applies to one namespace; otherwise to the cluster. */
  readonly namespaced: boolean;
}

const ROLE_REF = FieldPath.of('roleRef');
const checkRoleRef = fieldChecker(RoleRef);
const checkSubject = fieldChecker(Subject);

/** Checks a binding: the role it names and the subjects it names it for. */
export function validateBinding({ roleRef, subjects }: Binding, scope: BindingScope): FieldError[] {
  const kinds = scope.namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
  return [
    ...checkRoleRef(roleRef, ROLE_REF, 'apiGroup'),
    ...(kinds.includes(roleRef.kind) ? [] : [notSupported(ROLE_REF.child('kind'), roleRef.kind, kinds)]),
    ...checkRoleRef(roleRef, ROLE_REF, 'name'),
    ...(subjects ?? []).flatMap((subject, i) => validateSubject(subject, scope, FieldPath.of('subjects').index(i))),
  ];
}

/** Checks that a binding is still to the same role. */
export function validateRoleRefKept(binding: Binding, old: Binding): FieldError[] {
  const { apiGroup, kind, name } = binding.roleRef;
  const before = old.roleRef;
  if (apiGroup === before.apiGroup && kind === before.kind && name === before.name) return [];
  const shown = goStruct('rbac.RoleRef', { APIGroup: apiGroup, Kind: kind, Name: name });
  return [invalid(ROLE_REF, shown, 'cannot change roleRef')];
}

function validateSubject(subject: Subject, { namespaced }: BindingScope, path: FieldPath): FieldError[] {
  const { kind, apiGroup = '', name, namespace } = subject;
  const errors = checkSubject(subject, path);
  switch (kind) {
    case 'ServiceAccount':
      if (name) errors.push(...isDns1123Subdomain(name).map((message) => invalid(path.child('name'), name, message)));
      if (apiGroup !== '') errors.push(notSupported(path.child('apiGroup'), apiGroup, ['']));
      if (!namespaced && !namespace) errors.push(required(path.child('namespace')));
      return errors;
    case 'User':
    case 'Group':
      if (apiGroup !== RBAC_GROUP) errors.push(notSupported(path.child('apiGroup'), apiGroup, [RBAC_GROUP]));
      return errors;
    default:
      return [...errors, notSupported(path.child('kind'), kind, ['ServiceAccount', 'User', 'Group'])];
  }
}
