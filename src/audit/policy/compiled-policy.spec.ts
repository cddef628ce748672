import { type RequestInfo, parseRequestInfo } from '../../request/index.js';
import { CompiledPolicy } from './compiled-policy.js';
import type { Policy, PolicyRule } from './policy.v1.js';

const ALICE = { name: 'alice', groups: ['devs', 'system:authenticated'] };

function infoOf(request: string): RequestInfo {
  const [method, target] = request.split(' ');
  const [path, query = ''] = target.split('?');
  return parseRequestInfo(method, path, new URLSearchParams(query));
}

function levelOf(rule: Partial<PolicyRule>, request: string): string {
  const policy = new CompiledPolicy({ rules: [{ level: 'Metadata', ...rule }] });
  return policy.evaluate(asAlice(request)).level;
}

const POD = '/api/v1/namespaces/team/pods/p';
const matches = (rule: Partial<PolicyRule>, request: string): boolean => levelOf(rule, request) === 'Metadata';
const core = (...resources: string[]): Partial<PolicyRule> => ({ resources: [{ group: '', resources }] });

describe('CompiledPolicy.evaluate()', () => {
  it.each<[string, Partial<PolicyRule>, string, boolean]>([
    ['everything without conditions', {}, 'GET /version', true],
    ['a user', { users: ['bob', 'alice'] }, `GET ${POD}`, true],
    ['no other user', { users: ['bob'] }, `GET ${POD}`, false],
    ['one of the groups', { userGroups: ['ops', 'devs'] }, `GET ${POD}`, true],
    ['no other group', { userGroups: ['ops'] }, `GET ${POD}`, false],
    ['a verb', { verbs: ['list'] }, 'GET /api/v1/pods', true],
    ['a watch as a verb of its own', { verbs: ['list'] }, 'GET /api/v1/pods?watch=true', false],
    ['methods outside the API in lower case', { verbs: ['get'] }, 'GET /version', true],
    ['a namespace', { namespaces: ['team'] }, `GET ${POD}`, true],
    ['no other namespace', { namespaces: ['other'] }, `GET ${POD}`, false],
    ['the empty namespace for cluster-wide requests', { namespaces: [''] }, 'GET /api/v1/nodes', true],
    ['no path outside the API by a namespace', { namespaces: [''] }, 'GET /version', false],
    ['all of a group', { resources: [{ group: 'apps' }] }, 'GET /apis/apps/v1/deployments', true],
    ['all of the core group by default', { resources: [{}] }, `GET ${POD}/log`, true],
    ['no other group of resources', { resources: [{ group: 'apps' }] }, `GET ${POD}`, false],
    ['a resource', core('pods'), `GET ${POD}`, true],
    ['no subresource by the name of its resource', core('pods'), `GET ${POD}/log`, false],
    ['a subresource', core('pods/log'), `GET ${POD}/log`, true],
    ['no resource by its subresource', core('pods/log'), `GET ${POD}`, false],
    ['a resource and all its subresources', core('pods/*'), `GET ${POD}`, true],
    ['subresources of a resource', core('pods/*'), `PUT ${POD}/status`, true],
    ['no others', core('pods/*'), 'GET /api/v1/nodes/n/status', false],
    ['a subresource of all resources', core('*/status'), 'GET /api/v1/nodes/n/status', true],
    ['no resource by the subresource of all', core('*/status'), `GET ${POD}`, false],
    ['everything by a star', core('*'), `GET ${POD}/log`, true],
    ['nothing by two stars', core('*/*'), `GET ${POD}/log`, false],
    ['no path outside the API by a resource', core('*'), 'GET /version', false],
    ['a path', { nonResourceURLs: ['/version'] }, 'GET /version', true],
    ['no path below', { nonResourceURLs: ['/version'] }, 'GET /version/x', false],
    ['paths with a beginning', { nonResourceURLs: ['/healthz*'] }, 'GET /healthz/ping', true],
    ['every path by a star', { nonResourceURLs: ['*'] }, 'GET /metrics', true],
    ['no request for a resource by a path', { nonResourceURLs: ['*'] }, `GET ${POD}`, false],
    ['what meets all conditions', { users: ['alice'], verbs: ['get'], ...core('pods') }, `GET ${POD}`, true],
    ['nothing that misses one', { users: ['alice'], verbs: ['delete'], ...core('pods') }, `GET ${POD}`, false],
  ])('matches %s', (_, rule, request, expected) => {
    expect(matches(rule, request)).toBe(expected);
  });

  it('matches names with the resources beside them only', () => {
    const rule = { resources: [{ group: '', resources: ['pods'], resourceNames: ['p'] }] };
    expect(['p', 'q'].map((name) => matches(rule, `GET /api/v1/namespaces/team/pods/${name}`))).toEqual([true, false]);
    expect(matches(rule, 'GET /api/v1/namespaces/team/pods')).toBe(false);
  });

  it('matches no rule about users before the user is known', () => {
    const bare = new CompiledPolicy({ rules: [{ level: 'Metadata', users: ['alice'] }] });
    expect(bare.evaluate({ user: undefined, info: infoOf(`GET ${POD}`) }).level).toBe('None');
    const policy = new CompiledPolicy({ rules: [{ level: 'Metadata', userGroups: ['devs'] }, { level: 'Request' }] });
    expect(policy.evaluate({ user: undefined, info: infoOf(`GET ${POD}`) }).level).toBe('Request');
  });

  it('takes the first rule that matches, and records nothing where none does', () => {
    const rules = [
      { level: 'None', users: ['alice'], verbs: ['get'] },
      { level: 'RequestResponse', users: ['alice'] },
    ];
    const levels = (request: string): string => new CompiledPolicy({ rules }).evaluate(asAlice(request)).level;
    expect([levels(`GET ${POD}`), levels(`DELETE ${POD}`)]).toEqual(['None', 'RequestResponse']);
    const other = { user: { name: 'bob', groups: [] }, info: infoOf(`GET ${POD}`) };
    expect(new CompiledPolicy({ rules, omitStages: ['Panic'] }).evaluate(other)).toEqual({
      level: 'None',
      omitted: new Set(['Panic']),
      omitsManagedFields: false,
    });
  });

  it.each<[boolean | undefined, boolean | undefined, boolean]>([
    [undefined, undefined, false],
    [true, undefined, true],
    [true, false, false],
    [false, true, true],
  ])('omits managed fields: policy %s, rule %s', (ofPolicy, ofRule, expected) => {
    const rules = [{ level: 'Request', omitManagedFields: ofRule }];
    const policy = new CompiledPolicy({ rules, omitManagedFields: ofPolicy } as Policy);
    expect(policy.evaluate(asAlice(`GET ${POD}`)).omitsManagedFields).toBe(expected);
  });

  it('joins the stages that the policy and the rule omit', () => {
    const policy = new CompiledPolicy({
      rules: [{ level: 'Request', omitStages: ['ResponseStarted'] }],
      omitStages: ['RequestReceived'],
    });
    expect(policy.evaluate(asAlice(`GET ${POD}`)).omitted).toEqual(new Set(['RequestReceived', 'ResponseStarted']));
  });
});

const asAlice = (request: string) => ({ user: ALICE, info: infoOf(request) });
