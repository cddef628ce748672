import { defineKind } from '../../../src/plugin-api/index.js';
import { bindingColumns } from '../role-binding/role-binding.columns.js';
import { rbacNameRule } from '../role/path-segment-name.js';
import { clusterRoleBindingStrategy } from './cluster-role-binding.strategy.js';
import { ClusterRoleBinding } from './cluster-role-binding.v1.js';

/** ClusterRoleBinding: gives a cluster role to subjects everywhere. */
export const clusterRoleBindingKind = defineKind<ClusterRoleBinding>({
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  namespaced: false,
  versions: [{ name: 'v1', type: ClusterRoleBinding }],
  formerVersions: ['rbac.authorization.k8s.io/v1alpha1', 'rbac.authorization.k8s.io/v1beta1'],
  storageVersion: 'v1',
  storagePrefix: 'clusterrolebindings',
  nameRule: rbacNameRule,
  strategy: clusterRoleBindingStrategy,
  putCreates: true,
  allowUnconditionalUpdate: true,
  generation: 'none',
  columns: bindingColumns(),
});
