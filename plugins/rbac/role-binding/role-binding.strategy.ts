import type { Strategy } from '../../../src/plugin-api/index.js';
import { inBothPasses } from '../role/both-passes.js';
import type { RoleBinding } from './role-binding.v1.js';
import { validateBinding, validateRoleRefKept } from './role-binding.validation.js';

/** The rules of bindings in a namespace. */
export const roleBindingStrategy: Strategy<RoleBinding> = {
  checksMetadataOnUpdate: true,
  validate: (binding) => validateBinding(binding, { namespaced: true }),
  validateUpdate: (binding, old) => [
    ...inBothPasses({ object: binding, old, namespaced: true }, validateBinding(binding, { namespaced: true })),
    ...validateRoleRefKept(binding, old),
  ],
};
