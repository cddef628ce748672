import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { TestAuthority } from '../../../test/support/authority.js';
import { FakeWebhook } from '../../../test/support/fake-webhook.js';
import { createLogger, MetricsRegistry } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import type { ClaimRules, Claims } from '../claims/claim-rules.js';
import type { CheckedIssuer } from '../configuration/check-configuration.js';
import { IssuerKeys } from './issuer-keys.js';
import { IssuersAuthenticator } from './issuers.authenticator.js';

const authority = await TestAuthority.create('issuers');
const serving = await authority.issue({ name: 'CN=issuer', usage: 'server', hosts: ['127.0.0.1'] });
const pair = await generateKeyPair('ES256', { extractable: true });
const KEY = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' };

describe('IssuersAuthenticator', () => {
  let server: FakeWebhook;
  let clock: FakeClock;
  let metrics: MetricsRegistry;
  let authenticator: IssuersAuthenticator;
  let closed: unknown[];
  const { close } = IssuerKeys.prototype;

  beforeEach(async () => {
    server = await FakeWebhook.start(serving);
    server.answerJson(({ url }) =>
      url === '/keys' ? { keys: [KEY] } : { issuer: issuerOf(url), jwks_uri: `${server.url}/keys` },
    );
    [clock, metrics, closed] = [new FakeClock(), new MetricsRegistry(), []];
    const logger = createLogger({ isEnabled: false });
    authenticator = new IssuersAuthenticator({
      audiences: ['api', 'b'],
      algorithms: ['ES256'],
      clock,
      logger,
      metrics,
    });
    IssuerKeys.prototype.close = function () {
      closed.push(this);
      close.call(this);
    };
  });

  afterEach(async () => {
    authenticator.close();
    IssuerKeys.prototype.close = close;
    await server.close();
  });

  const issuerOf = (url: string): string => `${server.url}${url.replace('/.well-known/openid-configuration', '')}`;

  const issuer = (path: string, further: object = {}): CheckedIssuer => ({
    issuer: {
      ...{ url: `${server.url}/${path}`, discoveryURL: '', certificateAuthority: authority.pem, audiences: ['aud'] },
      ...{ audienceMatchPolicy: '', ...further },
    },
    rules: { userOf: ({ sub }: Claims) => ({ name: `${path}:${String(sub)}`, groups: [] }) } as unknown as ClaimRules,
  });

  async function use(...issuers: CheckedIssuer[]): Promise<void> {
    const prepared = authenticator.prepare(issuers);
    await prepared.ready;
    authenticator.use(prepared);
  }

  async function tokenOf(path: string, claims: object = {}): Promise<string> {
    const exp = clock.now() / 1000 + 60;
    const payload = { iss: `${server.url}/${path}`, aud: 'aud', sub: 'jane', exp, ...claims };
    return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(pair.privateKey);
  }

  it('asks nobody without issuers, and about nothing that is no token', async () => {
    expect(authenticator.authenticateToken(await tokenOf('a'), ['api'])).toBeUndefined();
    await use(issuer('a'));
    expect(authenticator.authenticateToken('no-token', ['api'])).toBeUndefined();
  });

  it('knows the tokens of each issuer by its own rules', async () => {
    await use(issuer('a'), issuer('b'));
    for (const path of ['a', 'b']) {
      expect(await authenticator.authenticateToken(await tokenOf(path), ['b', 'x'])).toMatchObject({
        ...{ user: { name: `${path}:jane` }, audiences: ['b'], knownBy: `token of issuer ${server.url}/${path}` },
      });
    }
  });

  it.each<[string, object, string[]]>([
    ['of another issuer', { iss: 'https://other' }, ['api']],
    ['without an issuer', { iss: undefined }, ['api']],
    ['whose issuer is no text', { iss: 7 }, ['api']],
    ['for audiences that are not those of the server', {}, ['x']],
  ])('has no opinion on a token %s', async (_name, claims, wanted) => {
    await use(issuer('a'));
    expect(await authenticator.authenticateToken(await tokenOf('a', claims), wanted)).toBeUndefined();
  });

  it('knows the issuer of Google by both of its names', async () => {
    const google = issuer('google', { url: 'https://accounts.google.com', discoveryURL: `${server.url}/google` });
    server.answerJson(({ url }) =>
      url === '/keys' ? { keys: [KEY] } : { issuer: 'https://accounts.google.com', jwks_uri: `${server.url}/keys` },
    );
    await use(google);
    for (const iss of ['accounts.google.com', 'https://accounts.google.com']) {
      const found = await authenticator.authenticateToken(await tokenOf('google', { iss }), ['api']);
      expect(found).toMatchObject({ user: { name: 'google:jane' } });
    }
  });

  it('measures checks by result and issuer', async () => {
    await use(issuer('a'));
    await authenticator.authenticateToken(await tokenOf('a'), ['api']);
    await expect(authenticator.authenticateToken(await tokenOf('a', { aud: 'x' }), ['api'])).rejects.toThrow();
    const hash = createHash('sha256').update(`${server.url}/a`).digest('hex');
    const text = await metrics.expose();
    for (const result of ['success', 'failure']) {
      const labels = `jwt_issuer_hash="sha256:${hash}",result="${result}"`;
      expect(text).toContain(`apiserver_authentication_jwt_authenticator_latency_seconds_count{${labels}} 1\n`);
      expect(text).toContain(`apiserver_authentication_jwt_authenticator_latency_seconds_sum{${labels}} 0\n`);
    }
    const bounds = [...text.matchAll(/latency_seconds_bucket\{[^}]*result="success",le="([^"]+)"/g)];
    expect(bounds.map(([, bound]) => bound).join(' ')).toBe('0.001 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 +Inf');
  });

  it('keeps the keys of issuers that stay, and closes those of the others', async () => {
    await use(issuer('a'), issuer('b'));
    const asked = server.asked.length;
    await use(issuer('a', { audiences: ['aud', 'more'] }));
    expect([closed.length, server.asked.length]).toEqual([1, asked]);
    expect(await authenticator.authenticateToken(await tokenOf('a', { aud: 'more' }), ['api'])).toBeDefined();
    expect(await authenticator.authenticateToken(await tokenOf('b'), ['api'])).toBeUndefined();
  });

  it('asks again where the place of the keys is another one', async () => {
    await use(issuer('a'));
    const asked = server.asked.length;
    await use(issuer('a', { discoveryURL: `${server.url}/a/.well-known/openid-configuration` }));
    expect([closed.length, server.asked.length > asked]).toEqual([1, true]);
  });

  it('closes the keys of a list that is discarded, but none in force', async () => {
    await use(issuer('a'));
    const prepared = authenticator.prepare([issuer('a'), issuer('b')]);
    await prepared.ready;
    authenticator.discard(prepared);
    expect(closed).toHaveLength(1);
    expect(await authenticator.authenticateToken(await tokenOf('a'), ['api'])).toBeDefined();
  });

  it('closes all keys at the end', async () => {
    await use(issuer('a'), issuer('b'));
    authenticator.close();
    expect(closed).toHaveLength(2);
  });
});
