import { FieldPath, formatFieldError } from '../../apimachinery/index.js';
import type { ClaimConfig, ClaimMappings } from './claim-config.js';
import { ClaimError, type Claims } from './claim-rules.js';
import { compileClaimRules } from './compile-claim-rules.js';

const PATH = FieldPath.of('jwt').index(0);
const SUBJECT = { claim: 'sub', prefix: 'p:' };

function configOf(mappings: Partial<ClaimMappings>, rules: Omit<ClaimConfig, 'claimMappings'> = {}): ClaimConfig {
  return { claimMappings: { username: SUBJECT, ...mappings }, ...rules };
}

async function foundIn(config: ClaimConfig): Promise<string[]> {
  const { errors } = await compileClaimRules(config, PATH, 31);
  return errors.map((error) => formatFieldError(error).replace('jwt[0].', ''));
}

async function userOf(config: ClaimConfig, claims: Claims) {
  const { rules, errors } = await compileClaimRules(config, PATH, 31);
  expect(errors).toEqual([]);
  return rules!.userOf(claims);
}

describe('compileClaimRules()', () => {
  it.each<[string, ClaimConfig, string[]]>([
    ['a claim', configOf({}), []],
    ['expressions', configOf({ username: { expression: 'claims.sub' }, groups: { expression: 'claims.roles' } }), []],
    [
      'both',
      configOf({ username: { ...SUBJECT, expression: 'claims.sub' } }),
      ['claimMappings.username: Invalid value: "": claim and expression can\'t both be set'],
    ],
    [
      'neither',
      configOf({ username: {} }),
      ['claimMappings.username: Required value: claim or expression is required'],
    ],
    [
      'a claim without prefix',
      configOf({ groups: { claim: 'g' } }),
      [
        'claimMappings.groups.prefix: Required value: prefix is required when claim is set. It can be set to an empty string to disable prefixing',
      ],
    ],
    [
      'a prefix of an expression',
      configOf({ groups: { expression: 'claims.g', prefix: 'x' } }),
      ['claimMappings.groups.prefix: Invalid value: "x": prefix can\'t be set when expression is set'],
    ],
    [
      'an expression about something else',
      configOf({ uid: { expression: 'user.uid' } }),
      [
        "claimMappings.uid.expression: Invalid value: \"user.uid\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'user' (in container '')\n | user.uid\n | ^",
      ],
    ],
    [
      'keys',
      configOf({
        extra: [
          { key: 'plain', valueExpression: 'claims.a' },
          { key: 'example.com/A', valueExpression: 'claims.a' },
          { key: 'x.k8s.io/a', valueExpression: 'claims.a' },
          { key: 'example.com/b' },
          { key: 'example.com/b', valueExpression: 'claims.a' },
        ],
      }),
      [
        'claimMappings.extra[0].key: Invalid value: "plain": must be a domain-prefixed path (such as "acme.io/foo")',
        'claimMappings.extra[1].key: Invalid value: "example.com/A": key must be lowercase',
        'claimMappings.extra[2].key: Invalid value: "x.k8s.io/a": k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use',
        'claimMappings.extra[3].valueExpression: Required value: valueExpression is required',
        'claimMappings.extra[4].key: Duplicate value: "example.com/b"',
      ],
    ],
    [
      'rules',
      configOf(
        {},
        {
          claimValidationRules: [
            { claim: 'a', message: 'm' },
            { claim: 'a' },
            { expression: 'true', requiredValue: 'x' },
            { expression: 'true' },
            { expression: 'claims.a + 1' },
            { expression: '"x"' },
          ],
          userValidationRules: [{}, { expression: 'user.nobody == ""' }],
        },
      ),
      [
        'claimValidationRules[0].message: Invalid value: "m": message can\'t be set when claim is set',
        'claimValidationRules[1].claim: Duplicate value: "a"',
        'claimValidationRules[2].requiredValue: Invalid value: "x": requiredValue can\'t be set when expression is set',
        'claimValidationRules[3].expression: Duplicate value: "true"',
        'claimValidationRules[4].expression: Invalid value: "claims.a + 1": must evaluate to bool but got int',
        'claimValidationRules[5].expression: Invalid value: "\\"x\\"": must evaluate to bool but got string',
        'userValidationRules[0].expression: Required value: expression is required',
        'userValidationRules[1].expression: Invalid value: "user.nobody == \\"\\"": compilation failed: ERROR: <input>:1:5: undefined field \'nobody\'\n | user.nobody == ""\n | ....^',
      ],
    ],
  ])('finds in %s [AUTHGAP-06]', async (_name, config, errors) => {
    expect(await foundIn(config)).toEqual(errors);
  });

  it('wants mail that is a name to be verified [AUTHGAP-06]', async () => {
    const username = { expression: 'claims.email' };
    expect(await foundIn(configOf({ username }))).toEqual([
      expect.stringContaining('claims.email_verified must be used in claimMappings.username.expression or'),
    ]);
    const rule = { expression: 'claims.?email_verified.orValue(true) == true', message: 'mail is not verified' };
    expect(await foundIn(configOf({ username }, { claimValidationRules: [rule] }))).toEqual([]);
  });

  it.each(['claims["email"]', 'claims.?email.orValue("")', '"x" + claims.email'])(
    'sees mail in %s',
    async (expression) => expect(await foundIn(configOf({ username: { expression } }))).toHaveLength(1),
  );

  it.each([
    'claims.sub + "email"',
    'claims["sub"]',
    'claims.owner.email',
    'claims.owner["email"]',
    'claims.names.exists(e, e.email == "a") ? "a" : "b"',
  ])('sees no mail in %s', async (expression) =>
    expect(await foundIn(configOf({ username: { expression } }))).toEqual([]),
  );
});

describe('ClaimRules.userOf()', () => {
  const CLAIMS = { sub: 'ada', roles: ['a', '', 'b'], team: 't', admin: true, n: 5 };

  it('takes users of claims [AUTHGAP-06]', async () => {
    const config = configOf({ groups: { claim: 'roles', prefix: 'g:' }, uid: { claim: 'team' } });
    expect(await userOf(config, CLAIMS)).toMatchObject({ name: 'p:ada', groups: ['g:a', 'g:', 'g:b'], uid: 't' });
    expect(await userOf(configOf({ groups: { claim: 'team', prefix: '' } }), CLAIMS)).toMatchObject({ groups: ['t'] });
  });

  it('takes users of expressions [AUTHGAP-06]', async () => {
    const config = configOf({
      username: { expression: '"x:" + claims.sub' },
      groups: { expression: 'claims.roles' },
      uid: { expression: 'string(claims.n)' },
      extra: [
        { key: 'example.com/team', valueExpression: 'claims.team' },
        { key: 'example.com/none', valueExpression: 'claims.?other.orValue("")' },
      ],
    });
    expect(await userOf(config, CLAIMS)).toEqual({
      name: 'x:ada',
      groups: ['a', 'b'],
      uid: '5',
      extra: { 'example.com/team': ['t'] },
    });
  });

  it('keeps the id of a token, and users without what is not there', async () => {
    const extra = [{ key: 'example.com/none', valueExpression: '""' }];
    expect(await userOf(configOf({ extra }), { ...CLAIMS, jti: 'j1' })).toEqual({
      name: 'p:ada',
      groups: [],
      uid: undefined,
      extra: { 'authentication.kubernetes.io/credential-id': ['JTI=j1'] },
    });
    for (const jti of ['', 7]) expect((await userOf(configOf({ extra }), { ...CLAIMS, jti })).extra).toBeUndefined();
    const groups = { claim: 'nowhere', prefix: '' };
    expect((await userOf(configOf({ groups }), CLAIMS)).groups).toEqual([]);
    expect((await userOf(configOf({ groups: { expression: 'null' } }), CLAIMS)).groups).toEqual([]);
  });

  it('accepts claims that are required and there', async () => {
    const claimValidationRules = [{ claim: 'team', requiredValue: 't' }, { expression: 'claims.n == 5' }];
    expect(await userOf(configOf({}, { claimValidationRules }), CLAIMS)).toMatchObject({ name: 'p:ada' });
  });

  it.each<[string, ClaimConfig, string]>([
    [
      'a required claim that is not there',
      configOf({}, { claimValidationRules: [{ claim: 'nowhere', requiredValue: '' }] }),
      'required claim nowhere not present in ID token',
    ],
    [
      'a required claim that is no text',
      configOf({}, { claimValidationRules: [{ claim: 'n', requiredValue: '5' }] }),
      'parse claim n: it is no string',
    ],
    ['an empty name', configOf({ username: { expression: '""' } }), 'empty username via CEL expression is not allowed'],
    ['a name of a claim that is no text', configOf({ username: { claim: 'n', prefix: '' } }), 'username claims "n"'],
    ['groups of a claim that are no texts', configOf({ groups: { claim: 'n', prefix: '' } }), 'groups claim "n"'],
    ['an id of a claim that is no text', configOf({ uid: { claim: 'n' } }), 'parse uid claim "n"'],
    ['extra that is no text', configOf({ extra: [{ key: 'a.b/c', valueExpression: '[1]' }] }), 'list of strings'],
    [
      'a name that is no text',
      configOf({ username: { expression: 'claims.n' } }),
      'claim expression must return a string',
    ],
    ['groups that are no texts', configOf({ groups: { expression: '[claims.n]' } }), 'a string or a list of strings'],
    ['a claim that is not there', configOf({ username: { claim: 'no', prefix: '' } }), 'parse username claims "no"'],
    ['a claim of the prototype', configOf({ username: { claim: 'constructor', prefix: '' } }), 'parse username claims'],
    ['an expression that fails', configOf({ uid: { expression: 'claims.nothing' } }), 'no such key: nothing'],
    [
      'a required claim',
      configOf({}, { claimValidationRules: [{ claim: 'team', requiredValue: 'u' }] }),
      'required claim team value does not match',
    ],
    [
      'a rule',
      configOf({}, { claimValidationRules: [{ expression: 'claims.n < 5', message: 'n is too large' }] }),
      "validation expression 'claims.n < 5' failed: n is too large",
    ],
    [
      'a rule about the user',
      configOf({}, { userValidationRules: [{ expression: '!user.username.startsWith("p:")', message: 'no p' }] }),
      'validation expression \'!user.username.startsWith("p:")\' failed: no p',
    ],
  ])('refuses %s [AUTHGAP-06]', async (_name, config, message) => {
    const user = userOf(config, CLAIMS);
    await expect(user).rejects.toThrow(ClaimError);
    await expect(user).rejects.toThrow(message);
  });

  it('refuses mail that is not verified', async () => {
    const config = configOf({ username: { claim: 'email', prefix: '' } });
    expect(await userOf(config, { email: 'a@b', email_verified: true })).toMatchObject({ name: 'a@b' });
    expect(await userOf(config, { email: 'a@b' })).toMatchObject({ name: 'a@b' });
    await expect(userOf(config, { email: 'a@b', email_verified: false })).rejects.toThrow('email not verified');
  });
});
