import { defineKind } from '../../../src/plugin-api/index.js';
import { rbacNameRule } from '../role/path-segment-name.js';
import { bindingColumns } from './role-binding.columns.js';
import { roleBindingStrategy } from './role-binding.strategy.js';
import { RoleBinding } from './role-binding.v1.js';
import { FORMER_ROLE_BINDING_VERSIONS } from './role-binding.former-versions.js';

/** RoleBinding: gives a role to subjects inside one namespace. */
export const roleBindingKind = defineKind<RoleBinding>({
  kind: 'RoleBinding',
  plural: 'rolebindings',
  namespaced: true,
  versions: [{ name: 'v1', type: RoleBinding, introduced: '1.8' }, ...FORMER_ROLE_BINDING_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'rolebindings',
  nameRule: rbacNameRule,
  strategy: roleBindingStrategy,
  putCreates: true,
  allowUnconditionalUpdate: true,
  generation: 'none',
  columns: bindingColumns(),
});
