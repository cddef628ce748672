import { requestOf } from '../../test/support/flow-requests.js';
import type { ResourceRuleSpec, RuleSpec, SubjectSpec } from './kinds.js';
import { compileRules } from './matching.js';

const ANY_RESOURCE: ResourceRuleSpec = {
  verbs: ['*'],
  apiGroups: ['*'],
  resources: ['*'],
  namespaces: ['*'],
  clusterScope: true,
};
const ANN: SubjectSpec = { kind: 'User', user: { name: 'ann' } };

describe('subjects', () => {
  const account = (namespace: string, name: string): SubjectSpec => ({
    kind: 'ServiceAccount',
    serviceAccount: { namespace, name },
  });

  it.each<[string, SubjectSpec, string, string[], boolean]>([
    ['a user', ANN, 'ann', [], true],
    ['another user', ANN, 'anna', [], false],
    ['every user', { kind: 'User', user: { name: '*' } }, 'bob', [], true],
    ['a group', { kind: 'Group', group: { name: 'ops' } }, 'bob', ['dev', 'ops'], true],
    ['another group', { kind: 'Group', group: { name: 'ops' } }, 'ops', ['dev'], false],
    ['every group', { kind: 'Group', group: { name: '*' } }, 'bob', [], true],
    ['an account', account('team', 'x'), 'system:serviceaccount:team:x', [], true],
    ['an account of another namespace', account('team', 'x'), 'system:serviceaccount:teams:x', [], false],
    ['every account of a namespace', account('team', '*'), 'system:serviceaccount:team:y', [], true],
    ['accounts of a longer namespace', account('team', '*'), 'system:serviceaccount:team-b:y', [], false],
    ['a kind without its member', { kind: 'User', group: { name: 'ops' } }, 'ops', ['ops'], false],
    ['an unknown kind', { kind: 'Robot', user: { name: 'ann' } }, 'ann', [], false],
  ])('match: %s', (_, subject, user, groups, isMatch) => {
    const matches = compileRules([{ subjects: [subject], resourceRules: [ANY_RESOURCE] }]);
    expect(matches(requestOf('GET /api/v1/nodes', user, groups))).toBe(isMatch);
  });
});

describe('rules for resources', () => {
  it.each<[string, Partial<ResourceRuleSpec>, string, boolean]>([
    ['any', {}, 'GET /api/v1/nodes', true],
    ['a verb', { verbs: ['get', 'list'] }, 'GET /api/v1/nodes', true],
    ['another verb', { verbs: ['get'] }, 'GET /api/v1/nodes', false],
    ['the core group', { apiGroups: [''] }, 'GET /api/v1/nodes', true],
    ['another group', { apiGroups: ['apps'] }, 'GET /api/v1/nodes', false],
    ['a resource', { resources: ['nodes'] }, 'GET /api/v1/nodes/a', true],
    ['a resource without its subresource', { resources: ['nodes'] }, 'GET /api/v1/nodes/a/status', false],
    ['a subresource', { resources: ['nodes/status'] }, 'GET /api/v1/nodes/a/status', true],
    ['a wildcard beside others, which is a name', { resources: ['*', 'pods'] }, 'GET /api/v1/nodes', false],
    ['a namespace', { namespaces: ['a'] }, 'GET /api/v1/namespaces/a/pods', true],
    ['another namespace', { namespaces: ['a'] }, 'GET /api/v1/namespaces/b/pods', false],
    ['cluster scope only', { namespaces: [] }, 'GET /api/v1/namespaces/a/pods', false],
    ['all namespaces, which are cluster scope', { clusterScope: false }, 'GET /api/v1/pods', false],
    ['a namespace, asked as an object', { namespaces: ['a'] }, 'GET /api/v1/namespaces/a', true],
    ['no rule for resources', { verbs: [] }, 'GET /api/v1/nodes', false],
  ])('match: %s', (_, rule, request, isMatch) => {
    const matches = compileRules([{ subjects: [ANN], resourceRules: [{ ...ANY_RESOURCE, ...rule }] }]);
    expect(matches(requestOf(request))).toBe(isMatch);
  });
});

describe('rules for other paths', () => {
  it.each<[string[], string[], string, boolean]>([
    [['get'], ['/version'], 'GET /version', true],
    [['get'], ['/version'], 'POST /version', false],
    [['get'], ['/healthz'], 'GET /healthz/ping', true],
    [['get'], ['/healthz'], 'GET /healthzz', false],
    [['get'], ['/debug/*'], 'GET /debug/pprof/heap', true],
    [['get'], ['/debug/*'], 'GET /debug', false],
    [['*'], ['*'], 'DELETE /anything', true],
    [['*'], ['*'], 'GET /api/v1/nodes', false],
  ])('%j %j match %s: %s', (verbs, nonResourceURLs, request, isMatch) => {
    const rule: RuleSpec = { subjects: [ANN], nonResourceRules: [{ verbs, nonResourceURLs }] };
    expect(compileRules([rule])(requestOf(request))).toBe(isMatch);
  });
});

it('one of several rules is enough', () => {
  const none: RuleSpec = { subjects: [], resourceRules: [ANY_RESOURCE] };
  const one: RuleSpec = { subjects: [ANN], resourceRules: [ANY_RESOURCE] };
  expect(
    [compileRules([none, one]), compileRules([none]), compileRules()].map((test) =>
      test(requestOf('GET /api/v1/pods')),
    ),
  ).toEqual([true, false, false]);
});
