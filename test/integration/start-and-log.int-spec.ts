import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OptionsError } from '../../src/index.js';
import { createLogger } from '../../src/observability/index.js';
import { TestAuthority } from '../support/authority.js';
import { FakeWebhook, kubeconfigOf, type WebhookRequest } from '../support/fake-webhook.js';
import { startTestServer, type TestServerOptions } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const DAY = 86_400_000;

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-log-'));
});

afterAll(() => rm(directory, { recursive: true }));

function capture(): { lines: Json[]; logger: TestServerOptions['logger'] } {
  const lines: Json[] = [];
  return { lines, logger: createLogger({ destination: { write: (line) => void lines.push(JSON.parse(line)) } }) };
}

describe('the log of rejected credentials', () => {
  it('logs why each was rejected, and never repeats it', async () => {
    const webhook = await FakeWebhook.start();
    webhook.answerJson(({ body }: WebhookRequest) => {
      const review = JSON.parse(body) as Json;
      return { ...review, status: { authenticated: false, error: `${review.spec.token} was revoked` } };
    });
    const file = join(directory, 'webhook.yaml');
    await writeFile(file, kubeconfigOf(webhook.url));
    const { lines, logger } = capture();
    const server = await startTestServer({ logger, authentication: { tokenWebhookConfigFile: file } });
    const { status, body } = await server.connect('s3cret').get('/api/v1/pods?limit=1');
    expect([status, body.message]).toEqual([401, 'Unauthorized']);
    expect(lines.filter(({ msg }) => msg === 'credentials were rejected')).toEqual([
      expect.objectContaining({
        level: 'warn',
        reason: '[invalid bearer token, [masked] was revoked]',
        verb: 'list',
        path: '/api/v1/pods',
        from: '127.0.0.1',
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('s3cret');
    await server.close();
    await webhook.close();
  });

  it('says nothing of requests without credentials', async () => {
    const { lines, logger } = capture();
    const server = await startTestServer({ logger, authentication: { anonymousAuth: false } });
    expect((await server.request('GET', '/api', { token: '' })).status).toBe(401);
    expect(lines.filter(({ msg }) => msg === 'credentials were rejected')).toEqual([]);
    await server.close();
  });
});

describe('the serving certificate', () => {
  it.each<[string, number, number, RegExp[]]>([
    ['has expired', -2, -1, [/^has expired: it was valid until 20/]],
    ['is not valid yet', 1, 2, [/^is not valid yet, but from 20.* on$/]],
    ['is valid', -1, 1, []],
  ])('that %s is warned of as it should be', async (_, from, to, faults) => {
    const authority = await TestAuthority.create('serving');
    const now = Date.now();
    const { cert, key } = await authority.issue({
      name: 'CN=serving',
      usage: 'server',
      hosts: ['127.0.0.1'],
      notBefore: new Date(now + from * DAY),
      notAfter: new Date(now + to * DAY),
    });
    const [tlsCertFile, tlsPrivateKeyFile] = [join(directory, 'tls.crt'), join(directory, 'tls.key')];
    await Promise.all([writeFile(tlsCertFile, cert), writeFile(tlsPrivateKeyFile, key)]);
    const { lines, logger } = capture();
    const server = await startTestServer({ logger, serving: { tlsCertFile, tlsPrivateKeyFile } });
    const told = lines.filter(({ msg }) => String(msg).startsWith('the serving certificate'));
    expect(told).toEqual(
      faults.map((fault) =>
        expect.objectContaining({ level: 'warn', fault: expect.stringMatching(fault), file: tlsCertFile }),
      ),
    );
    await server.close();
  });
});

describe('a directory that cannot be made', () => {
  it.each<[string, (file: string) => TestServerOptions]>([
    ['--data-dir', () => ({ storage: { dataDir: '/proc/nobody/data' } })],
    ['--data-dir', (file) => ({ storage: { dataDir: join(file, 'data') } })],
    ['--data-dir', (file) => ({ storage: { dataDir: file } })],
    ['--cert-dir', () => ({ serving: { certDir: '/proc/nobody/certs' } })],
  ])('under %s keeps the server from starting', async (option, options) => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    const failed = startTestServer(options(file));
    await expect(failed).rejects.toThrow(OptionsError);
    await expect(failed).rejects.toThrow(`error: ${option}: cannot make the directory `);
  });
});
