import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeWebhook, kubeconfigOf } from '../support/fake-webhook.js';
import { startTestServer, type TestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const PODS = '/api/v1/namespaces/default/pods';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const TOKENS = ['alice,alice,2,"devs"'];

let directory: string;
let webhook: FakeWebhook;
let server: TestServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-access-'));
  webhook = await FakeWebhook.start();
  const webhookConfigFile = join(directory, 'kubeconfig');
  await writeFile(webhookConfigFile, kubeconfigOf(webhook.url));
  const modes = ['RBAC', 'Webhook'];
  const authorization = { modes, webhookConfigFile, webhookVersion: 'v1', decisionTrace: true };
  server = await startTestServer({ tokens: TOKENS, authorization });
});

beforeEach(() => {
  webhook.asked.length = 0;
  webhook.answerJson(() => ({ status: { allowed: true, reason: 'by the webhook' } }));
});

afterAll(async () => {
  await server.close();
  await webhook.close();
  await rm(directory, { recursive: true });
});

const stepsAs = async (user: string, path: string): Promise<Json[]> => {
  const { headers } = await server.request('GET', path, { headers: { 'impersonate-user': user } });
  return JSON.parse(String(headers['binnacle-decision-steps'])) as Json[];
};

describe('--decision-trace', () => {
  it('shows administrators the verdict of each authorizer, and the review that a webhook was sent', async () => {
    const steps = await stepsAs('bob', PODS);
    const sent = JSON.parse(webhook.asked[0].body) as Json;
    expect(steps).toEqual([
      { type: 'PrivilegedGroups', name: 'system:masters', verdict: 'NoOpinion', reason: '' },
      { type: 'RBAC', name: 'rbac', verdict: 'NoOpinion', reason: '' },
      {
        type: 'Webhook',
        name: 'webhook',
        verdict: 'Allow',
        reason: 'by the webhook',
        review: { ...sent, status: { allowed: true, reason: 'by the webhook' } },
        isKept: false,
      },
    ]);
    expect((await stepsAs('bob', PODS)).at(-1)).toMatchObject({ isKept: true });
  });

  it('shows it to no other user', async () => {
    const { headers } = await server.request('GET', PODS, { token: 'alice' });
    expect(Object.keys(headers).filter((name) => name.startsWith('binnacle'))).toEqual([]);
  });
});

describe('/debug/access/who-can', () => {
  const whoCan = (query: string, token?: string) => server.request('GET', `/debug/access/who-can?${query}`, { token });

  it('names all subjects that roles allow, and authorizers that may allow others', async () => {
    const metadata = { name: 'reader' };
    const rules = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['a'] }];
    const subjects = [
      { kind: 'User', name: 'carol' },
      { kind: 'ServiceAccount', name: 'robot', namespace: 'other' },
    ];
    await server.client.post(`${RBAC}/namespaces/default/roles`, { metadata, rules });
    const roleRef = { kind: 'Role', name: 'reader' };
    await server.client.post(`${RBAC}/namespaces/default/rolebindings`, { metadata, subjects, roleRef });
    const { body } = await whoCan('verb=get&resource=pods&namespace=default&name=a');
    const by = 'RoleBinding "reader/default" of Role "reader"';
    expect(body).toMatchObject({ kind: 'WhoCanReview', apiVersion: 'access.binnacle.io/v1alpha1' });
    expect(body.status).toMatchObject({ incomplete: true, mayAllowOthers: ['webhook'] });
    expect(body.status.subjects).toEqual(
      expect.arrayContaining([
        { kind: 'Group', name: 'system:masters', by: expect.any(String) },
        { kind: 'User', name: 'carol', by },
        { kind: 'ServiceAccount', name: 'robot', namespace: 'other', by },
      ]),
    );
    const names = async (query: string): Promise<string[]> =>
      ((await whoCan(query)).body.status.subjects as Json[]).map(({ name }) => String(name));
    expect(await names('verb=get&resource=pods&namespace=other&name=a')).not.toContain('carol');
    expect(await names('verb=get&resource=pods&namespace=default&name=b')).not.toContain('carol');
    expect(await names('verb=get&path=/healthz')).toContain('system:unauthenticated');
  });

  it.each(['', 'verb=get', 'resource=pods', 'verb=get&resource=pods&path=/x', 'verb=get&resources=pods'])(
    'refuses the question %p',
    async (query) => {
      expect((await whoCan(query)).status).toBe(400);
    },
  );

  it('answers those only who may read the path', async () => {
    webhook.answerJson(() => ({ status: { allowed: false } }));
    expect((await whoCan('verb=get&resource=pods', 'alice')).status).toBe(403);
  });
});

describe('/debug/access/decision', () => {
  const decision = (query: string, token?: string) =>
    server.request('GET', `/debug/access/decision?${query}`, { token });

  it.each([
    ['verb=create&resource=pods&subresource=exec&namespace=default&name=a', { subresource: 'exec' }],
    ['verb=deletecollection&resource=secrets&namespace=default', { verb: 'deletecollection' }],
    ['verb=post&path=/console/jobs', { path: '/console/jobs', verb: 'post' }],
  ])('has the steps of a request that is not made: %s', async (query, sent) => {
    webhook.asked.length = 0;
    webhook.answerJson(() => ({ status: { allowed: false, denied: true, reason: 'not today' } }));
    const { status, body } = await decision(`${query}&user=erin&groups=devs&groups=night,shift`);
    expect([status, body.kind, body.status.verdict, body.status.reason]).toEqual([
      200,
      'DecisionReview',
      'Deny',
      'not today',
    ]);
    const steps = body.status.steps as Json[];
    expect(steps.map(({ type, verdict }) => `${type as string} ${verdict as string}`)).toEqual([
      'PrivilegedGroups NoOpinion',
      'RBAC NoOpinion',
      'Webhook Deny',
    ]);
    const { spec } = JSON.parse(webhook.asked[0].body) as { spec: Json };
    expect(spec).toMatchObject({ user: 'erin', groups: ['devs', 'night,shift'] });
    expect(spec.resourceAttributes ?? spec.nonResourceAttributes).toMatchObject(sent);
  });

  it('allows members of system:masters everything', async () => {
    const { body } = await decision('verb=get&resource=pods&user=root&groups=system:masters');
    expect(body.status).toMatchObject({ verdict: 'Allow', steps: [{ type: 'PrivilegedGroups', verdict: 'Allow' }] });
  });

  it('answers those only who may read the path, and whole questions', async () => {
    webhook.answerJson(() => ({ status: { allowed: false } }));
    expect((await decision('verb=get&resource=pods&user=bob', 'alice')).status).toBe(403);
    expect((await decision('verb=get&user=bob')).status).toBe(400);
  });
});

describe('/debug/access', () => {
  it('lists the pages', async () => {
    const { body } = await server.request('GET', '/debug/access');
    const paths = (body.items as { path: string }[]).map(({ path }) => path);
    expect(paths).toEqual(['who-can', 'decision', 'statistics', 'flush'].map((name) => `/debug/access/${name}`));
  });
});

describe('/debug/access/statistics and flush', () => {
  it('reports cached responses, and flushes them', async () => {
    await stepsAs('dora', PODS);
    const { body } = await server.request('GET', '/debug/access/statistics');
    expect(body.items).toMatchObject([
      { type: 'RBAC', name: 'rbac' },
      { type: 'Webhook', name: 'webhook', allowed: expect.any(Number), kept: expect.any(Number) },
    ]);
    const flushed = await server.request('POST', '/debug/access/flush?user=dora');
    expect(flushed.body).toMatchObject({ kind: 'AnswersForgotten', user: 'dora', count: 1 });
    webhook.asked.length = 0;
    await stepsAs('dora', PODS);
    expect(webhook.asked).toHaveLength(1);
  });

  it('is not there without --decision-trace', async () => {
    const plain = await startTestServer();
    expect((await plain.request('GET', '/debug/access/statistics')).status).toBe(404);
    await plain.close();
  });
});
