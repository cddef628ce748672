import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeWebhook, kubeconfigOf, type WebhookRequest } from '../support/fake-webhook.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const GROUP = 'authentication.k8s.io/v1';
const SELF = { apiVersion: GROUP, kind: 'SelfSubjectReview' };

let directory: string;
let webhook: FakeWebhook;
let server: TestServer;

/** Knows one token, and says whose it is in the version it is asked in. */
function judge({ body }: WebhookRequest): Json {
  const review = JSON.parse(body) as Json;
  const isKnown = review.spec.token === 'jane-token';
  const user = { username: 'jane', groups: ['devs'], extra: { 'acme.com/project': ['p'] } };
  return { ...review, status: isKnown ? { authenticated: true, user } : { authenticated: false } };
}

async function serverWith(more: Json = {}): Promise<TestServer> {
  return startTestServer({
    authentication: { tokenWebhookConfigFile: join(directory, 'webhook.yaml'), ...more },
  });
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-token-webhook-'));
  webhook = await FakeWebhook.start();
  webhook.answerJson(judge);
  await writeFile(join(directory, 'webhook.yaml'), kubeconfigOf(`${webhook.url}/judge`, { user: { token: 'server' } }));
  server = await serverWith();
});

beforeEach(() => void webhook.asked.splice(0));

afterAll(async () => {
  await server.close();
  await webhook.close();
  await rm(directory, { recursive: true });
});

describe('a webhook for tokens [AUTHGAP-02]', () => {
  it('is asked in v1beta1, with credentials, about tokens that nobody else knows', async () => {
    const { body } = await server.connect('jane-token').post(`/apis/${GROUP}/selfsubjectreviews`, SELF);
    expect(body.status.userInfo).toEqual({
      username: 'jane',
      groups: ['devs', 'system:authenticated'],
      extra: { 'acme.com/project': ['p'] },
    });
    await server.client.get('/version');
    expect(webhook.asked).toHaveLength(1);
    expect(webhook.asked[0]).toMatchObject({ headers: { authorization: 'Bearer server' } });
    const sent = JSON.parse(webhook.asked[0].body) as Json;
    expect([sent.apiVersion, sent.spec]).toEqual([
      'authentication.k8s.io/v1beta1',
      { token: 'jane-token', audiences: ['https://kubernetes.default.svc'] },
    ]);
  });

  it('says no, and its answers are remembered', async () => {
    const stranger = server.connect('stranger');
    expect([(await stranger.get('/version')).status, (await stranger.get('/version')).status]).toEqual([401, 401]);
    expect(webhook.asked).toHaveLength(1);
  });

  it('is asked every time where the time to live is 0', async () => {
    const fresh = await serverWith({ tokenWebhookCacheTtl: 0, tokenWebhookVersion: 'v1' });
    const jane = fresh.connect('jane-token');
    expect([(await jane.get('/version')).status, (await jane.get('/version')).status]).toEqual([200, 200]);
    expect(webhook.asked).toHaveLength(2);
    await fresh.close();
  });

  it('that is of no help leaves tokens refused', async () => {
    webhook.answer = (_, response) => void response.writeHead(403).end();
    const { status, body } = await server.connect('somebody').get('/version');
    expect([status, body.reason]).toEqual([401, 'Unauthorized']);
    webhook.answerJson(judge);
  });

  it('has to be described by a kubeconfig', async () => {
    const broken = join(directory, 'broken.yaml');
    await writeFile(broken, 'kind: Config\n');
    await expect(serverWith({ tokenWebhookConfigFile: broken })).rejects.toThrow(
      /--authentication-token-webhook-config-file: .*broken\.yaml: current-context/,
    );
  });
});
