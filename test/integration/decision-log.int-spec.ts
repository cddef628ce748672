import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { FakeWebhook } from '../support/fake-webhook.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

interface DecisionItem {
  readonly user: { username: string };
  readonly impersonatedBy?: { username: string };
  readonly request: { verb: string; resource?: string; path?: string };
  readonly verdict: string;
  readonly reason?: string;
}

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const TOKENS = ['ada-token,ada,1', 'root-token,root,2,"system:masters"'];
const directory = mkdtempSync(join(tmpdir(), 'binnacle-decisions-'));
const decisionLog = join(directory, 'decisions.log');

afterAll(() => rmSync(directory, { recursive: true }));

const recorded = (): DecisionItem[] =>
  readFileSync(decisionLog, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as DecisionItem);

describe('the decision log in a file', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ authorization: { decisionLog }, tokens: TOKENS });
  });
  afterAll(() => server.close());

  it('has a line for each request, with the user and the reason', async () => {
    expect((await server.request('GET', CONFIG_MAPS, { token: 'ada-token' })).status).toBe(403);
    expect((await server.request('GET', CONFIG_MAPS, { token: 'root-token' })).status).toBe(200);
    const headers = { 'impersonate-user': 'ada' };
    expect((await server.request('GET', '/version', { token: 'root-token', headers })).status).toBe(200);
    const [denied, allowed, impersonated] = await eventually(async () => {
      const items = recorded().filter(({ user }) => ['ada', 'root'].includes(user.username));
      expect(items).toHaveLength(3);
      return items;
    });
    expect(denied).toMatchObject({
      user: { username: 'ada' },
      request: { verb: 'list', resource: 'configmaps' },
      verdict: 'NoOpinion',
    });
    expect(allowed).toMatchObject({ user: { username: 'root' }, verdict: 'Allow' });
    expect(impersonated).toMatchObject({
      user: { username: 'ada' },
      impersonatedBy: { username: 'root' },
      request: { verb: 'get', path: '/version' },
      verdict: 'Allow',
      reason: expect.stringContaining('system:discovery') as string,
    });
  });
});

describe('the decision log through a webhook', () => {
  let webhook: FakeWebhook;
  beforeAll(async () => {
    webhook = await FakeWebhook.start();
    webhook.answerJson(() => ({}));
  });
  afterAll(() => webhook.close());

  it('delivers what is left at shutdown, masked as asked, of allowed requests none at rate 0', async () => {
    const configFile = join(directory, 'webhook.kubeconfig');
    const clusters = [{ name: 'w', cluster: { server: `${webhook.url}/decisions` } }];
    const contexts = [{ name: 'w', context: { cluster: 'w' } }];
    writeFileSync(configFile, JSON.stringify({ kind: 'Config', clusters, contexts, 'current-context': 'w' }));
    const server = await startTestServer({
      authorization: {
        decisionLogWebhookConfigFile: configFile,
        decisionLogSampleRate: 0,
        decisionLogMask: ['user', 'groups'],
      },
      tokens: TOKENS,
    });
    await server.request('GET', CONFIG_MAPS, { token: 'root-token' });
    await server.request('GET', CONFIG_MAPS, { token: 'ada-token' });
    await server.close();
    expect(webhook.asked).toHaveLength(1);
    const list = JSON.parse(webhook.asked[0].body) as { kind: string; items: DecisionItem[] };
    expect(list.kind).toBe('AuthorizationDecisionList');
    expect(list.items).toHaveLength(1);
    expect(list.items[0]).toMatchObject({ verdict: 'NoOpinion', request: { resource: 'configmaps' } });
    expect(webhook.asked[0].body).not.toContain('"ada"');
  });
});

describe('the options of the decision log', () => {
  it.each([
    [{ decisionLog: '/proc/none/decisions.log' }, /--authorization-decision-log/],
    [{ decisionLogWebhookConfigFile: join(directory, 'missing') }, /--authorization-decision-log-webhook-config-file/],
    [{ decisionLogSampleRate: 2 }, /--authorization-decision-log-sample-rate/],
  ])('are refused where they cannot be used: %j', async (authorization, message) => {
    await expect(startTestServer({ authorization })).rejects.toThrow(message);
  });
});
