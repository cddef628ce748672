import { defineKind } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { rbacNameRule } from '../role/path-segment-name.js';
import { clusterRoleStrategy } from './cluster-role.strategy.js';
import { ClusterRole } from './cluster-role.v1.js';
import { FORMER_CLUSTER_ROLE_VERSIONS } from './cluster-role.former-versions.js';

/** ClusterRole: a set of rights that can be given anywhere. */
export const clusterRoleKind = defineKind<ClusterRole>({
  kind: 'ClusterRole',
  plural: 'clusterroles',
  namespaced: false,
  versions: [{ name: 'v1', type: ClusterRole, introduced: '1.8' }, ...FORMER_CLUSTER_ROLE_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'clusterroles',
  nameRule: rbacNameRule,
  strategy: clusterRoleStrategy,
  putCreates: true,
  allowUnconditionalUpdate: true,
  generation: 'none',
  columns: CREATION_COLUMNS,
});
