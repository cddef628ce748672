import { formatFieldError } from '../../../src/apimachinery/index.js';
import type { PolicyRulesWithSubjects } from './flow-schema.v1.js';
import { validateFlowSchema } from './flow-schema.validation.js';

const subjects = [{ kind: 'Group', group: { name: 'g' } }];
const resources = { verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['n'] };
const find = (rule: PolicyRulesWithSubjects): string[] =>
  validateFlowSchema({
    metadata: { name: 'a' },
    spec: { priorityLevelConfiguration: { name: 'l' }, matchingPrecedence: 7, rules: [rule] },
  }).map((error) => formatFieldError(error).replace('spec.rules[0].', ''));
const star = (what: string): string => `if '*' is present, must not specify other ${what}`;

describe('validateFlowSchema()', () => {
  it.each<[string, PolicyRulesWithSubjects, string[]]>([
    ['resources', { subjects, resourceRules: [resources] }, []],
    ['paths', { subjects, nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['/', '/a/*', '/b'] }] }, []],
    [
      'stars beside others',
      {
        subjects,
        resourceRules: [{ verbs: ['*', 'get'], apiGroups: ['*', 'a'], resources: ['*', 'b'], namespaces: ['*', 'c'] }],
      },
      [
        `resourceRules[0].verbs: Invalid value: []string{"*", "get"}: ${star('verbs')}`,
        `resourceRules[0].apiGroups: Invalid value: []string{"*", "a"}: ${star('api groups')}`,
        `resourceRules[0].resources: Invalid value: []string{"*", "b"}: ${star('resources')}`,
        `resourceRules[0].namespaces: Invalid value: []string{"*", "c"}: ${star('namespaces')}`,
      ],
    ],
    ['the whole cluster', { subjects, resourceRules: [{ ...resources, namespaces: null, clusterScope: true }] }, []],
    [
      'no namespaces',
      { subjects, resourceRules: [{ ...resources, namespaces: [] }] },
      [
        'resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace',
      ],
    ],
    [
      'odd paths',
      { subjects, nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['', 'a', '/a b', '//', '/a*', '/*/*'] }] },
      [
        'nonResourceRules[0].nonResourceURLs[0]: Invalid value: "": must not be empty',
        'nonResourceRules[0].nonResourceURLs[1]: Invalid value: "a": must start with slash',
        'nonResourceRules[0].nonResourceURLs[2]: Invalid value: "/a b": must not contain white-space',
        'nonResourceRules[0].nonResourceURLs[3]: Invalid value: "//": must not contain double slash',
        'nonResourceRules[0].nonResourceURLs[4]: Invalid value: "/a*": wildcard can only do suffix matching',
        'nonResourceRules[0].nonResourceURLs[5]: Invalid value: "/*/*": wildcard can only do suffix matching',
      ],
    ],
    [
      'members of another kind',
      { subjects: [{ kind: 'User', user: { name: '' }, group: { name: 'g' } }], resourceRules: [resources] },
      [
        'subjects[0].user.name: Required value',
        "subjects[0].group: Forbidden: group is forbidden when subject kind is not 'Group'",
      ],
    ],
    [
      'all accounts',
      {
        subjects: [{ kind: 'ServiceAccount', serviceAccount: { name: '*', namespace: 'n' } }],
        resourceRules: [resources],
      },
      [],
    ],
  ])('finds of a rule with %s', (_, rule, errors) => expect(find(rule)).toEqual(errors));
});
