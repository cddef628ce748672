import { describeWebhookCaller } from '../../../test/contract/webhook-caller.contract.js';
import { FakeWebhook } from '../../../test/support/fake-webhook.js';
import { createLogger, MetricsRegistry, SystemClock } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { type Connection, fixedConnection, OutboundError, PLAIN_TLS } from '../../outbound/index.js';
import { CredentialError } from '../credential-error.js';
import { WebhookTokenAuthenticator, type WebhookTokenSettings } from './webhook-token.authenticator.js';

const SOON = { duration: 1, factor: 1, jitter: 0, steps: 2 };

function open(server: string, settings: Partial<WebhookTokenSettings> = {}): WebhookTokenAuthenticator {
  return new WebhookTokenAuthenticator({
    source: fixedConnection({ server, tls: PLAIN_TLS, proxyUrl: '' }),
    version: 'v1',
    cacheTtl: 120_000,
    audiences: ['api'],
    clock: new SystemClock(),
    logger: createLogger({ isEnabled: false }),
    metrics: new MetricsRegistry(),
    attempts: { timeout: 60_000, backoff: SOON },
    ...settings,
  });
}

describeWebhookCaller('WebhookTokenAuthenticator', {
  open: async (server) => {
    const authenticator = open(server, { attempts: { timeout: 200, backoff: SOON } });
    return { ask: () => authenticator.authenticateToken('t', ['api']), close: () => authenticator.close() };
  },
  expectFailure: (outcome) => {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(CredentialError) });
  },
});

describe('WebhookTokenAuthenticator [AUTHGAP-02]', () => {
  const JANE = { username: 'jane', uid: '7', groups: ['devs'], extra: { 'acme.com/a': ['b'] } };
  let webhook: FakeWebhook;
  const opened: WebhookTokenAuthenticator[] = [];

  beforeEach(async () => {
    webhook = await FakeWebhook.start();
  });

  afterEach(async () => {
    for (const each of opened.splice(0)) each.close();
    await webhook.close();
  });

  const authenticatorWith = (settings: Partial<WebhookTokenSettings> = {}): WebhookTokenAuthenticator => {
    const authenticator = open(webhook.url, settings);
    opened.push(authenticator);
    return authenticator;
  };
  const answer = (status: unknown, apiVersion = 'authentication.k8s.io/v1'): void =>
    webhook.answerJson(() => ({ kind: 'TokenReview', apiVersion, status }));

  it.each(['v1', 'v1beta1'] as const)('asks in version %s', async (version) => {
    const apiVersion = `authentication.k8s.io/${version}`;
    answer({ authenticated: true, user: JANE }, apiVersion);
    const result = await authenticatorWith({ version }).authenticateToken('secret', ['api']);
    expect(JSON.parse(webhook.asked[0].body)).toMatchObject({
      kind: 'TokenReview',
      apiVersion,
      spec: { token: 'secret', audiences: ['api'] },
    });
    expect(result).toMatchObject({
      user: { name: 'jane', uid: '7', groups: ['devs'], extra: { 'acme.com/a': ['b'] } },
      audiences: ['api'],
    });
  });

  it.each<[string, unknown]>([
    ['says no', { authenticated: false }],
    ['says nothing', {}],
    ['says yes for other audiences', { authenticated: true, user: JANE, audiences: ['other'] }],
  ])('knows nobody where the webhook %s', async (_, status) => {
    answer(status);
    expect(await authenticatorWith().authenticateToken('t', ['api'])).toBeUndefined();
  });

  it.each([
    [
      ['x', 'y', 'z'],
      ['y', 'x'],
      ['x', 'y'],
    ],
    [[], ['b', 'api', 'a'], ['a', 'b']],
  ])('with an answer for %j, asked for %j, is good for %j', async (audiences, wanted, common) => {
    answer({ authenticated: true, user: JANE, audiences });
    const authenticator = authenticatorWith({ audiences: ['a', 'b'] });
    expect(await authenticator.authenticateToken('t', wanted)).toMatchObject({ audiences: common });
  });

  it('asks again for other audiences, whatever they contain', async () => {
    answer({ authenticated: true, user: JANE });
    const authenticator = authenticatorWith({ cacheTtl: 1000 });
    const lists = [['a', 'b'], ['a\nb'], ['a,b'], [], [''], ['a', 'b']];
    for (const audiences of lists) await authenticator.authenticateToken('t', audiences);
    expect(webhook.asked).toHaveLength(lists.length - 1);
  });

  const UNREADABLE = 'the answer of the token webhook has a status that cannot be read';
  it.each<[string, unknown, string]>([
    ['reports an error', { authenticated: false, error: 'it is revoked' }, 'it is revoked'],
    ['names nobody', { authenticated: true, user: { groups: ['a'] } }, UNREADABLE],
    ['has invalid groups', { authenticated: true, user: { username: 'a', groups: 'b' } }, UNREADABLE],
    ['has no user', { authenticated: true }, UNREADABLE],
    ['has no status', undefined, 'the answer of the token webhook has no status'],
  ])('refuses where the answer %s', async (_, status, fault) => {
    answer(status);
    await expect(authenticatorWith().authenticateToken('t', ['api'])).rejects.toEqual(new CredentialError(fault));
  });

  it('accepts true only as a boolean', async () => {
    answer({ authenticated: 'true', user: JANE });
    expect(await authenticatorWith().authenticateToken('t', ['api'])).toBeUndefined();
  });

  it('refuses an answer in another version, and another review', async () => {
    answer({ authenticated: true, user: JANE }, 'authentication.k8s.io/v1beta1');
    await expect(authenticatorWith().authenticateToken('t', ['api'])).rejects.toThrow('is no TokenReview');
    webhook.answerJson(() => ({ kind: 'SubjectAccessReview', status: { allowed: true } }));
    await expect(authenticatorWith().authenticateToken('t', ['api'])).rejects.toThrow('is no TokenReview');
  });

  it('asks once for equal reviews at a time, and remembers yes and no for a while', async () => {
    const clock = new FakeClock(0);
    const authenticator = authenticatorWith({ clock });
    answer({ authenticated: true, user: JANE });
    await Promise.all(Array.from({ length: 20 }, () => authenticator.authenticateToken('t', ['api'])));
    expect(webhook.asked).toHaveLength(1);
    answer({ authenticated: false });
    await authenticator.authenticateToken('other', ['api']);
    await authenticator.authenticateToken('other', ['api']);
    expect(webhook.asked).toHaveLength(2);
    clock.advance(119_999);
    expect(await authenticator.authenticateToken('t', ['api'])).toMatchObject({ validUntil: 120_000 });
    clock.advance(1);
    expect(await authenticator.authenticateToken('t', ['api'])).toBeUndefined();
    expect(webhook.asked).toHaveLength(3);
  });

  it('remembers nothing where the time to live is 0, and lets nobody else', async () => {
    const clock = new FakeClock(1000);
    const authenticator = authenticatorWith({ cacheTtl: 0, clock });
    answer({ authenticated: true, user: JANE });
    expect(await authenticator.authenticateToken('t', ['api'])).toMatchObject({ validUntil: 1000 });
    await authenticator.authenticateToken('t', ['api']);
    expect(webhook.asked).toHaveLength(2);
  });

  it('refuses a token while 1024 others are asked for', async () => {
    let fail = (_: Error): void => {};
    const current = new Promise<Connection>((_, reject) => (fail = reject));
    const authenticator = authenticatorWith({ source: { current: () => current, credentialsRefused: () => {} } });
    const ask = (token: string): Promise<unknown> => authenticator.authenticateToken(token, ['api']);
    const asked = Promise.allSettled(Array.from({ length: 1024 }, (_, i) => ask(`t${i}`)));
    const refused = ask('more');
    fail(new OutboundError('credentials', 'there are none'));
    await expect(refused).rejects.toThrow('is asked too much at once');
    await asked;
    await expect(ask('more')).rejects.toThrow('there are none');
  });

  it('gives the webhook half a minute for an attempt where nothing else is configured', async () => {
    answer({ authenticated: false });
    await authenticatorWith({ attempts: undefined }).authenticateToken('t', ['api']);
    expect(webhook.asked.map(({ url }) => url)).toEqual(['/?timeout=30s']);
  });

  it('does not remember what failed, logs and counts it', async () => {
    const metrics = new MetricsRegistry({ isWithoutProcess: true });
    const lines: string[] = [];
    const logger = createLogger({ destination: { write: (line) => void lines.push(line) } });
    const authenticator = authenticatorWith({ metrics, logger });
    webhook.answer = (_, response) => void response.writeHead(403).end();
    await expect(authenticator.authenticateToken('t', ['api'])).rejects.toThrow('a call to the token webhook failed');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'error', msg: 'a call to the token webhook failed', fault: 'status' },
    ]);
    answer({ authenticated: true, user: JANE });
    expect((await authenticator.authenticateToken('t', ['api']))?.user.name).toBe('jane');
    const text = await metrics.expose();
    expect(text).toContain('binnacle_authentication_webhook_attempts_total{result="status"} 1');
    expect(text).toContain('binnacle_authentication_webhook_attempts_total{result="success"} 1');
  });
});
