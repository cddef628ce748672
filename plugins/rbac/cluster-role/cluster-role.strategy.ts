import type { Strategy } from '../../../src/plugin-api/index.js';
import type { ClusterRole } from './cluster-role.v1.js';
import { validateClusterRole } from './cluster-role.validation.js';

/** The rules of cluster roles. */
export const clusterRoleStrategy: Strategy<ClusterRole> = {
  validate: validateClusterRole,
  // The reference checks the whole object twice on an update; clients see every cause twice.
  validateUpdate: (role) => [...validateClusterRole(role), ...validateClusterRole(role)],
};
