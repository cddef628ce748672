import { formatFieldError } from '../../../src/apimachinery/index.js';
import { loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
import type { MutatingAdmissionPolicySpec } from './mutating-admission-policy.v1alpha1.js';
import { validateMutatingPolicy } from './mutating-admission-policy.validation.js';

const RULE = { operations: ['CREATE'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] };
const MATCH = { matchPolicy: 'Exact', namespaceSelector: {}, objectSelector: {} };

beforeAll(loadExpressionLanguage);

describe('validateMutatingPolicy()', () => {
  it.each<[MutatingAdmissionPolicySpec, string[]]>([
    [{}, []],
    [{ mutations: [] }, ['spec.mutations: Required value: mutations must contain at least one item']],
    [{ reinvocationPolicy: '' }, ['spec.reinvocationPolicy: Required value']],
    [
      { reinvocationPolicy: 'Often' },
      ['spec.reinvocationPolicy: Unsupported value: "Often": supported values: "IfNeeded", "Never"'],
    ],
    [
      { matchConstraints: { ...MATCH, resourceRules: [{ ...RULE, operations: ['DELETE'] }] } },
      [
        'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
      ],
    ],
    [
      { matchConstraints: { ...MATCH, resourceRules: [{ ...RULE, operations: ['create'] }] } },
      [
        'spec.matchConstraints.resourceRules[0].operations[0]: Unsupported value: "create": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
        'spec.matchConstraints.resourceRules.operations: Unsupported value: "create": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
      ],
    ],
    [
      {
        matchConstraints: {
          ...MATCH,
          resourceRules: [RULE],
          excludeResourceRules: [{ ...RULE, operations: ['DELETE'] }],
        },
      },
      [],
    ],
    [
      {
        mutations: [
          { patchType: 'JSONPatch', jsonPatch: { expression: ' true\n' } },
          { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'variables.v' } },
        ],
      },
      [
        'spec.mutations[0].jsonPatch.expression: Invalid value: "true": must evaluate to list(JSONPatch) but got bool',
        `spec.mutations[1].applyConfiguration.expression: Invalid value: "variables.v": compilation failed: ERROR: <input>:1:10: undefined field 'v'\n | variables.v\n | .........^`,
      ],
    ],
    [{ mutations: [{ patchType: '' }] }, ['spec.mutations[0].patchType: Required value']],
    [
      { mutations: [{ patchType: 'Magic' }] },
      ['spec.mutations[0].patchType: Unsupported value: "Magic": supported values: "ApplyConfiguration", "JSONPatch"'],
    ],
    [
      { mutations: [{ patchType: 'JSONPatch', applyConfiguration: { expression: 'a' } }] },
      [
        'spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch',
        'spec.mutations[0].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch',
      ],
    ],
    [
      { mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: ' ' } }] },
      ['spec.mutations[0].applyConfiguration.expression: Required value'],
    ],
    [
      {
        mutations: [
          {
            patchType: 'JSONPatch',
            jsonPatch: {
              expression:
                '[JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("a/b"), value: object.spec.x}]',
            },
          },
          {
            patchType: 'ApplyConfiguration',
            applyConfiguration: { expression: 'Object{spec: Object.spec{replicas: 3, ?other: object.?spec}}' },
          },
        ],
      },
      [],
    ],
    [
      {
        mutations: [
          { patchType: 'JSONPatch', jsonPatch: { expression: 'JSONPatch{op: "add"}' } },
          { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{to: "x"}]' } },
          { patchType: 'ApplyConfiguration', applyConfiguration: { expression: '{}' } },
        ],
      },
      [
        'spec.mutations[0].jsonPatch.expression: Invalid value: "JSONPatch{op: \\"add\\"}": must evaluate to list(JSONPatch) but got JSONPatch',
        `spec.mutations[1].jsonPatch.expression: Invalid value: "[JSONPatch{to: \\"x\\"}]": compilation failed: ERROR: <input>:1:14: undefined field 'to'\n | [JSONPatch{to: "x"}]\n | .............^`,
        'spec.mutations[2].applyConfiguration.expression: Invalid value: "{}": must evaluate to Object but got map(dyn, dyn)',
      ],
    ],
  ])('finds of %j: %j', (members, errors) => {
    const spec = {
      failurePolicy: 'Fail',
      reinvocationPolicy: 'Never',
      matchConstraints: { ...MATCH, resourceRules: [RULE] },
      mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "test"}]' } }],
      ...members,
    };
    const found = validateMutatingPolicy({ metadata: { name: 'p' }, spec }, {});
    expect(found.map(formatFieldError)).toEqual(errors);
  });
});
