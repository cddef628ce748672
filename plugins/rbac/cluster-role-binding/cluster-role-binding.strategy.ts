import type { Strategy } from '../../../src/plugin-api/index.js';
import { inBothPasses } from '../role/both-passes.js';
import { validateBinding, validateRoleRefKept } from '../role-binding/role-binding.validation.js';
import type { ClusterRoleBinding } from './cluster-role-binding.v1.js';

/** The rules of bindings for the whole cluster. */
export const clusterRoleBindingStrategy: Strategy<ClusterRoleBinding> = {
  checksMetadataOnUpdate: true,
  validate: (binding) => validateBinding(binding, { namespaced: false }),
  validateUpdate: (binding, old) => [
    ...inBothPasses({ object: binding, old, namespaced: false }, validateBinding(binding, { namespaced: false })),
    ...validateRoleRefKept(binding, old),
  ],
};
