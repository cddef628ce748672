import { FieldPath, formatFieldError } from '../../../src/apimachinery/index.js';
import { loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
import { ExpressionCompiler } from '../expression/expression-compiler.js';
import { validateMatchConditions } from './match-condition.validation.js';
import type { MatchCondition, MatchResources, NamedRuleWithOperations } from './match-resources.v1.js';
import { validateMatchResources } from './match-resources.validation.js';
import { validateNamedRule } from './rule.validation.js';

const PATH = FieldPath.of('r');
const ruleOf = (members: NamedRuleWithOperations): NamedRuleWithOperations => ({
  operations: ['CREATE'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['pods'],
  scope: '*',
  ...members,
});

describe('validateNamedRule()', () => {
  it.each<[NamedRuleWithOperations, string[]]>([
    [{}, []],
    [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }, []],
    [{ operations: [] }, ['r.operations: Required value']],
    [
      { operations: ['*', 'CREATE'] },
      [
        'r.operations: Invalid value: []admissionregistration.OperationType{"*", "CREATE"}: if \'*\' is present, must not specify other operations',
      ],
    ],
    [
      { operations: ['PATCH'] },
      ['r.operations[0]: Unsupported value: "PATCH": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"'],
    ],
    [
      { apiGroups: ['*', 'apps'] },
      ['r.apiGroups: Invalid value: []string{"*", "apps"}: if \'*\' is present, must not specify other API groups'],
    ],
    [{ apiGroups: [] }, ['r.apiGroups: Required value']],
    [{ apiVersions: ['v1', ''] }, ['r.apiVersions[1]: Required value']],
    [{ resources: [''] }, ['r.resources[0]: Required value']],
    [{ resources: [] }, ['r.resources: Required value']],
    [
      { resources: ['pods/*', 'pods/status'] },
      ['r.resources[1]: Invalid value: "pods/status": if \'pods/*\' is present, must not specify pods/status'],
    ],
    [
      { resources: ['*/status', 'pods/status'] },
      ['r.resources[1]: Invalid value: "pods/status": if \'*/status\' is present, must not specify pods/status'],
    ],
    [
      { resources: ['*/*', 'pods'] },
      ['r.resources: Invalid value: []string{"*/*", "pods"}: if \'*/*\' is present, must not specify other resources'],
    ],
    [
      { resources: ['*', 'pods'] },
      [
        'r.resources: Invalid value: []string{"*", "pods"}: if \'*\' is present, must not specify other resources without subresources',
      ],
    ],
    [{ resources: ['*', 'pods/status'] }, []],
    [{ scope: 'Some' }, ['r.scope: Unsupported value: "Some": supported values: "*", "Cluster", "Namespaced"']],
    [
      { resourceNames: ['a', 'a', 'b/c'] },
      ['r.resourceNames[1]: Duplicate value: "a"', 'r.resourceNames[2]: Invalid value: "b/c": may not contain \'/\''],
    ],
  ])('finds of %j: %j', (members, errors) => {
    expect(validateNamedRule(ruleOf(members), PATH).map(formatFieldError)).toEqual(errors);
  });
});

describe('validateMatchResources()', () => {
  it.each<[MatchResources, string[]]>([
    [{ matchPolicy: 'Exact', namespaceSelector: {}, objectSelector: {} }, []],
    [{}, ['r.matchPolicy: Required value', 'r.namespaceSelector: Required value', 'r.objectSelector: Required value']],
    [
      { matchPolicy: 'Like', namespaceSelector: {}, objectSelector: { matchLabels: { a: '-' } }, resourceRules: [{}] },
      [
        'r.matchPolicy: Unsupported value: "Like": supported values: "Equivalent", "Exact"',
        expect.stringContaining('r.objectSelector.matchLabels: Invalid value: "-"') as string,
        'r.resourceRules[0].operations: Required value',
        'r.resourceRules[0].apiGroups: Required value',
        'r.resourceRules[0].apiVersions: Required value',
        'r.resourceRules[0].resources: Required value',
      ],
    ],
  ])('finds of %j: %j', (match, errors) => {
    expect(validateMatchResources(match, PATH).map(formatFieldError)).toEqual(errors);
  });
});

describe('validateMatchConditions()', () => {
  beforeAll(loadExpressionLanguage);

  const many = Array.from({ length: 65 }, (_, i) => ({ name: `c${i}`, expression: 'true' }));
  it.each<[MatchCondition[], string[]]>([
    [[{ name: 'a', expression: 'true' }], []],
    [[{ name: '', expression: ' ' }], ['r[0].expression: Required value', 'r[0].name: Required value']],
    [
      [
        { name: 'a', expression: 'true' },
        { name: 'a', expression: 'true' },
      ],
      ['r[1].name: Duplicate value: "a"'],
    ],
    [
      [
        { name: 'a', expression: ' 5 ' },
        { name: 'b', expression: 'variables.x' },
      ],
      [
        'r[0].expression: Invalid value: "5": must evaluate to bool but got int',
        "r[1].expression: Invalid value: \"variables.x\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.x\n | ^",
      ],
    ],
    [many, ['r: Too many: 65: must have at most 64 items']],
  ])('finds of %#: %j', (conditions, errors) => {
    const compiler = new ExpressionCompiler({ hasVariables: true });
    expect(validateMatchConditions(conditions, PATH, { compiler }).map(formatFieldError)).toEqual(errors);
  });
});
