import { generateKeyPairSync } from 'node:crypto';
import { FakeClock } from '../../testing/fake-clock.js';
import { isSignedBy, signToken } from './json-web-token.js';
import { ServiceAccountAuthenticator } from './service-account.authenticator.js';
import { readSigningKey, readVerificationKeys } from './token-keys.js';

const pemOf = (type: 'ec' | 'ed25519'): string => {
  const { privateKey } = type === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync(type);
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};
const PEMS = [pemOf('ec'), pemOf('ec'), pemOf('ec')];
const [ONE, TWO, STRANGE] = PEMS.map(readSigningKey);
const KEYS = PEMS.slice(0, 2).flatMap(readVerificationKeys);

describe('isSignedBy()', () => {
  it.each([
    ['the key that it names', ONE, ONE.id, true],
    ['the other key that it names', TWO, TWO.id, true],
    ['another key than it names', TWO, ONE.id, false],
    ['a key, and names none that is known', TWO, 'unknown', true],
    ['a key that is not known', STRANGE, 'unknown', false],
    ['a key that is not known, and names one that is', STRANGE, ONE.id, false],
  ])('judges a token signed by %s', async (_name, key, id, expected) => {
    expect(await isSignedBy(await signToken({ sub: 'a' }, { ...key, id }), KEYS)).toBe(expected);
  });

  it('knows no token without keys, and nothing that is no token', async () => {
    expect(await isSignedBy(await signToken({ sub: 'a' }, ONE), [])).toBe(false);
    expect(await isSignedBy('a.b.c', KEYS)).toBe(false);
  });
});

it('keys of other kinds sign no tokens', () => {
  expect(() => readSigningKey(pemOf('ed25519'))).toThrow('a key of type ed25519 cannot sign tokens');
  expect(() => readVerificationKeys(pemOf('ed25519'))).toThrow('cannot sign tokens');
});

describe('ServiceAccountAuthenticator', () => {
  const clock = new FakeClock();
  const now = Math.floor(clock.now() / 1000);
  const STALE = (seconds: number) => ({
    'authentication.k8s.io/stale-token': `subject: system:serviceaccount:n:robot, seconds after warning threshold: ${seconds}`,
  });
  const LEGACY = { 'authentication.k8s.io/legacy-token': 'system:serviceaccount:n:robot' };

  it.each<[object, string[] | undefined, Record<string, string> | undefined, unknown[]]>([
    [{}, ['api'], undefined, []],
    [{}, undefined, LEGACY, []],
    [{ warnafter: 0 }, ['api'], undefined, []],
    [{ warnafter: 0 }, undefined, LEGACY, []],
    [{ warnafter: now }, ['api'], undefined, [now]],
    [{ warnafter: now }, undefined, LEGACY, [now]],
    [{ warnafter: now - 1 }, ['api'], STALE(1), [now - 1]],
    [{ warnafter: now - 60 }, undefined, STALE(60), [now - 60]],
    [{ warnafter: now + 1 }, ['api'], undefined, [now + 1]],
  ])('with %j, for %j, notes %j', async (further, aud, auditAnnotations, noted) => {
    const uses: unknown[] = [];
    const authenticator = new ServiceAccountAuthenticator({
      ...{ issuers: ['https://a'], keys: KEYS, audiences: ['api'], clock },
      lookup: { find: () => ({ uid: 'u' }) } as never,
      uses: { noteExtended: (warnAfter) => void uses.push(warnAfter) },
    });
    const account = { namespace: 'n', serviceaccount: { name: 'robot', uid: 'u' }, ...further };
    const claims = { iss: 'https://a', sub: 'system:serviceaccount:n:robot', exp: now + 60, aud };
    const token = await signToken({ ...claims, 'kubernetes.io': account }, ONE);
    const result = await authenticator.authenticateToken(token, ['api']);
    expect([result?.auditAnnotations, uses]).toEqual([auditAnnotations, noted]);
  });
});
