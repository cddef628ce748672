import { formatFieldError } from '../../../src/apimachinery/index.js';
import { loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
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

beforeAll(loadExpressionLanguage);

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
          { name: 'for', expression: '1' },
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
      { validations: [{ expression: 'true', message: 'a\nb' }] },
      ['spec.validations[0].message: Invalid value: "a\\nb": message must not contain line breaks'],
    ],
    [
      {
        auditAnnotations: [
          { key: 'k', valueExpression: "'a'" },
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
    [
      {
        variables: [
          { name: 'v', expression: 'nope' },
          { name: 'w', expression: 'variables.later' },
          { name: 'n', expression: '1' },
        ],
        validations: [{ expression: 'variables.v' }, { expression: 'variables.n' }, { expression: 'variables.n > 0' }],
      },
      [
        "spec.variables[0].expression: Invalid value: \"nope\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'nope' (in container '')\n | nope\n | ^",
        'spec.variables[1].expression: Invalid value: "variables.later": compilation failed: ERROR: <input>:1:10: undefined field \'later\'\n | variables.later\n | .........^',
        'spec.validations[0].expression: Invalid value: "variables.v": must evaluate to bool but got dyn',
        'spec.validations[1].expression: Invalid value: "variables.n": must evaluate to bool but got int',
      ],
    ],
    [
      { validations: [{ expression: 'true', messageExpression: '5' }] },
      ['spec.validations[0].messageExpression: Invalid value: "5": must evaluate to string but got int'],
    ],
    [
      {
        validations: [{ expression: 'true', messageExpression: 'string(authorizer.path("/").check("get").allowed())' }],
      },
      [
        'spec.validations[0].messageExpression: Invalid value: "string(authorizer.path(\\"/\\").check(\\"get\\").allowed())": compilation failed: ERROR: <input>:1:8: undeclared reference to \'authorizer\' (in container \'\')\n | string(authorizer.path("/").check("get").allowed())\n | .......^',
      ],
    ],
    [
      { auditAnnotations: [{ key: 'k', valueExpression: '5' }] },
      [
        'spec.auditAnnotations[0].valueExpression: Invalid value: "5": must evaluate to one of [string null_type] but got int',
      ],
    ],
    [{ auditAnnotations: [{ key: 'k', valueExpression: 'null' }] }, []],
    [{ validations: [{ expression: 'request.userInfo.extra["a"][0] == namespaceObject.metadata.labels.x' }] }, []],
    [
      {
        validations: [{ expression: 'authorizer.requestResource.check("get").allowed()' }, { expression: 'params.x' }],
      },
      [
        "spec.validations[1].expression: Invalid value: \"params.x\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.x\n | ^",
      ],
    ],
    [{ paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, validations: [{ expression: 'params.x == 1' }] }, []],
  ])('finds of %j: %j', (members, errors) => {
    expect(validatePolicy(policyOf(members), {}).map(formatFieldError)).toEqual(errors);
  });

  it('needs a name for notes', () => {
    const policy = policyOf({ auditAnnotations: [{ key: 'k', valueExpression: "'a'" }] }, '');
    expect(validatePolicy(policy, {}).map(formatFieldError)).toEqual([
      'spec.auditAnnotations[0].key: Invalid value: "k": requires metadata.name be non-empty',
    ]);
  });
});

describe('validatePolicyUpdate()', () => {
  it('lets expressions be that an older release does not know, but no new ones', () => {
    const known = policyOf({ validations: [{ expression: 'isIP(object.a)' }] });
    const more = policyOf({ validations: [{ expression: 'isIP(object.a)' }, { expression: 'isCIDR(object.a)' }] });
    expect(validatePolicy(known, { release: '1.30' })).toHaveLength(1);
    expect(validatePolicyUpdate(known, known, { release: '1.30' })).toEqual([]);
    expect(validatePolicyUpdate(more, known, { release: '1.30' })).toHaveLength(1);
    expect(validatePolicyUpdate(more, known, {})).toEqual([]);
  });

  const stale = policyOf({ matchConditions: [{ name: '', expression: 'true' }] });
  it('lets conditions be as they were', () => {
    expect(validatePolicyUpdate(stale, stale, {})).toEqual([]);
    expect(validatePolicyUpdate(stale, policyOf(), {})).toHaveLength(1);
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
