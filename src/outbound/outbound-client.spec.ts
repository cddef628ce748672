import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority } from '../../test/support/authority.js';
import { makeKubeletCertificates, type KubeletCertificates } from '../../test/support/fake-kubelet.js';
import { FakeWebhook, kubeconfigOf } from '../../test/support/fake-webhook.js';
import { createLogger, MetricsRegistry, SystemClock } from '../observability/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import { fixedConnection, PLAIN_TLS } from './connection.js';
import { KubeconfigSource } from './kubeconfig/kubeconfig-source.js';
import { type OutboundAnswer, OutboundClient } from './outbound-client.js';
import { OutboundMetrics } from './outbound-metrics.js';

const logger = createLogger({ isEnabled: false });
const GET = { method: 'GET', timeout: 5000 } as const;

let directory: string;
let webhook: FakeWebhook;
let certificates: KubeletCertificates;
let registry: MetricsRegistry;
const opened: OutboundClient[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-outbound-'));
  certificates = await makeKubeletCertificates();
  const { certificate: cert, key } = certificates.serving;
  webhook = await FakeWebhook.start({
    cert,
    key,
    ca: certificates.authority,
    requestCert: true,
    rejectUnauthorized: false,
  });
});

beforeEach(() => {
  webhook.asked.length = 0;
  webhook.answerJson(() => ({}));
  registry = new MetricsRegistry();
});

afterEach(() => Promise.all(opened.splice(0).map((client) => client.close())));

afterAll(async () => {
  await webhook.close();
  await rm(directory, { recursive: true });
});

async function open(
  { cluster = {}, user = {} }: { cluster?: object; user?: object },
  clock: SystemClock | FakeClock = new SystemClock(),
): Promise<OutboundClient> {
  const trusted =
    'insecure-skip-tls-verify' in cluster ? {} : { 'certificate-authority-data': base64(certificates.authority) };
  await file('config', kubeconfigOf(`${webhook.url}/x`, { cluster: { ...trusted, ...cluster }, user }));
  const source = await KubeconfigSource.open(join(directory, 'config'), { clock, logger });
  const client = new OutboundClient(source, {
    clock: new SystemClock(),
    metrics: new OutboundMetrics(registry),
    environment: {},
  });
  opened.push(client);
  return client;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

async function file(name: string, text: string): Promise<string> {
  await writeFile(join(directory, name), text);
  return join(directory, name);
}

const askedWith = (header: string): unknown => webhook.asked.at(-1)!.headers[header];

describe('OutboundClient.send(), by a kubeconfig', () => {
  it('refuses a server whose authority it does not trust', async () => {
    const other = await makeKubeletCertificates();
    const client = await open({ cluster: { 'certificate-authority-data': base64(other.authority) } });
    await expect(client.send(GET)).rejects.toMatchObject({ fault: 'connection' });
    expect(webhook.asked).toEqual([]);
  });

  it('refuses a server of another name, and takes one by tls-server-name', async () => {
    const client = await open({ cluster: { 'tls-server-name': 'other.example' } });
    await expect(client.send(GET)).rejects.toMatchObject({ fault: 'connection' });
    const served = await open({ cluster: { 'tls-server-name': '127.0.0.1' } });
    expect((await served.send(GET)).status).toBe(200);
  });

  it('takes any server with insecure-skip-tls-verify', async () => {
    const client = await open({ cluster: { 'insecure-skip-tls-verify': true } });
    expect((await client.send(GET)).status).toBe(200);
  });

  it('shows client certificates, from files and as data', async () => {
    const { certificate, key } = certificates.client;
    const peers: unknown[] = [];
    webhook.answer = (_, response) => {
      peers.push((response.socket as unknown as { authorized: boolean }).authorized);
      response.end();
    };
    const files = { 'client-certificate': await file('cert', certificate), 'client-key': await file('key', key) };
    const data = { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) };
    for (const user of [files, data, {}]) await (await open({ user })).send(GET);
    expect(peers).toEqual([true, true, false]);
  });

  it.each<[object, object]>([
    [{ token: 'abc' }, { authorization: 'Bearer abc' }],
    [{ username: 'u', password: 'p' }, { authorization: `Basic ${base64('u:p')}` }],
    [
      { as: 'bob', 'as-uid': '1', 'as-groups': ['g'] },
      { 'impersonate-user': 'bob', 'impersonate-uid': '1', 'impersonate-group': 'g' },
    ],
    [{ as: 'bob', 'as-user-extra': { 'a/b': ['c'] } }, { 'impersonate-extra-a%2fb': 'c' }],
    [{}, {}],
  ])('with the user %j sends %j', async (user, headers) => {
    await (await open({ user })).send(GET);
    expect(webhook.asked[0].headers).toMatchObject(headers);
    expect(Object.keys(headers).includes('authorization')).toBe('authorization' in webhook.asked[0].headers);
  });

  it('reads a token again when its file changes, and keeps the connection', async () => {
    const clock = new FakeClock();
    const client = await open({ user: { tokenFile: await file('token', 'one\n') } }, clock);
    const before = webhook.connections;
    await client.send(GET);
    expect(askedWith('authorization')).toBe('Bearer one');
    await file('token', 'another');
    clock.advance(5000);
    await client.send(GET);
    expect([askedWith('authorization'), webhook.connections - before]).toEqual(['Bearer another', 1]);
    await file('token', '');
    clock.advance(5000);
    await client.send(GET);
    expect(askedWith('authorization')).toBe('Bearer another');
  });

  it('looks for new credentials at once when these are refused', async () => {
    const client = await open({ user: { tokenFile: await file('token', 'one') } }, new FakeClock());
    await file('token', 'second');
    webhook.answerJson(() => ({}), 401);
    expect((await client.send(GET)).status).toBe(401);
    await client.send(GET);
    expect(askedWith('authorization')).toBe('Bearer second');
  });

  it('says what is wrong with the files that are named', async () => {
    await expect(open({ user: { tokenFile: '/nowhere' } })).rejects.toThrow(
      'unable to read tokenFile /nowhere: ENOENT',
    );
    const user = { 'client-certificate-data': base64('no'), 'client-key-data': base64('no') };
    await expect(open({ user })).rejects.toThrow('client-certificate: is no PEM that can be used');
  });

  it.each([
    ['that names its server in its subject only', {}, 'legacy Common Name', 'missing_san'],
    [
      'with a signature by SHA-1',
      { hash: 'SHA-1', hosts: ['localhost'] },
      'digest algorithm too weak',
      'insecure_sha1',
    ],
  ])('refuses and counts a certificate %s', async (_, request, message, metric) => {
    const authority = await TestAuthority.create('webhooks');
    const { cert, key } = await authority.issue({ name: 'CN=localhost', usage: 'server', ...request });
    const server = await FakeWebhook.start({ cert, key, ciphers: 'DEFAULT@SECLEVEL=0' });
    const tls = { ...PLAIN_TLS, authority: authority.pem, serverName: 'localhost' };
    const source = fixedConnection({ server: server.url, tls, proxyUrl: '' });
    const parts = { clock: new SystemClock(), metrics: new OutboundMetrics(registry), environment: {} };
    const client = new OutboundClient(source, parts);
    expect(await registry.expose()).toContain(`apiserver_webhooks_x509_${metric}_total 0`);
    await expect(client.send(GET)).rejects.toThrow(message);
    expect(await registry.expose()).toContain(`apiserver_webhooks_x509_${metric}_total 1`);
    expect(server.asked).toEqual([]);
    await client.close();
    await server.close();
  });

  it('counts requests by host, method and code', async () => {
    await (await open({})).send(GET);
    const { host } = new URL(webhook.url);
    const text = await registry.expose();
    expect(text).toContain(`rest_client_requests_total{code="200",host="${host}",method="GET"} 1`);
    expect(text).toContain(`rest_client_request_duration_seconds_count{host="${host}",verb="GET"} 1`);
  });

  it('gives up when asked to', async () => {
    webhook.answer = () => {};
    const controller = new AbortController();
    const sent = (await open({})).send({ ...GET, signal: controller.signal });
    controller.abort();
    await expect(sent).rejects.toMatchObject({ fault: 'canceled' });
  });
});

describe('OutboundClient.send(), with an exec plugin', () => {
  const V1 = 'client.authentication.k8s.io/v1';

  async function plugin(body: string): Promise<string> {
    const path = await file('plugin', `#!/bin/sh\n${body}\n`);
    await chmod(path, 0o755);
    return path;
  }

  const exec = (command: string, more: object = {}): object => ({
    exec: { apiVersion: V1, command, interactiveMode: 'Never', ...more },
  });

  const credential = (status: object): string => JSON.stringify({ apiVersion: V1, kind: 'ExecCredential', status });

  it('sends the token it prints, runs it once while that holds, and again when it is refused', async () => {
    const counter = await file('runs', '');
    await plugin(`echo run >> ${counter}; echo '${credential({ token: 'from-plugin' })}'`);
    const client = await open({ user: exec('./plugin') });
    await Promise.all([client.send(GET), client.send(GET)]);
    await client.send(GET);
    expect(askedWith('authorization')).toBe('Bearer from-plugin');
    const runs = async (): Promise<number> =>
      (await import('node:fs/promises')).readFile(counter, 'utf8').then((text) => text.split('\n').length - 1);
    expect(await runs()).toBe(1);
    webhook.answerJson(() => ({}), 401);
    await client.send(GET);
    await client.send(GET);
    expect(await runs()).toBe(2);
  });

  it('runs it again when the credential has expired', async () => {
    const clock = new FakeClock(Date.UTC(2024, 0, 1));
    const counter = await file('runs', '');
    await plugin(
      `echo run >> ${counter}; echo '${credential({ token: 't', expirationTimestamp: '2024-01-01T00:10:00Z' })}'`,
    );
    const client = await open({ user: exec('./plugin') }, clock);
    await client.send(GET);
    clock.advance(599_000);
    await client.send(GET);
    clock.advance(1_000);
    await client.send(GET);
    const { readFile } = await import('node:fs/promises');
    expect(await readFile(counter, 'utf8')).toBe('run\nrun\n');
  });

  it('passes the plugin its input', async () => {
    const seen = join(directory, 'seen');
    const command = await plugin(
      `echo "$KUBERNETES_EXEC_INFO|$EXTRA|$1" > ${seen}; echo '${credential({ token: 't' })}'`,
    );
    const client = await open({
      cluster: { extensions: [{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'x' } }] },
      user: exec(command, { provideClusterInfo: true, args: ['arg'], env: [{ name: 'EXTRA', value: 'more' }] }),
    });
    await client.send(GET);
    const { readFile } = await import('node:fs/promises');
    const [info, ...rest] = (await readFile(seen, 'utf8')).trim().split('|');
    expect(rest).toEqual(['more', 'arg']);
    expect(JSON.parse(info)).toEqual({
      kind: 'ExecCredential',
      apiVersion: V1,
      spec: {
        cluster: {
          server: `${webhook.url}/x`,
          'certificate-authority-data': base64(certificates.authority),
          config: { audience: 'x' },
        },
        interactive: false,
      },
    });
  });

  it('shows the certificate it prints', async () => {
    const { certificate, key } = certificates.client;
    await file('credential', credential({ clientCertificateData: certificate, clientKeyData: key }));
    const isAuthorized: boolean[] = [];
    webhook.answer = (_, response) => {
      isAuthorized.push((response.socket as unknown as { authorized: boolean }).authorized);
      response.end();
    };
    await plugin(`cat ${join(directory, 'credential')}`);
    await (await open({ user: exec('./plugin') })).send(GET);
    expect(isAuthorized).toEqual([true]);
  });

  it.each<[string, string]>([
    ['exit 3', 'failed with exit code 3'],
    ['echo no', 'decoding stdout: is no ExecCredential'],
    [
      `echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1"}'`,
      'plugin returned version client.authentication.k8s.io/v1beta1',
    ],
    [`echo '{"kind":"ExecCredential","apiVersion":"${V1}"}'`, "exec plugin didn't return a status field"],
    [`echo '{"kind":"ExecCredential","apiVersion":"${V1}","status":{}}'`, "didn't return a token or cert/key pair"],
    [`echo '{"kind":"ExecCredential","apiVersion":"${V1}","status":{"clientKeyData":"x"}}'`, 'only certificate or key'],
    ['head -c 3000000 /dev/zero', 'failed'],
  ])('fails with a plugin that does: %s', async (body, message) => {
    await plugin(body);
    const sent = (await open({ user: exec('./plugin') })).send(GET);
    await expect(sent).rejects.toMatchObject({ fault: 'credentials', message: expect.stringContaining(message) });
  });

  it('explains how to install a missing plugin', async () => {
    const sent = (await open({ user: exec('no-such-plugin', { installHint: 'Get it.' }) })).send(GET);
    await expect(sent).rejects.toThrow('exec: executable no-such-plugin not found\n\nGet it.');
  });
});

describe('OutboundClient.send(), through a proxy', () => {
  let proxy: Server;
  let proxied: string[];

  beforeEach(async () => {
    proxied = [];
    proxy = createServer((request, response) => {
      proxied.push(`${request.method} ${request.url}`);
      response.end('{}');
    });
    proxy.on('connect', (request, socket) => {
      proxied.push(`CONNECT ${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
      const [host, port] = request.url!.split(':');
      const onward = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });

  afterEach(() => proxy.close());

  const address = (): string => `127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  it('tunnels encrypted requests, with the credentials of proxy-url', async () => {
    const client = await open({ cluster: { 'proxy-url': `http://u:p@${address()}` } });
    expect((await client.send(GET)).status).toBe(200);
    expect(proxied).toEqual([`CONNECT ${new URL(webhook.url).host} Basic ${base64('u:p')}`]);
  });

  it('sends plain requests to the proxy of the environment', async () => {
    await file('config', kubeconfigOf('http://webhook.example/x'));
    const source = await KubeconfigSource.open(join(directory, 'config'), { clock: new SystemClock(), logger });
    const environment = { HTTP_PROXY: address() };
    const client = new OutboundClient(source, {
      clock: new SystemClock(),
      metrics: new OutboundMetrics(registry),
      environment,
    });
    opened.push(client);
    const answer: OutboundAnswer = await client.send(GET);
    expect([answer.status, proxied]).toEqual([200, ['GET http://webhook.example/x']]);
  });
});
