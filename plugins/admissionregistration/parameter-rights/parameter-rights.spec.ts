import { jest } from '@jest/globals';
import type { AuthorizationAttributes, Authorizer, Decision, Stores, UserInfo } from '../../../src/plugin-api/index.js';
import { UnionAuthorizer } from '../../../src/authz/index.js';
import { ParameterRights } from './parameter-rights.js';
import { showUser } from './shown-user.js';

const BOB: UserInfo = { name: 'bob', uid: 'u-bob', groups: ['devs', 'system:authenticated'] };
const POLICY = { paramKind: { apiVersion: 'v1', kind: 'Secret' } };
const SELECTED = { policyName: 'p', policy: POLICY, paramRef: { selector: {}, namespace: 'n' } };
const ALLOWED: Decision = { verdict: 'Allow', reason: '' };

/** Serves Secrets alone. */
const stores = {
  findKind: (apiVersion: string, kind: string) =>
    apiVersion === 'v1' && kind === 'Secret'
      ? { kind: { groupResource: { resource: 'secrets' }, versions: new Map([['v1', {}]]), isShown: () => true } }
      : undefined,
} as unknown as Stores;

const rightsBy = (authorizer: Authorizer): ParameterRights => new ParameterRights(authorizer, stores);

describe('ParameterRights', () => {
  it('asks for the right to get every object of the kind', async () => {
    const authorize = jest.fn((_: AuthorizationAttributes) => ALLOWED);
    expect(await rightsBy({ authorize }).problemOfKind(BOB, POLICY.paramKind)).toBeUndefined();
    expect(authorize.mock.calls).toEqual([
      [
        {
          user: BOB,
          verb: 'get',
          namespace: '*',
          name: '*',
          group: '',
          version: 'v1',
          resource: 'secrets',
          subresource: '',
          isResourceRequest: true,
          path: '',
        },
      ],
    ]);
  });

  it.each([
    ['no policy', undefined, { group: '*', version: '*', resource: '*' }],
    ['a policy without parameters', { paramKind: undefined }, { group: '*', version: '*', resource: '*' }],
    [
      'a kind that is not served',
      { paramKind: { apiVersion: 'a/v1', kind: 'X' } },
      { group: 'a', version: 'v1', resource: '*' },
    ],
    [
      'a malformed version',
      { paramKind: { apiVersion: 'a/b/c', kind: 'X' } },
      { group: '*', version: '*', resource: '*' },
    ],
    ['a kind that is served', POLICY, { group: '', version: 'v1', resource: 'secrets' }],
  ])('asks about the parameters of %s', async (_, policy, target) => {
    const authorize = jest.fn(() => ALLOWED);
    await rightsBy({ authorize }).problemOfReference(BOB, { policyName: 'p', policy, paramRef: { name: 'x' } });
    expect(authorize).toHaveBeenCalledWith(
      expect.objectContaining({ ...target, verb: 'get', name: 'x', namespace: '' }),
    );
  });

  it('does not take a list that an authorizer narrows for the right to see all', async () => {
    const rights = (filter: Authorizer['filter']): ParameterRights => {
      const union = new UnionAuthorizer([]);
      union.use([{ authorize: () => ALLOWED, filter }]);
      return rightsBy(union);
    };
    const narrowed = rights(() => ({ allows: () => false }));
    expect(await narrowed.problemOfReference(BOB, SELECTED)).toContain('does not have "list" permission');
    expect(await rights(() => undefined).problemOfReference(BOB, SELECTED)).toBeUndefined();
  });

  it('refuses what no authorizer decides', async () => {
    const rights = rightsBy({ authorize: () => ({ verdict: 'NoOpinion', reason: '' }) });
    expect(await rights.problemOfReference(BOB, SELECTED)).toContain('does not have "list" permission');
    expect(await rights.problemOfKind(BOB, POLICY.paramKind)).toContain('must have "get" permission');
  });

  it('asks nothing of a member of system:masters', async () => {
    const authorize = jest.fn(() => ALLOWED);
    const master = { ...BOB, groups: ['system:masters'] };
    expect(await rightsBy({ authorize }).problemOfKind(master, POLICY.paramKind)).toBeUndefined();
    expect(await rightsBy({ authorize }).problemOfReference(master, SELECTED)).toBeUndefined();
    expect(authorize).not.toHaveBeenCalled();
  });
});

describe('showUser()', () => {
  it.each<[UserInfo, string]>([
    [BOB, '&{bob u-bob [devs system:authenticated] map[]}'],
    [{ name: 'a', groups: [] }, '&{a  [] map[]}'],
    [{ name: 'a', groups: [], extra: { z: ['1', '2'], b: ['3'] } }, '&{a  [] map[b:[3] z:[1 2]]}'],
  ])('prints %j as Go does', (user, text) => {
    expect(showUser(user)).toBe(text);
  });

  it('cuts one with many groups', () => {
    const groups = Array.from({ length: 10_000 }, (_, i) => `group-${i}`);
    expect(showUser({ name: 'a', groups }).length).toBeLessThan(5000);
  });
});
