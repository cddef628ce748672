import type { AuthorizationAttributes, Authorizer } from '../../../authz/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import type { UserInfo } from '../../../request/index.js';
import { ImpersonationFilter } from './impersonation.filter.js';

const ALICE: UserInfo = { name: 'alice', groups: [] };
const AGENT: UserInfo = {
  name: 'system:serviceaccount:x:agent',
  groups: [],
  extra: { 'authentication.kubernetes.io/node-name': ['n1'], 'authentication.kubernetes.io/pod-name': ['p'] },
};

/** Returns the right that is asked about, in one line. */
function lineOf({ verb, group, resource, subresource, namespace, name }: AuthorizationAttributes): string {
  return `${verb} ${group || 'core'}/${resource}${subresource && `/${subresource}`} ${namespace}/${name}`;
}

function contextOf(user: UserInfo, headers: Readonly<Record<string, string | readonly string[]>>): RequestContext {
  const rawHeaders = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => [name, value as string]),
  );
  return {
    request: { rawHeaders },
    response: { headersSent: true },
    user,
    info: {
      ...{ verb: 'list', group: '', version: 'v1', resource: 'pods', subresource: '', namespace: 'x', name: '' },
      ...{ isResourceRequest: true, path: '/api/v1/namespaces/x/pods' },
    },
  } as unknown as RequestContext;
}

class Rights implements Authorizer {
  readonly asked: string[] = [];
  readonly attributes: AuthorizationAttributes[] = [];

  constructor(private readonly allowed: RegExp) {}

  authorize(attributes: AuthorizationAttributes): { verdict: 'Allow' | 'NoOpinion'; reason: string } {
    this.asked.push(lineOf(attributes));
    this.attributes.push(attributes);
    return { verdict: this.allowed.test(lineOf(attributes)) ? 'Allow' : 'NoOpinion', reason: '' };
  }
}

function filterFor(rights: Rights, constrainsImpersonation = true): ImpersonationFilter {
  return new ImpersonationFilter({ authorizer: rights, release: '1.36', constrainsImpersonation });
}

const ALL = /./;
const CONSTRAINED = /^impersonate[-:]/;
const LEGACY = /^impersonate /;

describe('ImpersonationFilter', () => {
  it.each<[what: string, caller: UserInfo, headers: Record<string, string | string[]>, asked: string[]]>([
    [
      'a user',
      ALICE,
      { 'impersonate-user': 'bob' },
      ['impersonate-on:user-info:list core/pods x/', 'impersonate:user-info authentication.k8s.io/users /bob'],
    ],
    [
      'all parts of a user',
      ALICE,
      {
        'impersonate-user': 'bob',
        'impersonate-uid': 'u',
        'impersonate-group': ['devs', 'ops'],
        'impersonate-extra-a': 'b',
      },
      [
        'impersonate-on:user-info:list core/pods x/',
        'impersonate:user-info authentication.k8s.io/users /bob',
        'impersonate:user-info authentication.k8s.io/uids /u',
        'impersonate:user-info authentication.k8s.io/groups /devs',
        'impersonate:user-info authentication.k8s.io/groups /ops',
      ],
    ],
    [
      'many groups, all at once',
      ALICE,
      { 'impersonate-user': 'bob', 'impersonate-group': ['a', 'b', 'c', 'd'] },
      [
        'impersonate-on:user-info:list core/pods x/',
        'impersonate:user-info authentication.k8s.io/users /bob',
        'impersonate:user-info authentication.k8s.io/groups /*',
      ],
    ],
    [
      'a service account',
      ALICE,
      { 'impersonate-user': 'system:serviceaccount:shop:web' },
      [
        'impersonate-on:serviceaccount:list core/pods x/',
        'impersonate:serviceaccount authentication.k8s.io/serviceaccounts shop/web',
      ],
    ],
    [
      'any node',
      ALICE,
      { 'impersonate-user': 'system:node:n1' },
      ['impersonate-on:arbitrary-node:list core/pods x/', 'impersonate:arbitrary-node authentication.k8s.io/nodes /n1'],
    ],
    [
      'the node that the caller runs on, without its name',
      AGENT,
      { 'impersonate-user': 'system:node:n1' },
      [
        'impersonate-on:associated-node:list core/pods x/',
        'impersonate:associated-node authentication.k8s.io/nodes /*',
      ],
    ],
    [
      'another node than the one that the caller runs on',
      AGENT,
      { 'impersonate-user': 'system:node:n2' },
      ['impersonate-on:arbitrary-node:list core/pods x/', 'impersonate:arbitrary-node authentication.k8s.io/nodes /n2'],
    ],
    [
      'an account with groups, as in all releases',
      ALICE,
      { 'impersonate-user': 'system:serviceaccount:shop:web', 'impersonate-group': 'devs' },
      ['impersonate core/serviceaccounts shop/web', 'impersonate core/groups /devs'],
    ],
  ])('asks for the rights to %s', async (_what, caller, headers, asked) => {
    const rights = new Rights(ALL);
    await filterFor(rights).impersonate(contextOf(caller, headers));
    expect(rights.asked.slice(0, asked.length)).toEqual(asked);
  });

  it('shows authorizers no node of a caller that acts as the one it runs on', async () => {
    const rights = new Rights(ALL);
    await filterFor(rights).impersonate(contextOf(AGENT, { 'impersonate-user': 'system:node:n1' }));
    const keys = Object.keys(AGENT.extra!).sort();
    for (const { user } of rights.attributes) {
      expect(user.extra).toEqual({ 'authentication.kubernetes.io/associated-node-keys': keys });
    }
  });

  it.each([
    ['system:node:n1', ['system:nodes', 'system:authenticated'], 'impersonate:arbitrary-node'],
    [
      'system:serviceaccount:shop:web',
      ['system:serviceaccounts', 'system:serviceaccounts:shop', 'system:authenticated'],
      'impersonate:serviceaccount',
    ],
    ['bob', ['system:authenticated'], 'impersonate:user-info'],
    ['system:anonymous', ['system:unauthenticated'], 'impersonate:user-info'],
  ])('continues as %s of the groups %j', async (name, groups, constraint) => {
    const context = contextOf(ALICE, { 'impersonate-user': name });
    expect(await filterFor(new Rights(CONSTRAINED)).impersonate(context)).toEqual({
      user: { name, groups },
      constraint,
    });
  });

  it('falls back on the right that is bound to nothing, and tries it first from then on', async () => {
    const rights = new Rights(LEGACY);
    const filter = filterFor(rights);
    const context = contextOf(ALICE, { 'impersonate-user': 'bob' });
    expect(await filter.impersonate(context)).toEqual({
      user: { name: 'bob', groups: ['system:authenticated'] },
      constraint: undefined,
    });
    rights.asked.length = 0;
    // Other connections, and front proxies, have another object for the same user.
    await filter.impersonate(contextOf({ ...ALICE }, { 'impersonate-user': 'bob' }));
    expect(rights.asked).toEqual(['impersonate core/users /bob']);
  });

  it.each([
    ['none', /^$/, {}, 'cannot impersonate-on:user-info:list resource "pods" in API group "" in the namespace "x"'],
    ['that on the request alone', /^impersonate-on:/, {}, 'cannot impersonate:user-info resource "users"'],
    [
      'that to the user alone',
      /user-info authentication.*users/,
      {},
      'cannot impersonate-on:user-info:list resource "pods"',
    ],
    ['those to the request and the user', /-on:|users/, { 'impersonate-group': 'devs' }, 'resource "groups"'],
    [
      'those of constrained modes, to superusers',
      CONSTRAINED,
      { 'impersonate-group': 'system:masters' },
      'impersonating the system:masters group is not allowed',
    ],
    [
      'those of constrained modes, to an empty group',
      CONSTRAINED,
      { 'impersonate-group': '' },
      'impersonating the empty string group is not allowed',
    ],
    [
      'those of constrained modes, to an empty value',
      CONSTRAINED,
      { 'impersonate-extra-a.b%2Fc': '' },
      'impersonating the empty string value in extra is not allowed',
    ],
  ])('refuses callers who have of the rights %s', async (_which, allowed, headers, message) => {
    const context = contextOf(ALICE, { 'impersonate-user': 'bob', ...headers });
    await expect(filterFor(new Rights(allowed)).impersonate(context)).rejects.toThrow(message);
  });

  it('knows one right where none is bound to what is done', async () => {
    const rights = new Rights(CONSTRAINED);
    const attempt = filterFor(rights, false).impersonate(contextOf(ALICE, { 'impersonate-user': 'bob' }));
    await expect(attempt).rejects.toThrow('users "bob" is forbidden: User "alice" cannot impersonate resource "users"');
    expect(rights.asked).toEqual(['impersonate core/users /bob']);
  });

  it.each([
    [true, 'requested &user.DefaultInfo{Name:"", UID:"u", Groups:[]string{"a", "b"}, Extra:map[string][]string(nil)}'],
    [false, 'requested [{Group  a    } {Group  b    } {UID  u  authentication.k8s.io/v1  }] without'],
  ])('refuses parts without a user, constrained %s', async (isConstrained, message) => {
    const context = contextOf(ALICE, { 'impersonate-group': ['a', 'b'], 'impersonate-uid': 'u' });
    await expect(filterFor(new Rights(ALL), isConstrained).impersonate(context)).rejects.toThrow(message);
  });
});
