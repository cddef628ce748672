import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeWebhook, kubeconfigOf } from '../support/fake-webhook.js';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const directory = mkdtempSync(join(tmpdir(), 'binnacle-audit-'));
const policyFile = join(directory, 'policy.yaml');
const webhookConfigFile = join(directory, 'webhook');
const rules = [
  { level: 'None', nonResourceURLs: ['*'] },
  { level: 'Metadata', users: ['admin'] },
];
const policy = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules };
writeFileSync(policyFile, JSON.stringify(policy));
afterAll(() => rmSync(directory, { recursive: true }));

let server: TestServer;
let webhook: FakeWebhook;

async function startWith(audit: object): Promise<void> {
  webhook = await FakeWebhook.start();
  webhook.answer = (_, response) => void response.writeHead(200).end();
  writeFileSync(webhookConfigFile, kubeconfigOf(webhook.url));
  server = await startTestServer({ audit: { policyFile, ...audit } });
}
afterEach(async () => {
  await server.close();
  await webhook.close();
});

const stagesOf = (body: string): string[] => {
  const { items } = JSON.parse(body) as { items: { stage: string }[] };
  return items.map(({ stage }) => stage);
};
const metric = async (name: string): Promise<string | undefined> => {
  const { text } = await server.request('GET', '/metrics');
  return text.split('\n').find((line) => line.startsWith(name));
};

describe('audit events for a webhook', () => {
  it('are sent in batches, and the rest when the server stops', async () => {
    await startWith({ webhookConfigFile, webhookBatchMaxSize: 3, webhookBatchMaxWait: 60_000 });
    for (let i = 0; i < 2; i++) await server.request('GET', '/api/v1/nodes');
    await eventually(async () => expect(webhook.asked).toHaveLength(1));
    expect(stagesOf(webhook.asked[0].body)).toEqual(['RequestReceived', 'ResponseComplete', 'RequestReceived']);
    await server.close();
    expect(webhook.asked.map(({ body }) => stagesOf(body).length)).toEqual([3, 1]);
  });

  it('hold back the answer until they are delivered in blocking mode', async () => {
    await startWith({ webhookConfigFile, webhookMode: 'blocking' });
    let isDelivered = false;
    webhook.answer = ({ body }, response) => {
      const isLast = stagesOf(body)[0] === 'ResponseComplete';
      setTimeout(() => {
        isDelivered ||= isLast;
        response.writeHead(200).end();
      }, 100);
    };
    const { status } = await server.request('GET', '/api/v1/nodes');
    expect([status, isDelivered]).toEqual([200, true]);
    expect(webhook.asked.map(({ body }) => stagesOf(body))).toEqual([['RequestReceived'], ['ResponseComplete']]);
  });

  it('stop no request in blocking mode when the webhook fails, and are counted', async () => {
    await startWith({ webhookConfigFile, webhookMode: 'blocking', webhookInitialBackoff: 1 });
    webhook.answer = (_, response) => void response.writeHead(500).end();
    expect((await server.request('GET', '/api/v1/nodes')).status).toBe(200);
    expect(await metric('apiserver_audit_error_total')).toBe('apiserver_audit_error_total{plugin="webhook"} 2');
  });

  it('stop a request in strict mode when the webhook fails', async () => {
    await startWith({ webhookConfigFile, webhookMode: 'blocking-strict', webhookInitialBackoff: 1 });
    webhook.answer = (_, response) => void response.writeHead(500).end();
    const { status, text } = await server.request('GET', '/api/v1/nodes');
    expect([status, text]).toEqual([500, 'Internal Server Error: "/api/v1/nodes": failed to store audit event\n']);
    expect(await metric('apiserver_audit_requests_rejected_total')).toMatch(/ 1$/);
  });

  it('go to a log too, and a failure of one does not keep the other from them', async () => {
    const logPath = join(directory, 'both.log');
    await startWith({ logPath, webhookConfigFile, webhookBatchMaxSize: 1, webhookBatchMaxWait: 0 });
    await server.request('GET', '/api/v1/nodes');
    await eventually(async () => expect(webhook.asked).toHaveLength(2));
    expect(readFileSync(logPath, 'utf8').trim().split('\n')).toHaveLength(2);
  });
});

describe('an audit log that cannot be written', () => {
  /** A log that was removed and cannot be made again. */
  async function startBroken(logMode: string): Promise<void> {
    const logPath = join(directory, logMode, 'audit.log');
    await startWith({ logPath, logMode });
    rmSync(join(directory, logMode), { recursive: true });
    writeFileSync(join(directory, logMode), '');
  }

  it('stops no request in blocking mode, and is counted', async () => {
    await startBroken('blocking');
    expect((await server.request('GET', '/api/v1/nodes')).status).toBe(200);
    await eventually(async () => {
      expect(await metric('apiserver_audit_error_total')).toBe('apiserver_audit_error_total{plugin="log"} 2');
    });
  });

  it('stops requests in strict mode, and none that are not recorded', async () => {
    await startBroken('blocking-strict');
    expect((await server.request('GET', '/api/v1/nodes')).status).toBe(500);
    expect((await server.request('GET', '/version')).status).toBe(200);
    rmSync(join(directory, 'blocking-strict'));
    mkdirSync(join(directory, 'blocking-strict'));
    expect((await server.request('GET', '/api/v1/nodes')).status).toBe(200);
  });
});

describe('files of audit that cannot be used', () => {
  it.each<[string, object, string]>([
    [
      'a policy',
      { policyFile: webhookConfigFile, logPath: '-' },
      'loading audit policy file: failed decoding: no kind "Config"',
    ],
    ['a log', { logPath: join(policyFile, 'audit.log') }, '--audit-log-path: ensureLogFile: '],
    ['a kubeconfig', { policyFile, webhookConfigFile: policyFile }, 'initializing audit webhook: '],
  ])('keep a server from starting: %s', async (_, audit, message) => {
    await startWith({});
    await expect(startTestServer({ audit })).rejects.toThrow(message);
  });
});
