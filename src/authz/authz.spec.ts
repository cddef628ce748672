import type { AuthorizationAttributes } from './authorizer.js';
import { createModeAuthorizers } from './mode-authorizers.js';
import { forbiddenFor } from './forbidden.js';
import { UnionAuthorizer } from './union.authorizer.js';

const ASKED: AuthorizationAttributes = {
  user: { name: 'bob', groups: [] },
  verb: 'list',
  namespace: 'x',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  name: '',
  isResourceRequest: true,
  path: '/api/v1/namespaces/x/pods',
};

describe('forbiddenFor()', () => {
  it.each<[Partial<AuthorizationAttributes>, string, string, object]>([
    [
      {},
      '',
      'pods is forbidden: User "bob" cannot list resource "pods" in API group "" in the namespace "x"',
      { kind: 'pods' },
    ],
    [
      { namespace: '', group: 'apps', resource: 'deployments', subresource: 'scale', name: 'a' },
      'because',
      'deployments.apps "a" is forbidden: User "bob" cannot list resource "deployments/scale" in API group "apps" at the cluster scope: because',
      { name: 'a', group: 'apps', kind: 'deployments' },
    ],
    [{ isResourceRequest: false, path: '/y', verb: 'get' }, '', 'forbidden: User "bob" cannot get path "/y"', {}],
  ])('words the refusal of %j', (changes, reason, message, details) => {
    expect(forbiddenFor({ ...ASKED, ...changes }, reason).status).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message,
      details,
    });
  });
});

describe('createModeAuthorizers()', () => {
  const parts = { objects: { follow: () => () => {} }, isEnabled: () => false };
  const unionOf = (...modes: string[]): UnionAuthorizer =>
    UnionAuthorizer.behindPrivilegedGroups(createModeAuthorizers(modes, parts));

  it('lets system:masters do everything in every mode', async () => {
    const user = { name: 'root', groups: ['system:masters'] };
    const authorizer = unionOf('AlwaysDeny');
    expect(await authorizer.authorize({ ...ASKED, user })).toEqual({ verdict: 'Allow', reason: '' });
    expect(await authorizer.authorize(ASKED)).toEqual({ verdict: 'NoOpinion', reason: 'Everything is forbidden.' });
  });

  it('asks the modes in their order', async () => {
    const authorizer = unionOf('Node', 'AlwaysAllow');
    expect((await authorizer.authorize(ASKED)).verdict).toBe('Allow');
  });

  it.each(['ABAC', 'Webhook', 'toString'])('refuses mode %s', (mode) => {
    expect(() => createModeAuthorizers(['RBAC', mode], parts)).toThrow(`authorization-mode ${mode} is not supported`);
  });
});
