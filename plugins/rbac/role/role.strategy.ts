import type { FieldError, Strategy } from '../../../src/plugin-api/index.js';
import { validatePolicyRules } from './policy-rule.validation.js';
import type { Role } from './role.v1.js';

/** The rules of roles in a namespace. */
export const roleStrategy: Strategy<Role> = { validate: validateRole, validateUpdate: validateRole };

function validateRole({ rules }: Role): FieldError[] {
  return validatePolicyRules(rules, true);
}
