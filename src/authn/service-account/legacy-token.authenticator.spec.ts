import { generateKeyPairSync } from 'node:crypto';
import { FakeClock } from '../../testing/index.js';
import type { CredentialSecret } from '../tokens/secret-lookup.js';
import { signToken } from './json-web-token.js';
import { legacyClaims } from './legacy-claims.js';
import { LegacyTokenAuthenticator, type LegacyTokenSettings } from './legacy-token.authenticator.js';
import type { LiveObject } from './service-account-lookup.js';
import { readSigningKey, readVerificationKeys } from './token-keys.js';
import type { TokenSecret } from './token-uses.js';

const pemOf = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const pem = pemOf();
const CLAIMS = legacyClaims({ namespace: 'n', secret: 's', serviceAccount: { name: 'robot', uid: 'u1' } });
const TOKEN = await signToken(CLAIMS, readSigningKey(pem));

describe('LegacyTokenAuthenticator', () => {
  const clock = new FakeClock();
  let account: LiveObject | undefined;
  let secret: CredentialSecret | undefined;
  let used: TokenSecret[];

  beforeEach(() => {
    account = { uid: 'u1' };
    secret = { isBeingDeleted: false, data: { token: Buffer.from(TOKEN).toString('base64') } };
    used = [];
  });

  const check = async (token = TOKEN, wanted = ['api'], settings: Partial<LegacyTokenSettings> = {}) =>
    new LegacyTokenAuthenticator({
      keys: readVerificationKeys(pem),
      audiences: ['api', 'other'],
      lookup: {
        find: ({ resource, namespace, name }) =>
          `${resource}/${namespace}/${name}` === 'serviceaccounts/n/robot' ? account : undefined,
        findSecret: ({ resource, namespace, name }) =>
          `${resource}/${namespace}/${name}` === 'secrets/n/s' ? secret : undefined,
      },
      looksUp: true,
      uses: { noteSecret: (each) => void used.push(each) },
      clock,
      ...settings,
    }).authenticateToken(token, wanted);

  it('identifies the account, and what that depends on', async () => {
    expect(await check()).toEqual({
      user: {
        name: 'system:serviceaccount:n:robot',
        uid: 'u1',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:n'],
      },
      audiences: ['api'],
      dependsOn: [
        { resource: 'secrets', namespace: 'n', name: 's' },
        { resource: 'serviceaccounts', namespace: 'n', name: 'robot' },
      ],
      knownBy: 'service account token in a Secret',
    });
    expect(used).toEqual([{ namespace: 'n', name: 's' }]);
  });

  it('needs no Secret where tokens are not looked up', async () => {
    secret = undefined;
    expect(await check(TOKEN, ['api'], { looksUp: false })).toMatchObject({
      user: { uid: 'u1' },
      dependsOn: undefined,
    });
  });

  it('knows nobody for other audiences, of other issuers, and of no token', async () => {
    expect(await check(TOKEN, ['strange'])).toBeUndefined();
    expect(await check(await signToken({ ...CLAIMS, iss: 'https://issuer' }, readSigningKey(pem)))).toBeUndefined();
    expect(await check('no token')).toBeUndefined();
    expect(used).toEqual([]);
  });

  it.each<[string, () => void, string]>([
    ['the Secret is gone', () => (secret = undefined), 'service account token has been invalidated'],
    [
      'the Secret is being deleted',
      () => (secret = { ...secret!, isBeingDeleted: true }),
      'service account token has been invalidated',
    ],
    [
      'the Secret has no token',
      () => (secret = { ...secret!, data: null }),
      "service account token does not match server's copy",
    ],
    [
      'the Secret has another token',
      () => (secret = { ...secret!, data: { token: 'b3RoZXI=' } }),
      "service account token does not match server's copy",
    ],
    [
      'it was marked invalid',
      () => (secret = { ...secret!, labels: { 'kubernetes.io/legacy-token-invalid-since': '2024-01-01' } }),
      'the token in secret n/s for service account n/robot has been marked invalid. Use tokens from the TokenRequest API ' +
        "or manually created secret-based tokens, or remove the 'kubernetes.io/legacy-token-invalid-since' label from the " +
        'secret to temporarily allow use of this token',
    ],
    ['the account is gone', () => (account = undefined), 'serviceaccounts "robot" not found'],
    ['the account is another', () => (account = { uid: 'u2' }), 'service account UID (u2) does not match claim (u1)'],
    [
      'the account has been deleted',
      () => (account = { uid: 'u1', deletedAt: clock.now() - 1 }),
      'service account has been deleted',
    ],
  ])('refuses a token when %s', async (_, change, message) => {
    change();
    await expect(check()).rejects.toThrow(message);
    expect(used).toEqual([]);
  });

  it('rejects a token with a foreign signature, and one without all claims', async () => {
    await expect(check(await signToken(CLAIMS, readSigningKey(pemOf())))).rejects.toThrow('cryptographic primitive');
    const lacking = await signToken({ ...CLAIMS, sub: 'system:serviceaccount:n:other' }, readSigningKey(pem));
    await expect(check(lacking)).rejects.toThrow('claims could not be validated');
  });
});
