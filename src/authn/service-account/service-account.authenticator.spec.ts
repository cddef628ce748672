import { generateKeyPairSync, sign } from 'node:crypto';
import { FakeClock } from '../../testing/fake-clock.js';
import { readPayload, signToken } from './json-web-token.js';
import { JwtTokenIssuer } from './jwt-token-issuer.js';
import { ServiceAccountAuthenticator } from './service-account.authenticator.js';
import { ServiceAccountLookup, type CredentialObjectName, type LiveObject } from './service-account-lookup.js';
import type { TokenOrder } from './token-issuer.js';
import { readSigningKey, readVerificationKeys } from './token-keys.js';

const ISSUER = 'https://issuer';
const pemOf = (type: 'ec' | 'rsa'): string => {
  const { privateKey } =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};

class FakeLookup extends ServiceAccountLookup {
  readonly objects = new Map<string, LiveObject>();

  find({ resource, namespace, name }: CredentialObjectName): LiveObject | undefined {
    return this.objects.get(`${resource}/${namespace}/${name}`);
  }
}

describe.each(['ec', 'rsa'] as const)('service account tokens signed with an %s key', (type) => {
  const pem = pemOf(type);
  const clock = new FakeClock();
  const lookup = new FakeLookup();
  const issuer = new JwtTokenIssuer({
    issuer: ISSUER,
    signingKey: pem,
    defaultAudiences: ['api'],
    maxExpirationSeconds: 0,
    extendsExpiration: true,
    clock,
  });
  const authenticator = new ServiceAccountAuthenticator({
    issuers: [ISSUER],
    keys: readVerificationKeys(pem),
    audiences: ['api'],
    lookup,
    uses: { noteExtended: (...times) => void noted.push(times) },
    clock,
  });
  const noted: [number, number][] = [];
  const order: TokenOrder = {
    namespace: 'n',
    serviceAccount: { name: 'robot', uid: 'u1' },
    audiences: [],
    expirationSeconds: 3600,
  };

  beforeEach(() => {
    lookup.objects.clear();
    lookup.objects.set('serviceaccounts/n/robot', { uid: 'u1' });
    lookup.objects.set('pods/n/p', { uid: 'p1' });
    lookup.objects.set('secrets/n/s', { uid: 's1' });
    lookup.objects.set('nodes//m', { uid: 'm1' });
  });

  const check = async (more: Partial<TokenOrder> = {}, wanted = ['api']) =>
    authenticator.authenticateToken((await issuer.issue({ ...order, ...more })).token, wanted);

  it('identify the account', async () => {
    const { id } = await issuer.issue(order);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await check()).toMatchObject({
      user: {
        name: 'system:serviceaccount:n:robot',
        uid: 'u1',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:n'],
        extra: { 'authentication.kubernetes.io/credential-id': [expect.stringMatching(/^JTI=/)] },
      },
      audiences: ['api'],
    });
  });

  it.each([
    [
      ['y', 'x'],
      ['y', 'x'],
    ],
    [
      ['z', 'other', 'x'],
      ['z', 'x'],
    ],
    [
      ['y', 'y'],
      ['y', 'y'],
    ],
  ])('for x, y and z, asked for %j are good for %j', async (wanted, common) => {
    expect(await check({ audiences: ['x', 'y', 'z'] }, wanted)).toMatchObject({ audiences: common });
  });

  it('carry the claims clients read', async () => {
    const { token } = await issuer.issue({ ...order, node: { name: 'm', uid: 'm1' }, warnAfterSeconds: 60 });
    const payload = await readPayload(token);
    const now = Math.floor(clock.now() / 1000);
    expect(payload).toEqual({
      aud: ['api'],
      exp: now + 3600,
      iat: now,
      iss: ISSUER,
      jti: expect.any(String),
      'kubernetes.io': {
        namespace: 'n',
        node: { name: 'm', uid: 'm1' },
        serviceaccount: { name: 'robot', uid: 'u1' },
        warnafter: now + 60,
      },
      nbf: now,
      sub: 'system:serviceaccount:n:robot',
    });
  });

  it('contain the pod and the node', async () => {
    const result = await check({ pod: { name: 'p', uid: 'p1' }, node: { name: 'gone', uid: 'x' } });
    expect(result?.user.extra).toMatchObject({
      'authentication.kubernetes.io/pod-name': ['p'],
      'authentication.kubernetes.io/pod-uid': ['p1'],
      'authentication.kubernetes.io/node-name': ['gone'],
      'authentication.kubernetes.io/node-uid': ['x'],
    });
  });

  it('annotate audit when they should have been renewed', async () => {
    const { token } = await issuer.issue({ ...order, warnAfterSeconds: 60 });
    const annotationsOf = async () => (await authenticator.authenticateToken(token, ['api']))?.auditAnnotations;
    expect(await annotationsOf()).toBeUndefined();
    clock.advance(60_000);
    expect(await annotationsOf()).toBeUndefined();
    clock.advance(30_000);
    expect(await annotationsOf()).toEqual({
      'authentication.k8s.io/stale-token':
        'subject: system:serviceaccount:n:robot, seconds after warning threshold: 30',
    });
  });

  describe('validity', () => {
    it.each<[string, Partial<TokenOrder>, string]>([
      [
        'the account is another',
        { serviceAccount: { name: 'robot', uid: 'u0' } },
        'service account UID (u1) does not match claim (u0)',
      ],
      ['the account is gone', { serviceAccount: { name: 'r2', uid: 'u1' } }, 'serviceaccounts "r2" not found'],
      ['the secret is gone', { secret: { name: 's2', uid: 's1' } }, 'service account token has been invalidated'],
      [
        'the pod is another',
        { pod: { name: 'p', uid: 'p0' } },
        'pod UID (p1) does not match service account pod ref claim (p0)',
      ],
      [
        'the node is another',
        { node: { name: 'm', uid: 'm0' } },
        'node UID (m1) does not match service account node ref claim (m0)',
      ],
      [
        'the audience is another',
        { audiences: ['a', 'b'] },
        'token audiences ["a" "b"] is invalid for the target audiences ["api"]',
      ],
      [
        'their one audience is another',
        { audiences: ['a'] },
        'token audiences ["a"] is invalid for the target audiences ["api"]',
      ],
      ['it has expired', { expirationSeconds: -61 }, 'service account token has expired'],
    ])('are refused when %s', async (_, more, message) => {
      await expect(check(more)).rejects.toThrow(message);
    });

    it.each<[string, Record<string, number>, boolean]>([
      ['end', { exp: -60 }, true],
      ['end', { exp: -60.001 }, false],
      ['begin', { nbf: 60 }, true],
      ['begin', { nbf: 60.001 }, false],
      ['are issued', { iat: 60 }, true],
      ['are issued', { iat: 60.001 }, false],
    ])('may %s a minute off the clock, to the millisecond: %j', async (_, offsets, isAccepted) => {
      const payload = (await readPayload((await issuer.issue(order)).token))!;
      const times = Object.entries(offsets).map(([claim, seconds]) => [claim, (clock.now() + seconds * 1000) / 1000]);
      const token = await signToken({ ...payload, ...Object.fromEntries(times) }, readSigningKey(pem));
      const [outcome] = await Promise.allSettled([authenticator.authenticateToken(token, ['api'])]);
      expect(outcome.status).toBe(isAccepted ? 'fulfilled' : 'rejected');
    });

    it('count until a minute after their end', async () => {
      expect(await check()).toMatchObject({ validUntil: clock.now() + 3_660_000 });
    });

    it('without audiences are good for those of the server', async () => {
      const payload = (await readPayload((await issuer.issue(order)).token))!;
      const token = await signToken({ ...payload, aud: [] }, readSigningKey(pem));
      expect(await authenticator.authenticateToken(token, ['api'])).toMatchObject({ audiences: ['api'] });
    });

    it('that live longer than asked for are noted when they are used', async () => {
      noted.length = 0;
      await check();
      await check({ warnAfterSeconds: 60 });
      const now = clock.now() / 1000;
      expect(noted).toEqual([[now + 60, now]]);
    });

    it('live on for a minute after a deletion was asked for', async () => {
      lookup.objects.set('pods/n/p', { uid: 'p1', deletedAt: clock.now() - 60_000 });
      expect(await check({ pod: { name: 'p', uid: 'p1' } })).toBeDefined();
      lookup.objects.set('pods/n/p', { uid: 'p1', deletedAt: clock.now() - 60_001 });
      await expect(check({ pod: { name: 'p', uid: 'p1' } })).rejects.toThrow('has been invalidated');
    });
  });

  describe('signatures and headers', () => {
    it('are rejected with a foreign signature, or without one', async () => {
      const payload = (await readPayload((await issuer.issue(order)).token))!;
      const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
      const other = readSigningKey(pemOf(type));
      const { id } = readSigningKey(pem);
      const forged = [
        await signToken(payload, other),
        await signToken(payload, { ...other, id }),
        `${encode({ alg: 'none' })}.${encode(payload)}.`,
        `${encode({ alg: 'HS256' })}.${encode(payload)}.c2ln`,
        `${encode({ alg: other.algorithm, kid: id, crit: ['b64'], b64: false })}.${encode(payload)}.c2ln`,
      ];
      for (const token of forged) {
        await expect(authenticator.authenticateToken(token, ['api'])).rejects.toThrow('cryptographic');
      }
    });

    it.each<[string, Record<string, unknown>, string]>([
      ['the subject is another account', { sub: 'system:serviceaccount:kube-system:admin' }, 'sub claim is invalid'],
      ['the subject is no account', { sub: 'admin' }, 'sub claim is invalid'],
      ['they never end', { exp: undefined }, 'could not be validated'],
      ['their end is no time', { exp: '9999999999' }, 'could not be validated'],
      ['they begin later', { nbf: 9_999_999_999 }, 'not valid yet'],
      ['their account is no object', { 'kubernetes.io': 'n' }, 'could not be validated'],
      [
        'a binding is no object',
        { 'kubernetes.io': { namespace: 'n', serviceaccount: { name: 'robot', uid: 'u1' }, pod: 1 } },
        'could not be validated',
      ],
    ])('are rejected when %s, whatever key signed them', async (_, claims, message) => {
      const payload = (await readPayload((await issuer.issue(order)).token))!;
      const token = await signToken({ ...payload, ...claims }, readSigningKey(pem));
      await expect(authenticator.authenticateToken(token, ['api'])).rejects.toThrow(message);
    });

    it.each([
      { crit: ['exp'] },
      { crit: ['x-odd'], 'x-odd': 1 },
      { crit: ['b64'], b64: false },
      { crit: 'b64' },
      { crit: [] },
    ])('are refused when they demand what nobody understands: %j', async (demand) => {
      const [, payload] = (await issuer.issue(order)).token.split('.');
      const { key, algorithm, id } = readSigningKey(pem);
      const header = Buffer.from(JSON.stringify({ alg: algorithm, kid: id, ...demand })).toString('base64url');
      const signature = sign('sha256', Buffer.from(`${header}.${payload}`), { key, dsaEncoding: 'ieee-p1363' });
      const token = `${header}.${payload}.${signature.toString('base64url')}`;
      await expect(authenticator.authenticateToken(token, ['api'])).rejects.toThrow('cryptographic');
    });

    it('are accepted with a header of the same making that demands nothing', async () => {
      const [, payload] = (await issuer.issue(order)).token.split('.');
      const { key, algorithm, id } = readSigningKey(pem);
      const header = Buffer.from(JSON.stringify({ alg: algorithm, kid: id })).toString('base64url');
      const signature = sign('sha256', Buffer.from(`${header}.${payload}`), { key, dsaEncoding: 'ieee-p1363' });
      expect(
        await authenticator.authenticateToken(`${header}.${payload}.${signature.toString('base64url')}`, ['api']),
      ).toBeDefined();
    });

    it('are refused when they were changed after they were signed', async () => {
      const [header, , signature] = (await issuer.issue(order)).token.split('.');
      const claims = { iss: ISSUER, sub: 'system:serviceaccount:kube-system:admin' };
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      const changed = `${header}.${payload}.${signature}`;
      await expect(authenticator.authenticateToken(changed, ['api'])).rejects.toThrow('cryptographic');
    });

    it('are taken from any key when they name one that nobody knows', async () => {
      const payload = (await readPayload((await issuer.issue(order)).token))!;
      const renamed = await signToken(payload, { ...readSigningKey(pem), id: 'before-the-digest' });
      expect(await authenticator.authenticateToken(renamed, ['api'])).toBeDefined();
    });
  });

  it.each(['', 'static-token', 'abcdef.0123456789abcdef'])('are distinguished from "%s" synchronously', (token) => {
    expect(authenticator.authenticateToken(token, ['api'])).toBeUndefined();
  });

  it.each(['', 'a.b', 'a.b.c', 'eHg.eXk.eno', `x.${Buffer.from('{"iss":"other"}').toString('base64url')}.y`])(
    'are not what "%s" is',
    async (token) => {
      expect(await authenticator.authenticateToken(token, ['api'])).toBeUndefined();
    },
  );
});
