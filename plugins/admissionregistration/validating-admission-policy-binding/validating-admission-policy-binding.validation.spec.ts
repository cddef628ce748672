import { formatFieldError } from '../../../src/apimachinery/index.js';
import type { ValidatingAdmissionPolicyBindingSpec } from './validating-admission-policy-binding.v1.js';
import { validateBinding } from './validating-admission-policy-binding.validation.js';

const EXCLUSIVE = 'Forbidden: name and selector are mutually exclusive';

describe('validateBinding()', () => {
  it.each<[ValidatingAdmissionPolicyBindingSpec, string[]]>([
    [{}, []],
    [{ policyName: '' }, ['spec.policyName: Required value']],
    [{ validationActions: [] }, ['spec.validationActions: Required value: at least one validation action is required']],
    [
      { validationActions: ['Deny', 'Deny', 'Cry'] },
      [
        'spec.validationActions[1]: Duplicate value: "Deny"',
        'spec.validationActions[2]: Unsupported value: "Cry": supported values: "Audit", "Deny", "Warn"',
      ],
    ],
    [
      { validationActions: ['Deny', 'Warn'] },
      [
        'spec.validationActions: Invalid value: []admissionregistration.ValidationAction{"Deny", "Warn"}: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
      ],
    ],
    [
      { paramRef: {} },
      [
        'spec.paramRef: Required value: one of name or selector must be specified',
        'spec.paramRef.parameterNotFoundAction: Required value',
      ],
    ],
    [
      { paramRef: { name: 'n', selector: {}, parameterNotFoundAction: 'Cry' } },
      [
        `spec.paramRef.name: ${EXCLUSIVE}`,
        `spec.paramRef.selector: ${EXCLUSIVE}`,
        'spec.paramRef.parameterNotFoundAction: Unsupported value: "Cry": supported values: "Deny", "Allow"',
      ],
    ],
  ])('finds of %j: %j', (members, errors) => {
    const spec = { policyName: 'p', validationActions: ['Deny'], ...members };
    expect(validateBinding({ metadata: { name: 'b' }, spec }).map(formatFieldError)).toEqual(errors);
  });
});
