import {
  type AdmissionAttributes,
  type ApiObject,
  type Authorizer,
  type Decision,
} from '../../../src/plugin-api/index.js';
import { loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
import { RequestVariables } from '../evaluation/index.js';
import type { ValidatingAdmissionPolicySpec } from '../validating-admission-policy/validating-admission-policy.v1.js';
import { CompiledValidatingPolicy } from './compiled-validating-policy.js';
import type { PolicyOutcome } from './policy-decision.js';

beforeAll(loadExpressionLanguage);

const OBJECT = { metadata: { name: 'o' }, a: '1' } as unknown as ApiObject;
const ATTRIBUTES = {
  operation: 'CREATE',
  resource: { group: '', version: 'v1', resource: 'configmaps' },
  kind: { group: '', version: 'v1', kind: 'ConfigMap' },
  subresource: '',
  namespace: 'n',
  name: 'o',
  user: { name: 'alice', groups: [] },
} as unknown as AdmissionAttributes;

const ALLOW: Decision = { verdict: 'Allow', reason: '' };
let asked = 0;

/** Evaluates a policy; its authorizer has to wait. */
async function evaluate(spec: ValidatingAdmissionPolicySpec, param?: ApiObject): Promise<PolicyOutcome> {
  const authorizer = {
    authorize: () => {
      asked++;
      return Promise.resolve(ALLOW);
    },
  } as unknown as Authorizer;
  const { kind, resource } = ATTRIBUTES;
  const request = new RequestVariables({
    ...{ attributes: ATTRIBUTES, kind, resource, object: OBJECT, oldObject: undefined },
    authorizer,
  });
  const namespace = { metadata: { name: 'n', managedFields: [] }, spec: {}, status: {} } as unknown as ApiObject;
  return new CompiledValidatingPolicy({ metadata: { name: 'p' }, spec }).evaluate({ request, param, namespace });
}

/** The decisions in words. */
async function decisions(spec: ValidatingAdmissionPolicySpec): Promise<string[]> {
  const { decisions: found } = await evaluate(spec);
  return found.map(({ action, isError, message }) => `${action}${isError ? ' error' : ''}: ${message}`);
}

const LIST = `[${'0,'.repeat(99)}0]`;
const COSTLY = `${LIST}.all(a, ${LIST}.all(b, true))`;

describe('CompiledValidatingPolicy', () => {
  it.each<[string, ValidatingAdmissionPolicySpec, string[]]>([
    ['one that holds', { validations: [{ expression: 'true' }] }, ['admit: ']],
    ['one that does not', { validations: [{ expression: ' false' }] }, ['deny: failed expression: false']],
    ['its message', { validations: [{ expression: 'false', message: ' m ' }] }, ['deny: m']],
    [
      'a message that is evaluated',
      { validations: [{ expression: 'false', messageExpression: '"a" + string(object.a)' }] },
      ['deny: a1'],
    ],
    [
      'an error',
      { validations: [{ expression: 'object.b' }, { expression: 'string(object.b) == ""' }] },
      [
        'deny error: compilation error: must evaluate to bool but got dyn',
        `deny error: expression 'string(object.b) == ""' resulted in error: no such key: b`,
      ],
    ],
    [
      'an error that is ignored',
      { failurePolicy: 'Ignore', validations: [{ expression: 'string(object.b) == ""' }, { expression: 'false' }] },
      [
        `admit error: expression 'string(object.b) == ""' resulted in error: no such key: b`,
        'deny: failed expression: false',
      ],
    ],
    [
      'a variable that fails, and one that nobody uses',
      {
        variables: [
          { name: 'v', expression: 'object.b' },
          { name: 'w', expression: 'object.c' },
        ],
        validations: [{ expression: 'string(variables.v) == ""' }],
      },
      [
        `deny error: expression 'string(variables.v) == ""' resulted in error: composited variable "v" fails to evaluate: no such key: b`,
      ],
    ],
    [
      'conditions that do not see the namespace',
      {
        matchConditions: [{ name: 'c', expression: 'namespaceObject == null' }],
        validations: [{ expression: 'namespaceObject.metadata.name == "n"' }],
      },
      ['admit: '],
    ],
    [
      'conditions that are not met',
      { matchConditions: [{ name: 'c', expression: 'false' }], validations: [{ expression: 'false' }] },
      [],
    ],
    [
      'conditions that fail',
      { matchConditions: [{ name: 'c', expression: 'object.b == 1' }], validations: [{ expression: 'false' }] },
      [`deny error: expression 'object.b == 1' resulted in error: no such key: b`],
    ],
    [
      'messages that leave nothing of the budget',
      {
        validations: Array.from({ length: 350 }, () => ({
          expression: 'true',
          messageExpression: `${COSTLY} ? "" : ""`,
        })),
      },
      Array.from(
        { length: 350 },
        () =>
          'deny error: failed messageExpression: validation failed due to running out of cost budget, no further validation rules will be run',
      ),
    ],
  ])('decides on %s', async (_what, spec, expected) => {
    expect(await decisions(spec)).toEqual(expected);
  });

  it('gives annotations that have a value, and none the authorizer', async () => {
    const { annotations } = await evaluate({
      auditAnnotations: [
        { key: 'a', valueExpression: '" " + string(object.a)' },
        { key: 'empty', valueExpression: '" "' },
        { key: 'none', valueExpression: 'null' },
        { key: 'fails', valueExpression: 'string(authorizer.path("/").check("get").allowed())' },
      ],
    });
    expect(annotations).toEqual([
      { key: 'a', value: '1', seconds: expect.any(Number) },
      { key: 'fails', error: expect.stringContaining('no such attribute'), seconds: expect.any(Number) },
    ]);
  });

  it('asks an authorizer that waits once for each question', async () => {
    asked = 0;
    const expression = 'authorizer.path("/").check("get").allowed()';
    expect(await decisions({ validations: [{ expression }, { expression }] })).toEqual(['admit: ', 'admit: ']);
    expect(asked).toBe(1);
  });

  it('lets others run between expressions that take long', async () => {
    const validations = Array.from({ length: 200 }, () => ({ expression: COSTLY }));
    let turns = 0;
    const count = (): void => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    expect(await decisions({ validations })).toHaveLength(200);
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(1);
  });
});
