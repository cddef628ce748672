import type { AuthorizationAttributes, Authorizer } from '../../src/authz/index.js';

/** The attributes of a request for authorization in the tests; changed as needed. */
export function attributesFor(changes: Partial<AuthorizationAttributes> = {}): AuthorizationAttributes {
  return {
    user: { name: 'alice', groups: ['devs', 'system:authenticated'] },
    verb: 'get',
    namespace: 'n',
    group: '',
    version: 'v1',
    resource: 'configmaps',
    subresource: '',
    name: 'a',
    isResourceRequest: true,
    path: '/api/v1/namespaces/n/configmaps/a',
    ...changes,
  };
}

const ODD: readonly [string, Partial<AuthorizationAttributes>][] = [
  ['a user without groups', { user: { name: 'bob', groups: [] } }],
  ['a user without a name', { user: { name: '', groups: [] } }],
  ['names of inherited members', { user: { name: '__proto__', groups: ['constructor'] }, resource: 'toString' }],
  ['an empty verb', { verb: '' }],
  ['a cluster-wide request', { namespace: '', name: '' }],
  ['a path', { isResourceRequest: false, path: '/healthz', resource: '', namespace: '', name: '' }],
  ['an empty path', { isResourceRequest: false, path: '', resource: '', namespace: '', name: '' }],
  ['selectors that cannot be read', { verb: 'list', fieldSelector: ',,=', labelSelector: 'a in b' }],
];

/** The tests every authorizer passes, whatever it decides. `make` answers one that knows no policy. */
export function describeAuthorizerContract(name: string, make: () => Authorizer): void {
  describe(`${name}: the authorizer contract`, () => {
    it.each(ODD)('answers a decision with a reason for %s', async (_name, changes) => {
      const { verdict, reason } = await make().authorize(attributesFor(changes));
      expect(['Allow', 'Deny', 'NoOpinion']).toContain(verdict);
      expect(typeof reason).toBe('string');
    });

    it('answers the same question the same way', async () => {
      const authorizer = make();
      const first = await authorizer.authorize(attributesFor());
      expect(await authorizer.authorize(attributesFor())).toEqual(first);
    });

    it('does not change what it is asked', async () => {
      const attributes = attributesFor();
      await make().authorize(attributes);
      expect(attributes).toEqual(attributesFor());
    });
  });
}
