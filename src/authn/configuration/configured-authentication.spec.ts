import { type AuthenticationFlags, ConfiguredIssuers } from '../../../test/support/configured-issuers.js';

/** Rules of an issuer that evaluate an expression. */
const ruleOf = (expression: string): object => ({ claimValidationRules: [{ expression, message: 'no' }] });

describe('ConfiguredAuthentication', () => {
  let issuers: ConfiguredIssuers;

  beforeEach(async () => {
    issuers = await ConfiguredIssuers.start();
  });
  afterEach(() => issuers.end());

  it('knows the tokens of the issuers in the file, and who may be anonymous', async () => {
    await issuers.open(issuers.fileOf(['a'], { anonymous: { enabled: true, conditions: [{ path: '/livez' }] } }));
    await issuers.keysOf('a');
    expect(await issuers.userOf('b')).toBeUndefined();
    expect([issuers.isAnonymous('/livez'), issuers.isAnonymous('/api')]).toEqual([true, false]);
    expect([await issuers.reloads('success'), await issuers.reloads('failure'), issuers.changes]).toEqual([
      ...[[0, 0], [0, 0], 0],
    ]);
  });

  it.each<[string, AuthenticationFlags, boolean]>([
    ['the flag', { anonymousAuth: true }, true],
    ['the flag', { anonymousAuth: false }, false],
    ['an authorizer that allows everything', { authorizationModes: ['AlwaysAllow'] }, false],
  ])('leaves anonymous requests that the file does not mention to %s: %j', async (_name, flags, expected) => {
    await issuers.open(issuers.fileOf([]), flags);
    expect(issuers.isAnonymous('/api')).toBe(expected);
  });

  it('without a file and flags knows no issuer', async () => {
    await issuers.open(undefined);
    expect([issuers.isAnonymous('/api'), await issuers.userOf('a'), issuers.clock.pendingTimers]).toEqual([
      ...[true, undefined, 0],
    ]);
  });

  it('never enables anonymous requests where every request is allowed', async () => {
    await issuers.open(issuers.fileOf([], { anonymous: { enabled: true } }), { authorizationModes: ['AlwaysAllow'] });
    expect(issuers.isAnonymous('/api')).toBe(false);
  });

  it.each<[string, (of: ConfiguredIssuers) => string, string, AuthenticationFlags]>([
    ['no JSON', () => '{', 'flow', {}],
    ['an issuer twice', (of) => of.fileOf(['a', 'a']), 'Duplicate value', {}],
    [
      'the issuer of service accounts',
      (of) => of.fileOf(['a']).replace(`${of.server.url}/a`, 'https://accounts'),
      'Invalid value',
      {},
    ],
    ['an unknown member', (of) => of.fileOf([], { strange: 1 }), 'strange', {}],
    [
      'what expressions cannot do a release earlier',
      (of) => of.fileOf(['a'], {}, ruleOf(NEW)),
      'undeclared reference',
      {},
    ],
    [
      'anonymous requests beside the flag',
      (of) => of.fileOf([], { anonymous: { enabled: true } }),
      'flag cannot be set',
      { isAnonymousAuthGiven: true },
    ],
  ])('refuses a file with %s', async (_name, textOf, message, flags) => {
    await expect(issuers.open(textOf(issuers), flags)).rejects.toMatchObject({
      problems: [
        { option: `--authentication-config: ${issuers.path}`, message: expect.stringContaining(message) as string },
      ],
    });
    expect(await issuers.reloads('failure')).toEqual([0, 0]);
  });

  it('accepts expressions that the release before knows', async () => {
    await issuers.open(issuers.fileOf(['a'], {}, ruleOf("!format.dns1123Label().validate('a').hasValue()")));
    await issuers.keysOf('a');
  });
});

/** A macro of two variables, which came with 1.32. */
const NEW = '[1].all(i, v, v == 1)';
