import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { FakeClock } from '../../testing/fake-clock.js';
import { ClaimError, type Claims } from '../claims/claim-rules.js';
import { CredentialError } from '../credential-error.js';
import { JwtAuthenticator, type JwtSettings } from './jwt.authenticator.js';

const NOW = Date.UTC(2026, 0, 1);
const SECONDS = NOW / 1000;
const GOOD = { iss: 'https://issuer', aud: 'api', sub: 'jane', exp: SECONDS + 60 };

const [first, second, other] = await Promise.all([1, 2, 3].map(() => generateKeyPair('ES256', { extractable: true })));
const published: JWK[] = [
  { ...(await exportJWK(first.publicKey)), kid: 'one', alg: 'ES256' },
  { ...(await exportJWK(second.publicKey)), kid: 'two', alg: 'ES256' },
];

function authenticatorWith(settings: Partial<JwtSettings> = {}): JwtAuthenticator {
  return new JwtAuthenticator({
    audiences: ['other', 'api'],
    rules: { userOf: ({ sub }: Claims) => ({ name: String(sub), groups: [] }) },
    keys: { isReady: true, find: createLocalJWKSet({ keys: published }) },
    algorithms: ['ES256'],
    clock: new FakeClock(NOW),
    ...settings,
  });
}

async function sign(claims: JWTPayload, { key = first.privateKey, header = {} } = {}): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...header }).sign(key);
}

describe('JwtAuthenticator', () => {
  it('knows who a token belongs to, and for how long [AUTHGAP-06]', async () => {
    const token = await sign({ ...GOOD, aud: ['x', 'api'] }, { header: { kid: 'one' } });
    expect(await authenticatorWith().authenticate(token)).toEqual({
      user: { name: 'jane', groups: [] },
      validUntil: NOW + 60_000,
    });
  });

  it('tries the keys of an issuer on a token that names none', async () => {
    const token = await sign(GOOD, { key: second.privateKey });
    expect((await authenticatorWith().authenticate(token)).user.name).toBe('jane');
  });

  it.each<[string, JWTPayload]>([
    ['in its last second', { ...GOOD, exp: SECONDS }],
    ['for one audience, as a text', { ...GOOD, aud: 'other' }],
    ['from a minute before it begins', { ...GOOD, nbf: SECONDS + 60 }],
  ])('knows a token %s', async (_, claims) => {
    const token = await sign(claims, { header: { kid: 'one' } });
    expect((await authenticatorWith().authenticate(token)).user.name).toBe('jane');
  });

  it('tries sixteen keys at most', async () => {
    const keyOf = async (name: string): Promise<JWK> => ({
      ...(await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey)),
      kid: name,
      alg: 'ES256',
    });
    const strange = await Promise.all(Array.from({ length: 16 }, (_, i) => keyOf(`k${i}`)));
    const keysWith = (count: number) => ({
      isReady: true,
      find: createLocalJWKSet({ keys: [...strange.slice(0, count), published[0]] }),
    });
    const token = await sign(GOOD);
    expect((await authenticatorWith({ keys: keysWith(15) }).authenticate(token)).user.name).toBe('jane');
    await expect(authenticatorWith({ keys: keysWith(16) }).authenticate(token)).rejects.toThrow('signature');
  });

  it('refuses what its claims make no user of, and lets other errors through', async () => {
    const rulesWith = (error: Error): JwtSettings['rules'] => ({
      userOf: () => {
        throw error;
      },
    });
    const refusing = authenticatorWith({ rules: rulesWith(new ClaimError('no name')) });
    await expect(refusing.authenticate(await sign(GOOD))).rejects.toThrow(CredentialError);
    const broken = authenticatorWith({ rules: rulesWith(new RangeError('broken')) });
    await expect(broken.authenticate(await sign(GOOD))).rejects.toThrow(RangeError);
    const find = (): never => {
      throw new RangeError('no keys');
    };
    await expect(authenticatorWith({ keys: { isReady: true, find } }).authenticate(await sign(GOOD))).rejects.toThrow(
      RangeError,
    );
  });

  it.each<[string, JWTPayload, string]>([
    ['one whose beginning is no time', { ...GOOD, nbf: 'now' as unknown as number }, 'before the nbf'],
    ['one that has ended', { ...GOOD, exp: SECONDS - 1 }, 'oidc: token is expired'],
    ['one that never ends', { ...GOOD, exp: undefined }, 'oidc: token is expired'],
    ['one that has not begun', { ...GOOD, nbf: SECONDS + 61 }, 'before the nbf (not before) time'],
    ['one for others', { ...GOOD, aud: ['x'] }, 'the token is for none of the expected audiences'],
    ['one for nobody', { ...GOOD, aud: undefined }, 'the token is for none of the expected audiences'],
  ])('refuses %s', async (_, claims, fault) => {
    const token = await sign(claims, { header: { kid: 'one' } });
    await expect(authenticatorWith().authenticate(token)).rejects.toThrow(fault);
  });

  it.each<[string, () => Promise<string>]>([
    ['by a foreign key', () => sign(GOOD, { key: other.privateKey, header: { kid: 'one' } })],
    ['by a key that is not published', () => sign(GOOD, { key: other.privateKey, header: { kid: 'three' } })],
    ['by a foreign key, without a key id', () => sign(GOOD, { key: other.privateKey })],
    ['with an extension', () => sign(GOOD, { header: { kid: 'one', crit: ['b64'], b64: true } })],
    ['by nobody', async () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
    ['over something else', async () => (await sign(GOOD, { header: { kid: 'one' } })).replace(/\.[^.]+\./, '.e30.')],
  ])('refuses one that is signed %s', async (_, make) => {
    await expect(authenticatorWith().authenticate(await make())).rejects.toThrow('oidc: verify token');
  });

  it('reports a failed signature where none of several keys fits', async () => {
    const token = await sign(GOOD, { key: other.privateKey });
    await expect(authenticatorWith().authenticate(token)).rejects.toThrow(
      'oidc: verify token: failed to verify signature: signature verification failed',
    );
  });

  it('refuses algorithms that are not wanted', async () => {
    const token = await sign(GOOD, { header: { kid: 'one' } });
    await expect(authenticatorWith({ algorithms: ['RS256'] }).authenticate(token)).rejects.toThrow(
      'oidc: verify token',
    );
  });

  it('knows nobody before its issuer was asked', async () => {
    const keys = { isReady: false, find: createLocalJWKSet({ keys: published }) };
    await expect(authenticatorWith({ keys }).authenticate(await sign(GOOD))).rejects.toThrow(
      'oidc: authenticator not initialized',
    );
  });
});
