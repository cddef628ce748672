import { TestAuthority } from '../../../test/support/authority.js';
import { FakeWebhook } from '../../../test/support/fake-webhook.js';
import { MetricsRegistry, SystemClock } from '../../observability/index.js';
import { type Connection, type ConnectionSource, PLAIN_TLS } from '../connection.js';
import { OutboundMetrics } from '../outbound-metrics.js';
import type { ServiceAddress, ServiceReference } from './service-resolver.js';
import { WebhookCallError, WebhookClient, type WebhookParts, type WebhookTarget } from './webhook-client.js';

const CALL = { timeout: 60_000 };
/** Of calls one after the other: the next may begin before the connection of the last is free. */
const MOST_CONNECTIONS = 2;
const parts = { clock: new SystemClock(), metrics: new OutboundMetrics(new MetricsRegistry()), environment: {} };

let authority: TestAuthority;
let webhook: FakeWebhook;
const clients: WebhookClient[] = [];

beforeAll(async () => (authority = await TestAuthority.create('webhooks')));
beforeEach(async () => {
  const hosts = ['localhost', '127.0.0.1', 'hook.tools.svc'];
  webhook = await FakeWebhook.start(await authority.issue({ name: 'CN=hook', usage: 'server', hosts }));
  webhook.answerJson(() => ({ done: true }));
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((each) => each.close()));
  await webhook.close();
});

function clientOf(target: WebhookTarget, more: Partial<WebhookParts> = {}): WebhookClient {
  const caBundle = Buffer.from(authority.pem).toString('base64');
  const client = new WebhookClient({ caBundle, ...target }, { ...parts, services: undefined as never, ...more });
  clients.push(client);
  return client;
}

const portOf = ({ url }: FakeWebhook): number => Number(new URL(url).port);

describe('WebhookClient.post() to a URL', () => {
  it('posts JSON, says how long it waits in whole seconds, and returns the text of the response', async () => {
    const client = clientOf({ url: `${webhook.url}/review` });
    expect(await client.post('{"a":1}', { timeout: 60_001 })).toBe('{"done":true}');
    await client.post('{}', { timeout: 60_000 });
    expect(webhook.asked.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      'POST /review?timeout=61s {"a":1}',
      'POST /review?timeout=60s {}',
    ]);
    expect(webhook.asked[0].headers).toMatchObject({
      host: new URL(webhook.url).host,
      accept: 'application/json, */*',
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^binnacle \(\w+\/\w+\)$/),
    });
  });

  it('refuses a URL that cannot be parsed', () => {
    expect(() => clientOf({ url: 'webhook' })).toThrow('Invalid URL');
    expect(() => clientOf({})).toThrow('Invalid URL');
  });

  it.each([
    [199 + 1, true],
    [206, true],
    [207, false],
    [302, false],
    [500, false],
  ])('with status %d is successful: %s', async (status, isSuccess) => {
    webhook.answerJson(() => ({}), status);
    const outcome = clientOf({ url: webhook.url }).post('{}', CALL);
    if (isSuccess) return expect(await outcome).toBe('{}');
    await expect(outcome).rejects.toMatchObject({ name: 'WebhookCallError', status, auditAnnotation: undefined });
  });

  it.each([
    [{ 'content-type': 'text/html' }, 'text/html'],
    [{}, 'application/json'],
  ])('fails for a response without a body, with headers %j', async (headers, type) => {
    webhook.answer = (_request, response) => void response.writeHead(200, headers).end();
    await expect(clientOf({ url: webhook.url }).post('{}', CALL)).rejects.toThrow(
      `0-length response with status code: 200 and content type: ${type}`,
    );
  });

  it('returns a response of one character', async () => {
    webhook.answerJson(() => 1);
    expect(await clientOf({ url: webhook.url }).post('{}', CALL)).toBe('1');
  });

  it('fails where the webhook is not there, or the caller gives up', async () => {
    const client = clientOf({ url: `${webhook.url}/review?ignored=1` });
    webhook.answer = () => {};
    const post = `Post "${webhook.url}/review?timeout=60s"`;
    const signal = AbortSignal.abort();
    const canceled: unknown = await client.post('{}', { ...CALL, signal }).catch((error: unknown) => error);
    expect(canceled).toBeInstanceOf(WebhookCallError);
    expect(canceled).toMatchObject({ message: `${post}: context canceled`, status: undefined });
    expect((canceled as Error).cause).toMatchObject({ fault: 'canceled' });
    const late = client.post('{}', { timeout: 20 });
    await expect(late).rejects.toThrow('?timeout=1s": context deadline exceeded');
    const gone = await FakeWebhook.start();
    await gone.close();
    const peer = new URL(gone.url).host;
    await expect(clientOf({ url: gone.url }).post('{}', CALL)).rejects.toThrow(
      `Post "http://${peer}/?timeout=60s": dial tcp ${peer}: connect: connection refused`,
    );
  });

  it('fails where the authority is not the one of the configuration', async () => {
    const caBundle = Buffer.from((await TestAuthority.create('others')).pem).toString('base64');
    for (const client of [clientOf({ url: webhook.url, caBundle }), clientOf({ url: webhook.url, caBundle: '' })])
      await expect(client.post('{}', CALL)).rejects.toThrow('x509: certificate signed by unknown authority');
  });

  it.each([
    ['names its server in its subject only', {}, 'missing-san'],
    ['is signed by SHA-1', { hash: 'SHA-1', hosts: ['localhost'] }, 'insecure-sha1'],
  ])('says when a certificate %s', async (_, request, sort) => {
    const { cert, key } = await authority.issue({ name: 'CN=localhost', usage: 'server', ...request });
    const server = await FakeWebhook.start({ cert, key, ciphers: 'DEFAULT@SECLEVEL=0' });
    const client = clientOf({ url: server.url.replace('127.0.0.1', 'localhost') });
    await expect(client.post('{}', CALL)).rejects.toMatchObject({
      auditAnnotation: [`${sort}.invalid-cert.kubernetes.io/localhost`, expect.any(String)],
    });
    await server.close();
  });
});

describe('WebhookClient.post() to a service', () => {
  const SERVICE = { namespace: 'tools', name: 'hook' };

  /** Resolves services to an address that a test can change. */
  class Services {
    readonly asked: ServiceReference[] = [];
    constructor(public address: ServiceAddress) {}
    resolve(service: ServiceReference): Promise<ServiceAddress> {
      this.asked.push(service);
      return Promise.resolve(this.address);
    }
  }

  it.each([
    [{ ...SERVICE }, '443', '/'],
    [{ ...SERVICE, port: 8443, path: '//review' }, '8443', '/review'],
  ])('connects to the address of %j by its name', async (service, port, path) => {
    const services = new Services({ host: '127.0.0.1', port: portOf(webhook) });
    await clientOf({ service }, { services }).post('{}', CALL);
    expect(services.asked).toEqual([service]);
    expect(webhook.asked).toMatchObject([{ url: `${path}?timeout=60s`, headers: { host: `hook.tools.svc:${port}` } }]);
  });

  it('refuses a certificate for another name', async () => {
    const services = new Services({ host: '127.0.0.1', port: portOf(webhook) });
    const client = clientOf({ service: { ...SERVICE, name: 'other' } }, { services });
    await expect(client.post('{}', CALL)).rejects.toThrow(
      'Post "https://other.tools.svc:443/?timeout=60s": tls: failed to verify certificate: x509: ' +
        'certificate is valid for localhost, 127.0.0.1, hook.tools.svc, not other.tools.svc',
    );
  });

  it('uses a connection again while the address is the same, and goes to another address', async () => {
    const services = new Services({ host: '127.0.0.1', port: portOf(webhook) });
    const client = clientOf({ service: SERVICE }, { services });
    for (let call = 0; call < 6; call++) await client.post('{}', CALL);
    expect(services.asked).toHaveLength(6);
    expect(webhook.connections).toBeLessThanOrEqual(MOST_CONNECTIONS);
    const gone = await FakeWebhook.start();
    await gone.close();
    services.address = { host: '127.0.0.1', port: portOf(gone) };
    await expect(client.post('{}', CALL)).rejects.toThrow('connection refused');
  });

  it('puts an IPv6 address in brackets', async () => {
    const gone = await FakeWebhook.start();
    await gone.close();
    const services = new Services({ host: '::1', port: portOf(gone) });
    await expect(clientOf({ service: SERVICE }, { services }).post('{}', CALL)).rejects.toThrow(
      `Post "https://hook.tools.svc:443/?timeout=60s": dial tcp [::1]:${portOf(gone)}: connect: `,
    );
  });

  it('fails as the resolution does', async () => {
    const services = { resolve: () => Promise.reject(new Error('service "hook" not found')) };
    await expect(clientOf({ service: SERVICE }, { services }).post('{}', CALL)).rejects.toThrow(
      /^Post "https:\/\/hook\.tools\.svc:443\/\?timeout=60s": service "hook" not found$/,
    );
  });
});

describe('the credentials of a WebhookClient', () => {
  let shown: Connection;
  let refusals: number;
  const askedFor: string[] = [];
  const source: ConnectionSource = {
    current: () => Promise.resolve(shown),
    credentialsRefused: () => void refusals++,
  };
  const credentials = {
    sourceFor: (hostPort: string) => (askedFor.push(hostPort), source),
  } as unknown as WebhookParts['credentials'];

  beforeEach(() => {
    refusals = 0;
    askedFor.length = 0;
    const route = { server: 'https://unused', tls: PLAIN_TLS, proxyUrl: '' };
    shown = { route, headers: {} };
  });

  it('are those of its host and port', () => {
    clientOf({ url: 'https://a.example.com/x' }, { credentials });
    clientOf({ url: 'https://a.example.com:8443/x' }, { credentials });
    clientOf({ service: { namespace: 'tools', name: 'hook' } }, { credentials });
    expect(askedFor).toEqual(['a.example.com:443', 'a.example.com:8443', 'hook.tools.svc:443']);
  });

  it('are shown on the same connection, and reported as refused by 401 alone', async () => {
    const client = clientOf({ url: webhook.url }, { credentials });
    for (const authorization of ['1', '2', '3', '4', '5', '6']) {
      shown = { ...shown, headers: { authorization } };
      await client.post('{}', CALL);
    }
    expect(webhook.asked.map(({ headers }) => headers.authorization)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(webhook.connections).toBeLessThanOrEqual(MOST_CONNECTIONS);
    expect(refusals).toBe(0);
    webhook.answerJson(() => ({}), 401);
    await expect(client.post('{}', CALL)).rejects.toMatchObject({ status: 401 });
    expect(refusals).toBe(1);
  });

  it('are shown as a certificate, another of which makes another connection', async () => {
    const certificates = await authority.issue({ name: 'CN=server', usage: 'server', hosts: ['127.0.0.1'] });
    const demanding = await FakeWebhook.start({ ...certificates, ca: authority.pem, requestCert: true });
    demanding.answerJson(() => ({}));
    const client = clientOf({ url: demanding.url }, { credentials });
    await expect(client.post('{}', CALL)).rejects.toThrow(WebhookCallError);
    for (const name of ['CN=one', 'CN=other']) {
      const { cert, key } = await authority.issue({ name });
      const tls = { ...PLAIN_TLS, certificate: cert, key };
      shown = { ...shown, route: { ...shown.route, tls } };
      for (let call = 0; call < 2; call++) expect(await client.post('{}', CALL)).toBe('{}');
    }
    expect(demanding.asked).toHaveLength(4);
    await demanding.close();
  });
});
