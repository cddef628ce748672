import { defineKind } from '../../../src/plugin-api/index.js';
import { rbacNameRule } from './path-segment-name.js';
import { roleStrategy } from './role.strategy.js';
import { Role } from './role.v1.js';

/** Role: a set of rights inside one namespace. */
export const roleKind = defineKind<Role>({
  kind: 'Role',
  plural: 'roles',
  namespaced: true,
  versions: [{ name: 'v1', type: Role }],
  formerVersions: ['rbac.authorization.k8s.io/v1alpha1', 'rbac.authorization.k8s.io/v1beta1'],
  storageVersion: 'v1',
  storagePrefix: 'roles',
  nameRule: rbacNameRule,
  strategy: roleStrategy,
  putCreates: true,
  allowUnconditionalUpdate: true,
  generation: 'none',
});
