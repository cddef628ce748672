import type { Strategy } from '../../../src/plugin-api/index.js';
import type { ClusterRole } from './cluster-role.v1.js';
import { validateClusterRole } from './cluster-role.validation.js';

/** The rules of cluster roles. */
export const clusterRoleStrategy: Strategy<ClusterRole> = {
  validate: validateClusterRole,
  validateUpdate: validateClusterRole,
};
