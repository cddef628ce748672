import type { Strategy } from '../../../src/plugin-api/index.js';
import type { RoleBinding } from './role-binding.v1.js';
import { validateBinding, validateBindingUpdate } from './role-binding.validation.js';

/** The rules of bindings in a namespace. */
export const roleBindingStrategy: Strategy<RoleBinding> = {
  validate: (binding) => validateBinding(binding, { namespaced: true }),
  validateUpdate: (binding, old) => validateBindingUpdate(binding, old, { namespaced: true }),
};
