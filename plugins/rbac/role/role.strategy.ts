import type { FieldError, Strategy } from '../../../src/plugin-api/index.js';
import { validatePolicyRules } from './policy-rule.validation.js';
import { inBothPasses } from './both-passes.js';
import type { Role } from './role.v1.js';

/** The rules of roles in a namespace. */
export const roleStrategy: Strategy<Role> = {
  checksMetadataOnUpdate: true,
  validate: validateRole,
  validateUpdate: (role, old) => inBothPasses({ object: role, old, namespaced: true }, validateRole(role)),
};

function validateRole({ rules }: Role): FieldError[] {
  return validatePolicyRules(rules, { namespaced: true });
}
