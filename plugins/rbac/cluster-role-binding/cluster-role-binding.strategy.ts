import type { Strategy } from '../../../src/plugin-api/index.js';
import { validateBinding, validateBindingUpdate } from '../role-binding/role-binding.validation.js';
import type { ClusterRoleBinding } from './cluster-role-binding.v1.js';

/** The rules of bindings for the whole cluster. */
export const clusterRoleBindingStrategy: Strategy<ClusterRoleBinding> = {
  validate: (binding) => validateBinding(binding, { namespaced: false }),
  validateUpdate: (binding, old) => validateBindingUpdate(binding, old, { namespaced: false }),
};
