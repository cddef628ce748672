import { AuditedCredentialError, CredentialError } from '../credential-error.js';
import { type AuthenticationResult, TokenAuthenticator } from '../authenticator.js';
import { BearerTokenAuthenticator } from './bearer-token.authenticator.js';

const JANE: AuthenticationResult = { user: { name: 'jane', groups: [] }, audiences: ['api'], knownBy: 'test' };

class Answering extends TokenAuthenticator {
  readonly asked: unknown[] = [];

  constructor(private readonly answer: () => ReturnType<TokenAuthenticator['authenticateToken']>) {
    super();
  }

  authenticateToken(token: string, audiences: readonly string[]): ReturnType<TokenAuthenticator['authenticateToken']> {
    this.asked.push([token, audiences]);
    return this.answer();
  }
}

const request = { path: '/', headers: { authorization: 'Bearer t' } };

describe('BearerTokenAuthenticator', () => {
  it.each<[readonly string[] | undefined, string[]]>([
    [undefined, ['api']],
    [[], ['api']],
    [['other'], ['other']],
  ])('asks about the audiences %j of a request', async (audiences, asked) => {
    const tokens = new Answering(() => JANE);
    const authenticator = new BearerTokenAuthenticator({ tokens, audiences: ['api'] });
    expect(await authenticator.authenticate({ ...request, audiences })).toBe(JANE);
    expect(tokens.asked).toEqual([['t', asked]]);
    expect(authenticator.authenticate({ ...request, headers: {} })).toBeUndefined();
  });

  const refusal = new CredentialError('expired');
  const noted = new AuditedCredentialError(['noted'], { 'a/b': 'c' });
  it.each<[string, () => ReturnType<TokenAuthenticator['authenticateToken']>, string]>([
    ['nobody knows', () => undefined, 'invalid bearer token'],
    ['nobody knows later', () => Promise.resolve(undefined), 'invalid bearer token'],
    [
      'is wrong',
      () => {
        throw refusal;
      },
      '[invalid bearer token, expired]',
    ],
    ['is found wrong later', () => Promise.reject(noted), '[invalid bearer token, noted]'],
  ])('rejects a token that %s', async (_name, answer, message) => {
    const authenticator = new BearerTokenAuthenticator({ tokens: new Answering(answer), audiences: ['api'] });
    const rejected = (async () => authenticator.authenticate(request))();
    await expect(rejected).rejects.toBeInstanceOf(CredentialError);
    await expect(rejected).rejects.toThrow(message);
    await expect(rejected).rejects.toMatchObject({ message });
  });

  it('lets defects through', async () => {
    for (const answer of [
      () => {
        throw new TypeError('defect');
      },
      () => Promise.reject(new TypeError('defect')),
    ]) {
      const authenticator = new BearerTokenAuthenticator({ tokens: new Answering(answer), audiences: ['api'] });
      await expect((async () => authenticator.authenticate(request))()).rejects.toThrow(TypeError);
    }
  });

  it('passes warnings on, where they are wanted', async () => {
    const warnings = ['old', 'older'];
    const warned: string[] = [];
    for (const result of [{ ...JANE, warnings }, Promise.resolve({ ...JANE, warnings })]) {
      const tokens = new Answering(() => result);
      const authenticator = new BearerTokenAuthenticator({ tokens, audiences: ['api'] });
      await authenticator.authenticate({ ...request, warn: (text) => void warned.push(text) });
      expect(await authenticator.authenticate(request)).toMatchObject({ user: { name: 'jane' } });
    }
    const silent = new BearerTokenAuthenticator({ tokens: new Answering(() => JANE), audiences: ['api'] });
    await silent.authenticate({ ...request, warn: (text) => void warned.push(text) });
    expect(warned).toEqual([...warnings, ...warnings]);
  });
});
