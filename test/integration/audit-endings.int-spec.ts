import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { type AdmissionAttributes, AdmissionPlugin, ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { eventually } from '../support/eventually.js';
import { FakeWebhook, kubeconfigOf } from '../support/fake-webhook.js';
import { Http2Client } from '../support/http2-client.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';

/** More than what a request may take without being called slow. */
const SLOW_MS = 600;

@Injectable()
class FailingAdmission extends AdmissionPlugin {
  readonly name = 'Failing';

  handles(_operation: string, { resource }: { readonly resource: string }): boolean {
    return resource === 'configmaps';
  }

  override async validate({ name }: AdmissionAttributes): Promise<void> {
    if (name === 'unlucky') throw new Error('out of order');
    if (name === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  }
}

@ApiGroupPlugin({ group: 'failing.example.com', versions: ['v1'], kinds: [], admission: [FailingAdmission] })
class FailingPlugin {}

const MAPS = '/api/v1/namespaces/default/configmaps';
const directory = mkdtempSync(join(tmpdir(), 'binnacle-audit-'));
const policyFile = join(directory, 'policy.yaml');
const logPath = join(directory, 'audit.log');
const webhookConfigFile = join(directory, 'webhook');
const rules = [{ level: 'Metadata', resources: [{ group: '' }], omitStages: ['RequestReceived'] }];
let server: TestServer;
let webhook: FakeWebhook;

beforeAll(async () => {
  webhook = await FakeWebhook.start();
  writeFileSync(policyFile, JSON.stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules }));
  writeFileSync(webhookConfigFile, kubeconfigOf(webhook.url));
  const audit = { policyFile, logPath, webhookConfigFile, webhookMode: 'blocking' };
  server = await startTestServer({ plugins: [FailingPlugin], audit });
});
beforeEach(() => (webhook.answer = (_, response) => void response.writeHead(200).end()));
afterAll(async () => {
  await server.close();
  await webhook.close();
  rmSync(directory, { recursive: true });
});

interface Ending {
  readonly stage: string;
  readonly auditID: string;
  readonly responseStatus: object;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The last event of a request. */
const endingOf = (id: string, stage: string): Promise<Ending> =>
  eventually(async () => {
    const lines = readFileSync(logPath, 'utf8').trim().split('\n');
    const last = lines.map((line) => JSON.parse(line) as Ending).findLast(({ auditID }) => auditID === id);
    expect(last?.stage).toBe(stage);
    return last!;
  });

describe('the last event of a request', () => {
  it('says how long a slow one took, and its parts', async () => {
    await server.request('POST', MAPS, { body: { metadata: { name: 'slow' } }, headers: { 'audit-id': 'slow' } });
    const { annotations } = await endingOf('slow', 'ResponseComplete');
    const layers = Object.keys(annotations).filter((key) => key.startsWith('apiserver.latency.k8s.io/'));
    expect(layers.map((key) => key.slice(key.indexOf('/') + 1))).toEqual([
      'etcd',
      'serialize-response-object',
      'total',
    ]);
    for (const layer of layers) expect(annotations[layer]).toMatch(/^[\d.]+(µs|ms|s)$/);
  });

  it('is Panic where a handler fails, with the reason that the client does not get', async () => {
    const body = { metadata: { name: 'unlucky' } };
    const { status, text } = await server.request('POST', MAPS, { body, headers: { 'audit-id': 'panic' } });
    expect([status, text.includes('out of order')]).toEqual([500, false]);
    expect(await endingOf('panic', 'Panic')).toMatchObject({
      responseStatus: {
        code: 500,
        reason: 'InternalError',
        message: "APIServer panic'd: admission plugin Failing: validate failed: out of order",
      },
    });
  });

  it('comes where the client leaves before an answer', async () => {
    const controller = new AbortController();
    webhook.answer = (_, response) => {
      controller.abort();
      response.writeHead(200).end();
    };
    const { url, client } = server;
    const { request } = await import('node:https');
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'audit-id': 'gone' };
    const sent = request(`${url}${MAPS}?watch=true`, { agent: client.agent, headers, signal: controller.signal });
    sent.on('error', () => {});
    sent.end();
    expect(await endingOf('gone', 'ResponseComplete')).toMatchObject({ responseStatus: { code: 200 } });
  });

  it('is delivered before the answer ends, over HTTP/2 too', async () => {
    let isDelivered = false;
    webhook.answer = (_, response) =>
      void setTimeout(() => {
        isDelivered = true;
        response.writeHead(200).end();
      }, 100);
    const client = await Http2Client.connect({ ...server, ca: server.certificateAuthority, token: ADMIN_TOKEN });
    const { status, body } = await client.request('GET', MAPS);
    expect([status, body.kind, isDelivered]).toEqual([200, 'ConfigMapList', true]);
    client.close();
  });
});
