import { formatFieldError } from '../../../src/apimachinery/index.js';
import type { ValidatingAdmissionPolicy, ValidatingAdmissionPolicySpec } from './validating-admission-policy.v1.js';
import {
  validatePolicy,
  validatePolicyStatus,
  validatePolicyUpdate,
} from './validating-admission-policy.validation.js';

const RULE = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] };
const policyOf = (members: Partial<ValidatingAdmissionPolicySpec> = {}, name = 'p'): ValidatingAdmissionPolicy => ({
  metadata: { name },
  spec: {
    failurePolicy: 'Fail',
    matchConstraints: { matchPolicy: 'Exact', namespaceSelector: {}, objectSelector: {}, resourceRules: [RULE] },
    validations: [{ expression: 'true' }],
    ...members,
  },
});
const NOTHING = 'Required value: validations or auditAnnotations must contain at least one item';

describe('validatePolicy()', () => {
  it.each<[Partial<ValidatingAdmissionPolicySpec>, string[]]>([
    [{}, []],
    [{ failurePolicy: undefined }, ['spec.failurePolicy: Required value']],
    [{ failurePolicy: 'Cry' }, ['spec.failurePolicy: Unsupported value: "Cry": supported values: "Fail", "Ignore"']],
    [{ matchConstraints: undefined }, ['spec.matchConstraints: Required value']],
    [
      { matchConstraints: { matchPolicy: 'Exact', namespaceSelector: {}, objectSelector: {} } },
      ['spec.matchConstraints.resourceRules: Required value'],
    ],
    [{ validations: [] }, [`spec.validations: ${NOTHING}`, `spec.auditAnnotations: ${NOTHING}`]],
    [{ paramKind: {} }, ['spec.paramKind.apiVersion: Required value', 'spec.paramKind.kind: Required value']],
    [
      { paramKind: { apiVersion: 'a/b/c', kind: 'Kind' } },
      ['spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c'],
    ],
    [
      { paramKind: { apiVersion: 'apps/', kind: 'Kind' } },
      ['spec.paramKind.apiVersion: Invalid value: "apps/": version must be specified'],
    ],
    [
      {
        variables: [
          { name: 'for', expression: 'a' },
          { name: ' ', expression: '' },
        ],
      },
      [
        'spec.variables[0].name: Invalid value: "for": name is not a valid CEL identifier',
        'spec.variables[1].name: Required value: name is not specified',
        'spec.variables[1].expression: Required value: expression is not specified',
      ],
    ],
    [
      { validations: [{ expression: '', message: ' ', messageExpression: ' ', reason: 'Unauthorized' }] },
      [
        'spec.validations[0].expression: Required value: expression is not specified',
        'spec.validations[0].messageExpression: Invalid value: " ": must be non-empty if specified',
        'spec.validations[0].message: Invalid value: " ": message must be non-empty if specified',
        'spec.validations[0].reason: Unsupported value: "Unauthorized": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
      ],
    ],
    [
      { validations: [{ expression: 'a', message: 'a\nb' }] },
      ['spec.validations[0].message: Invalid value: "a\\nb": message must not contain line breaks'],
    ],
    [
      {
        auditAnnotations: [
          { key: 'k', valueExpression: 'a' },
          { key: 'k', valueExpression: '' },
        ],
      },
      [
        'spec.auditAnnotations[1].valueExpression: Required value: valueExpression is not specified',
        'spec.auditAnnotations[1].key: Duplicate value: "k"',
      ],
    ],
    [
      { auditAnnotations: [{ key: 'k', valueExpression: 'a'.repeat(5121) }] },
      ['spec.auditAnnotations[0].valueExpression: Required value: must not exceed 5120 bytes in length'],
    ],
  ])('finds of %j: %j', (members, errors) => {
    expect(validatePolicy(policyOf(members)).map(formatFieldError)).toEqual(errors);
  });

  it('needs a name for notes', () => {
    const policy = policyOf({ auditAnnotations: [{ key: 'k', valueExpression: 'a' }] }, '');
    expect(validatePolicy(policy).map(formatFieldError)).toEqual([
      'spec.auditAnnotations[0].key: Invalid value: "k": requires metadata.name be non-empty',
    ]);
  });
});

describe('validatePolicyUpdate()', () => {
  const stale = policyOf({ matchConditions: [{ name: '', expression: 'true' }] });
  it('lets conditions be as they were', () => {
    expect(validatePolicyUpdate(stale, stale)).toEqual([]);
    expect(validatePolicyUpdate(stale, policyOf())).toHaveLength(1);
  });
});

describe('validatePolicyStatus()', () => {
  it('wants words and places', () => {
    const typeChecking = { expressionWarnings: [{ warning: '', fieldRef: ' ' }] };
    expect(validatePolicyStatus({ ...policyOf(), status: { typeChecking } }).map(formatFieldError)).toEqual([
      'status.typeChecking.expressionWarnings[0].warning: Required value',
      'status.typeChecking.expressionWarnings[0].fieldRef: Required value',
    ]);
  });
});
