import { defineKind } from '../../../src/plugin-api/index.js';
import { rbacNameRule } from '../role/path-segment-name.js';
import { clusterRoleStrategy } from './cluster-role.strategy.js';
import { ClusterRole } from './cluster-role.v1.js';

/** ClusterRole: a set of rights that can be given anywhere. */
export const clusterRoleKind = defineKind<ClusterRole>({
  kind: 'ClusterRole',
  plural: 'clusterroles',
  namespaced: false,
  versions: [{ name: 'v1', type: ClusterRole }],
  formerVersions: ['rbac.authorization.k8s.io/v1alpha1', 'rbac.authorization.k8s.io/v1beta1'],
  storageVersion: 'v1',
  storagePrefix: 'clusterroles',
  nameRule: rbacNameRule,
  strategy: clusterRoleStrategy,
  putCreates: true,
  allowUnconditionalUpdate: true,
  generation: 'none',
});
