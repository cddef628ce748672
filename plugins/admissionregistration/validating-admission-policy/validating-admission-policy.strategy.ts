import type { Strategy } from '../../../src/plugin-api/index.js';
import { loadForPolicy } from '../expression/load-expressions.js';
import type { ValidatingAdmissionPolicy } from './validating-admission-policy.v1.js';
import {
  validatePolicy,
  validatePolicyStatus,
  validatePolicyUpdate,
} from './validating-admission-policy.validation.js';

/** The rules of policies that refuse requests. */
export const validatingAdmissionPolicyStrategy: Strategy<ValidatingAdmissionPolicy> = {
  repeatedMetadataCheck: 'object',
  loadRules: loadForPolicy,
  validate: validatePolicy,
  validateUpdate: validatePolicyUpdate,
  validateStatusUpdate: validatePolicyStatus,
};
