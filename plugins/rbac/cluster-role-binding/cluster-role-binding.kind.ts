import { defineKind } from '../../../src/plugin-api/index.js';
import { bindingColumns } from '../role-binding/role-binding.columns.js';
import { rbacNameRule } from '../role/path-segment-name.js';
import { clusterRoleBindingStrategy } from './cluster-role-binding.strategy.js';
import { ClusterRoleBinding } from './cluster-role-binding.v1.js';
import { FORMER_CLUSTER_ROLE_BINDING_VERSIONS } from './cluster-role-binding.former-versions.js';

/** ClusterRoleBinding: gives a cluster role to subjects everywhere. */
export const clusterRoleBindingKind = defineKind<ClusterRoleBinding>({
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  namespaced: false,
  versions: [{ name: 'v1', type: ClusterRoleBinding, introduced: '1.8' }, ...FORMER_CLUSTER_ROLE_BINDING_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'clusterrolebindings',
  nameRule: rbacNameRule,
  strategy: clusterRoleBindingStrategy,
  putCreates: true,
  allowUnconditionalUpdate: true,
  generation: 'none',
  columns: bindingColumns(),
});
