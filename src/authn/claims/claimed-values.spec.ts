import { FieldPath } from '../../apimachinery/index.js';
import type { UserInfo } from '../../request/index.js';
import type { ClaimMappings } from './claim-config.js';
import { ClaimError, type Claims } from './claim-rules.js';
import { compileClaimRules } from './compile-claim-rules.js';

/** The user of claims, or why there is none. */
async function userOf(mappings: Partial<ClaimMappings>, claims: Claims): Promise<Partial<UserInfo> | string> {
  const config = { claimMappings: { username: { claim: 'sub', prefix: '' }, ...mappings } };
  const { rules, errors } = await compileClaimRules(config, FieldPath.of('jwt').index(0), 31);
  expect(errors).toEqual([]);
  try {
    return rules!.userOf({ sub: 'ada', ...claims });
  } catch (error) {
    expect(error).toBeInstanceOf(ClaimError);
    return (error as Error).message;
  }
}

describe('ClaimRules.userOf()', () => {
  it.each<[unknown, string[] | string]>([
    ['a', ['g:a']],
    ['', ['g:']],
    [[], []],
    [
      ['a', 'b'],
      ['g:a', 'g:b'],
    ],
    // A null stands for what is not there (upstream: decoded into a list of strings).
    [null, []],
    [
      [null, 'a'],
      ['g:', 'g:a'],
    ],
    [true, 'oidc: parse groups claim "groups": it has what is no string'],
    [7, 'oidc: parse groups claim "groups": it has what is no string'],
    [{ a: 'b' }, 'oidc: parse groups claim "groups": it has what is no string'],
    [['a', 7], 'oidc: parse groups claim "groups": it has what is no string'],
    [[['a']], 'oidc: parse groups claim "groups": it has what is no string'],
  ])('takes %j for groups', async (groups, expected) => {
    const user = await userOf({ groups: { claim: 'groups', prefix: 'g:' } }, { groups });
    expect(typeof user === 'string' ? user : user.groups).toEqual(expected);
  });

  it.each(['groups', 'constructor'])('has no groups where a token has no claim %s', async (claim) => {
    expect(await userOf({ groups: { claim, prefix: 'g:' } }, {})).toMatchObject({ groups: [] });
  });

  it.each<[Claims, string | undefined]>([
    [{ uid: 'u' }, 'u'],
    [{ uid: '' }, ''],
    [{ uid: null }, undefined],
    [{}, 'oidc: parse uid claim "uid": it is no string'],
    [{ uid: 7 }, 'oidc: parse uid claim "uid": it is no string'],
    [{ uid: ['u'] }, 'oidc: parse uid claim "uid": it is no string'],
  ])('takes the uid of %j', async (claims, expected) => {
    const user = await userOf({ uid: { claim: 'uid' } }, claims);
    expect(typeof user === 'string' ? user : user.uid).toBe(expected);
  });

  it.each<[unknown, string]>([
    ['bob', 'p:bob'],
    ['', 'p:'],
    [null, 'oidc: parse username claims "sub": it is no string'],
    [7, 'oidc: parse username claims "sub": it is no string'],
    [['bob'], 'oidc: parse username claims "sub": it is no string'],
  ])('takes %j for the name', async (sub, expected) => {
    const user = await userOf({ username: { claim: 'sub', prefix: 'p:' } }, { sub });
    expect(typeof user === 'string' ? user : user.name).toBe(expected);
  });

  it.each<[string, Claims, string]>([
    ['email', {}, 'a@b'],
    ['email', { email_verified: true }, 'a@b'],
    ['email', { email_verified: false }, 'oidc: email not verified'],
    ['email', { email_verified: null }, 'oidc: email not verified'],
    ['email', { email_verified: 'true' }, 'oidc: email not verified'],
    // Of other claims nothing has to be verified.
    ['sub', { email_verified: false }, 'ada'],
  ])('takes the claim %s with %j for the name', async (claim, claims, expected) => {
    const user = await userOf({ username: { claim, prefix: '' } }, { email: 'a@b', ...claims });
    expect(typeof user === 'string' ? user : user.name).toBe(expected);
  });

  it.each<[string, string[] | string]>([
    ["'a'", ['a']],
    ["''", []],
    ['null', []],
    ['[]', []],
    ["['', 'a', '']", ['a']],
    ['claims.list', ['x', 'y']],
    [
      'claims.?none',
      'oidc: error evaluating group claim expression: expression must return a string or a list of strings',
    ],
    ['1', 'oidc: error evaluating group claim expression: expression must return a string or a list of strings'],
    [
      "{'a': 'b'}",
      'oidc: error evaluating group claim expression: expression must return a string or a list of strings',
    ],
    [
      "[dyn('a'), dyn(null)]",
      'oidc: error evaluating group claim expression: expression must return a string or a list of strings',
    ],
  ])('takes the result of %s for groups', async (expression, expected) => {
    const user = await userOf({ groups: { expression } }, { list: ['x', '', 'y'] });
    expect(typeof user === 'string' ? user : user.groups).toEqual(expected);
  });

  it('gives rules about users every member, also those without a value', async () => {
    const userValidationRules = ['user.uid == ""', 'user.groups == []', 'user.extra == {}'].map((expression) => ({
      expression,
    }));
    const config = { claimMappings: { username: { claim: 'sub', prefix: '' } }, userValidationRules };
    const { rules } = await compileClaimRules(config, FieldPath.of('jwt').index(0), 31);
    expect(rules!.userOf({ sub: 'ada' })).toMatchObject({ name: 'ada' });
  });
});
