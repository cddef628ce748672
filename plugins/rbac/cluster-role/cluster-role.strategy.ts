import type { Strategy } from '../../../src/plugin-api/index.js';
import { inBothPasses } from '../role/both-passes.js';
import type { ClusterRole } from './cluster-role.v1.js';
import { validateClusterRole } from './cluster-role.validation.js';

/** The rules of cluster roles. */
export const clusterRoleStrategy: Strategy<ClusterRole> = {
  checksMetadataOnUpdate: true,
  validate: validateClusterRole,
  validateUpdate: (role, old) => inBothPasses({ object: role, old, namespaced: false }, validateClusterRole(role)),
};
