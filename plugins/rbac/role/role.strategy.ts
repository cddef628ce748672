import type { FieldError, Strategy } from '../../../src/plugin-api/index.js';
import { validatePolicyRules } from './policy-rule.validation.js';
import type { Role } from './role.v1.js';

/** The rules of roles in a namespace. */
export const roleStrategy: Strategy<Role> = {
  validate: validateRole,
  // The reference checks the whole object twice on an update; clients see every cause twice.
  validateUpdate: (role) => [...validateRole(role), ...validateRole(role)],
};

function validateRole({ rules }: Role): FieldError[] {
  return validatePolicyRules(rules, { namespaced: true });
}
