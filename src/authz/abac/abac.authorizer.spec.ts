import { attributesFor, describeAuthorizerContract } from '../../../test/contract/authorizer.contract.js';
import type { AuthorizationAttributes } from '../authorizer.js';
import { AbacAuthorizer } from './abac.authorizer.js';
import { parsePolicies } from './policy.js';

const V1BETA1 = { apiVersion: 'abac.authorization.kubernetes.io/v1beta1', kind: 'Policy' };
const line = (spec: object): string => JSON.stringify({ ...V1BETA1, spec });
const PODS = { user: 'alice', apiGroup: '', resource: 'pods', namespace: 'n' };

describeAuthorizerContract('AbacAuthorizer', () => new AbacAuthorizer([]));

describe('AbacAuthorizer.authorize()', () => {
  const verdictOf = (lines: string, changes: Partial<AuthorizationAttributes>): string =>
    new AbacAuthorizer(parsePolicies(lines)).authorize(attributesFor({ resource: 'pods', ...changes })).verdict;

  const path = (path: string): Partial<AuthorizationAttributes> => ({
    isResourceRequest: false,
    path,
    resource: '',
    namespace: '',
    name: '',
  });

  it.each<[object, Partial<AuthorizationAttributes>, string]>([
    [PODS, {}, 'Allow'],
    [PODS, { verb: 'delete' }, 'Allow'],
    [PODS, { user: { name: 'bob', groups: [] } }, 'NoOpinion'],
    [PODS, { resource: 'secrets' }, 'NoOpinion'],
    [PODS, { namespace: 'm' }, 'NoOpinion'],
    [PODS, { group: 'apps' }, 'NoOpinion'],
    [PODS, { subresource: 'log' }, 'Allow'],
    [PODS, path('/healthz'), 'NoOpinion'],
    [{ ...PODS, resource: '*', namespace: '*', apiGroup: '*' }, { group: 'apps', namespace: '' }, 'Allow'],
    [{ ...PODS, readonly: true }, { verb: 'watch' }, 'Allow'],
    [{ ...PODS, readonly: true }, { verb: 'update' }, 'NoOpinion'],
    [{ ...PODS, user: '', group: 'devs' }, {}, 'Allow'],
    [{ ...PODS, group: 'devs' }, {}, 'Allow'],
    [{ ...PODS, group: 'ops' }, {}, 'NoOpinion'],
    [{ ...PODS, user: '' }, {}, 'NoOpinion'],
    [{ ...PODS, user: '*' }, {}, 'Allow'],
    [{ ...PODS, user: '*' }, { user: { name: 'system:anonymous', groups: ['system:unauthenticated'] } }, 'NoOpinion'],
    [{ user: 'alice', nonResourcePath: '/logs/*' }, path('/logs/x'), 'Allow'],
    [{ user: 'alice', nonResourcePath: '/logs/*' }, path('/log'), 'NoOpinion'],
    [{ user: 'alice', nonResourcePath: '/healthz' }, path('/healthz'), 'Allow'],
    [{ user: 'alice', nonResourcePath: '*' }, path('/x'), 'Allow'],
    [{ user: 'alice', nonResourcePath: '*', readonly: true }, { ...path('/x'), verb: 'post' }, 'NoOpinion'],
  ])('by the policy %j answers about %j: %s [AZMODE-04]', (spec, changes, verdict) => {
    expect(verdictOf(line(spec), changes)).toBe(verdict);
  });

  it.each<[object, Partial<AuthorizationAttributes>, string]>([
    [{ user: 'alice' }, {}, 'Allow'],
    [{ user: 'alice' }, path('/x'), 'Allow'],
    [{ user: 'alice', resource: 'pods' }, path('/x'), 'NoOpinion'],
    [{ user: 'alice', resource: 'pods' }, { group: 'metrics.k8s.io' }, 'Allow'],
    [{ user: 'alice', namespace: 'm' }, {}, 'NoOpinion'],
    [{ user: 'bob' }, {}, 'NoOpinion'],
    [{ user: 'bob' }, { user: { name: 'x', groups: ['system:authenticated'] } }, 'NoOpinion'],
    [{ group: 'ops' }, { user: { name: 'x', groups: ['system:authenticated'] } }, 'NoOpinion'],
    [{ group: 'ops' }, { user: { name: 'x', groups: ['ops'] } }, 'Allow'],
    [{ user: 'bob', group: 'ops' }, { user: { name: 'x', groups: ['ops'] } }, 'NoOpinion'],
    [{ user: 'bob', group: 'ops' }, { user: { name: 'bob', groups: ['ops'] } }, 'Allow'],
    [{}, {}, 'Allow'],
    [{ user: '*' }, {}, 'Allow'],
    [{}, { user: { name: 'x', groups: ['system:unauthenticated'] } }, 'NoOpinion'],
  ])('by the first form %j answers about %j: %s [AZMODE-04]', (policy, changes, verdict) => {
    expect(verdictOf(JSON.stringify(policy), changes)).toBe(verdict);
  });
});

describe('AbacAuthorizer with several policies', () => {
  it('allows by each of them, for users and for groups', () => {
    const lines = [
      PODS,
      { ...PODS, resource: 'secrets' },
      { ...PODS, user: '', group: 'devs', resource: 'nodes' },
      { ...PODS, user: '', group: 'devs', resource: 'events' },
      { ...PODS, group: 'ops', resource: 'jobs' },
    ];
    const authorizer = new AbacAuthorizer(parsePolicies(lines.map(line).join('\n')));
    const allowed = (name: string, groups: string[]): string[] =>
      ['pods', 'secrets', 'nodes', 'events', 'jobs'].filter(
        (resource) => authorizer.authorize(attributesFor({ resource, user: { name, groups } })).verdict === 'Allow',
      );
    expect(allowed('alice', [])).toEqual(['pods', 'secrets']);
    expect(allowed('bob', ['devs'])).toEqual(['nodes', 'events']);
    expect(allowed('bob', ['ops'])).toEqual([]);
    expect(allowed('alice', ['devs', 'ops'])).toEqual(['pods', 'secrets', 'nodes', 'events', 'jobs']);
  });
});

describe('AbacAuthorizer.rulesFor()', () => {
  it('lists what the policies of a user say of a namespace', () => {
    const lines = [
      PODS,
      { ...PODS, namespace: 'm' },
      { group: 'devs', nonResourcePath: '/x', readonly: true, namespace: '*' },
    ];
    const authorizer = new AbacAuthorizer(parsePolicies(lines.map(line).join('\n')));
    const reading = ['get', 'list', 'watch'];
    expect(authorizer.rulesFor({ name: 'alice', groups: ['devs'] }, 'n')).toEqual({
      resourceRules: [
        { verbs: ['*'], apiGroups: [''], resources: ['pods'], resourceNames: [] },
        { verbs: reading, apiGroups: [''], resources: [''], resourceNames: [] },
      ],
      nonResourceRules: [
        { verbs: ['*'], nonResourceURLs: [''] },
        { verbs: reading, nonResourceURLs: ['/x'] },
      ],
      incomplete: false,
      errors: [],
    });
  });
});

describe('parsePolicies()', () => {
  it('ignores empty lines and comments', () => {
    expect(parsePolicies(`\n# Alice\n  ${line(PODS)}  \n\n`)).toHaveLength(1);
  });

  it.each([
    ['{', 'line 3: Expected'],
    ['[]', 'line 3: <nil>: Invalid value: "object": must be a mapping'],
    [line({ ...PODS, verb: 'get' }), 'line 3: spec.verb: Invalid value: "verb": unknown field'],
    [line({ ...PODS, readonly: 'yes' }), 'line 3: spec.readonly: Invalid value: "string": must be true or false'],
    [JSON.stringify({ ...V1BETA1, kind: 'Role' }), 'line 3: [kind: Invalid value: "Role": must be Policy'],
    [JSON.stringify({ ...V1BETA1, spec: PODS, more: 1 }), 'line 3: more: Invalid value: "more": unknown field'],
    [JSON.stringify({ kind: 'Policy', spec: PODS }), 'line 3: apiVersion: Invalid value: ""'],
    [JSON.stringify({ apiVersion: V1BETA1.apiVersion, spec: PODS }), 'line 3: kind: Invalid value: ""'],
    ['{"user":"a","nonResourcePath":"*"}', 'line 3: nonResourcePath: Invalid value'],
  ])('refuses %s: %s [AZMODE-04]', (text, message) => {
    expect(() => parsePolicies(`#\n\n${text}`)).toThrow(message);
  });
});
