import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeWebhook, kubeconfigOf, type WebhookRequest } from '../support/fake-webhook.js';
import { eventually } from '../support/storage-recorder.js';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/start-test-server.js';

interface Review {
  readonly spec: {
    readonly user: string;
    readonly resourceAttributes?: { readonly verb: string; readonly resource: string; readonly namespace?: string };
  };
}

const TOKENS = ['alice,alice,2,"devs"', 'bob,bob,3'];
const PODS = '/api/v1/namespaces/default/pods';
const V1 = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthorizationConfiguration' };

let directory: string;
let webhook: FakeWebhook;
let server: TestServer | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-authz-'));
  webhook = await FakeWebhook.start();
  await file('webhook.kubeconfig', kubeconfigOf(`${webhook.url}/authorize`));
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  await webhook.close();
  await rm(directory, { recursive: true });
});

/** Puts a file in place at once, as its followers expect. */
async function file(name: string, content: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
  return path;
}

function webhookEntry(name: string, changes: object = {}): object {
  const connectionInfo = { type: 'KubeConfigFile', kubeConfigFile: join(directory, 'webhook.kubeconfig') };
  const version = { subjectAccessReviewVersion: 'v1', matchConditionSubjectAccessReviewVersion: 'v1' };
  return {
    type: 'Webhook',
    name,
    webhook: { timeout: '500ms', failurePolicy: 'Deny', connectionInfo, ...version, ...changes },
  };
}

const RBAC = { type: 'RBAC', name: 'rbac' };
const configuration = (...authorizers: object[]): Promise<string> =>
  file('authorization.yaml', JSON.stringify({ ...V1, authorizers }));

async function start(authorization: TestServerOptions['authorization']): Promise<TestServer> {
  server = await startTestServer({ tokens: TOKENS, authorization });
  return server;
}

const startWith = async (...authorizers: object[]): Promise<TestServer> =>
  start({ configFile: await configuration(...authorizers) });

const reviewIn = ({ body }: WebhookRequest): Review => JSON.parse(body) as Review;
const reviews = (): Review[] => webhook.asked.map(reviewIn);
const get = (path: string, token: string) => server!.request('GET', path, { token });

function answerBy(judge: (review: Review) => object): void {
  webhook.answerJson((request) => ({ status: judge(reviewIn(request)) }));
}

async function metrics(): Promise<string> {
  return (await server!.request('GET', '/metrics')).text;
}

async function metric(line: string): Promise<boolean> {
  return (await metrics()).includes(line);
}

describe('mode Webhook', () => {
  it('asks the webhook of --authorization-webhook-config-file, in v1beta1 [AZMODE-07, AUTHZ-06]', async () => {
    await start({ modes: ['RBAC', 'Webhook'], webhookConfigFile: join(directory, 'webhook.kubeconfig') });
    answerBy(({ spec }) => ({ allowed: spec.user === 'alice' }));
    expect((await get(PODS, 'alice')).status).toBe(200);
    expect((await get(PODS, 'bob')).status).toBe(403);
    expect(webhook.asked[0]).toMatchObject({ method: 'POST', url: '/authorize?timeout=30s' });
    expect(JSON.parse(webhook.asked[0].body)).toMatchObject({
      kind: 'SubjectAccessReview',
      apiVersion: 'authorization.k8s.io/v1beta1',
      spec: { user: 'alice', uid: '2', group: ['devs', 'system:authenticated'] },
    });
  });

  it('never asks about system:masters, who may do everything [AZMODE-13]', async () => {
    const { request } = await startWith(webhookEntry('w'));
    answerBy(() => ({ denied: true }));
    expect((await request('GET', PODS)).status).toBe(200);
    expect(reviews()).toEqual([]);
  });

  it('sends the webhook the selectors of lists [AUTHZ-16]', async () => {
    await startWith(webhookEntry('w'));
    answerBy(() => ({ allowed: true }));
    await get(`${PODS}?fieldSelector=spec.nodeName%3Dn&labelSelector=a+in+(c,b)`, 'alice');
    expect(reviews()[0].spec.resourceAttributes).toMatchObject({
      verb: 'list',
      fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'In', values: ['n'] }] },
      labelSelector: { requirements: [{ key: 'a', operator: 'In', values: ['b', 'c'] }] },
    });
  });
});

describe('--authorization-config', () => {
  it('asks in the order of the file, and the first who decides, decides [AZMODE-08, AZMODE-11, AZCFG-02]', async () => {
    await startWith(
      webhookEntry('first'),
      webhookEntry('second', {
        connectionInfo: {
          type: 'KubeConfigFile',
          kubeConfigFile: await file('other', kubeconfigOf(`${webhook.url}/second`)),
        },
      }),
      RBAC,
    );
    webhook.answerJson((request) => {
      const { verb } = reviewIn(request).spec.resourceAttributes!;
      const isFirst = request.url.startsWith('/authorize');
      return { status: isFirst ? { denied: verb === 'delete', reason: 'no deletions' } : { allowed: verb === 'list' } };
    });
    expect((await get(PODS, 'alice')).status).toBe(200);
    const { status, body } = await server!.request('DELETE', `${PODS}/a`, { token: 'alice' });
    expect([status, body.message]).toEqual([403, expect.stringContaining(': no deletions')]);
    expect((await get(`${PODS}/a`, 'alice')).status).toBe(403);
    expect(webhook.asked.map(({ url }) => url.slice(1, url.indexOf('?')))).toEqual([
      'authorize',
      'second',
      'authorize',
      'authorize',
      'second',
    ]);
    expect(
      await metric('apiserver_authorization_decisions_total{decision="denied",name="first",type="Webhook"} 1'),
    ).toBe(true);
    expect(await metric('apiserver_authorization_webhook_evaluations_total{name="second",result="success"} 2')).toBe(
      true,
    );
  });

  it('asks once while an answer is kept [AZCFG-06, AZCFG-07]', async () => {
    await startWith(webhookEntry('w'));
    answerBy(({ spec }) => ({ allowed: spec.user === 'alice' }));
    for (const token of ['alice', 'alice', 'bob', 'bob']) await get(PODS, token);
    expect(reviews().map(({ spec }) => spec.user)).toEqual(['alice', 'bob']);
    expect(await metric('authorization_attempts_total{result="no-opinion"} 2')).toBe(true);
    expect(await metric('authorization_duration_seconds_count{result="no-opinion"} 2')).toBe(true);
  });

  it('denies when the webhook fails and the policy is Deny, saying why [AZCFG-08, AZCFG-11]', async () => {
    await startWith(webhookEntry('w'), { type: 'AlwaysAllow', name: 'all' });
    webhook.answer = () => {};
    const { status, body } = await get(PODS, 'alice');
    expect([status, body.reason]).toEqual([403, 'Forbidden']);
    expect(body.message).toContain(': webhook authorizer "w" failed: no answer in time');
    expect(await metric('apiserver_authorization_webhook_evaluations_total{name="w",result="timeout"} 1')).toBe(true);
  });

  it('asks the next when the webhook fails and the policy is NoOpinion [AZCFG-11]', async () => {
    await startWith(webhookEntry('w', { failurePolicy: 'NoOpinion' }), { type: 'AlwaysAllow', name: 'all' });
    webhook.answer = (_, response) => void response.writeHead(404).end();
    expect((await get(PODS, 'alice')).status).toBe(200);
    expect(await metric('apiserver_authorization_webhook_evaluations_fail_open_total{name="w",result="error"} 1')).toBe(
      true,
    );
  });

  it('asks only about what meets the conditions [AZCFG-15, AZCFG-16]', async () => {
    const matchConditions = [
      { expression: 'has(request.resourceAttributes)' },
      { expression: 'request.resourceAttributes.namespace == "default"' },
    ];
    await startWith(webhookEntry('w', { matchConditions }), RBAC);
    answerBy(() => ({ allowed: true }));
    expect((await get(PODS, 'alice')).status).toBe(200);
    expect((await get('/version', 'alice')).status).toBe(200);
    expect((await get('/api/v1/nodes', 'alice')).status).toBe(403);
    expect(reviews()).toHaveLength(1);
    expect(await metric('match_condition_exclusions_total{name="w",type="Webhook"}')).toBe(true);
  });

  it('is asked by access reviews as well, and its rules cannot be listed', async () => {
    await startWith(webhookEntry('w'), RBAC);
    answerBy(({ spec }) => (spec.resourceAttributes?.resource === 'pods' ? { allowed: true, reason: 'hook' } : {}));
    const resourceAttributes = { verb: 'get', resource: 'pods', namespace: 'n' };
    const review = { spec: { user: 'carol', resourceAttributes } };
    const asked = await server!.request('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', { body: review });
    expect(asked.body.status).toEqual({ allowed: true, reason: 'hook' });
    const rules = await server!.request('POST', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', {
      body: { spec: { namespace: 'n' } },
      token: 'alice',
    });
    expect(rules.body.status).toMatchObject({
      incomplete: true,
      evaluationError: 'webhook authorizer does not support user rule resolution',
    });
  });

  it('is read again when it changes [AZCFG-19]', async () => {
    await startWith(webhookEntry('w'), RBAC);
    answerBy(() => ({ allowed: true }));
    expect((await get(PODS, 'alice')).status).toBe(200);
    await configuration(RBAC);
    await eventually(async () => (await get(PODS, 'alice')).status === 403, 'the file is in force');
    expect(
      await metric('apiserver_authorization_config_controller_automatic_reloads_total{apiserver_id_hash="sha256:'),
    ).toBe(true);
  });

  it.each<[string, () => Promise<string>]>([
    ['is broken', () => file('authorization.yaml', '{')],
    ['says what cannot be', () => configuration({ type: 'RBAC' })],
    ['leaves RBAC out', () => configuration(webhookEntry('w'))],
    ['brings Node in', () => configuration(webhookEntry('w'), RBAC, { type: 'Node', name: 'node' })],
    [
      'has a condition that cannot be compiled',
      () => configuration(webhookEntry('w', { matchConditions: [{ expression: '(' }] }), RBAC),
    ],
  ])('stays as it was when the changed file %s [AZCFG-21]', async (_, change) => {
    await startWith(webhookEntry('w'), RBAC);
    answerBy(() => ({ allowed: true }));
    await change();
    await eventually(
      () => metric('apiserver_authorization_config_controller_automatic_reloads_total{apiserver_id_hash="sha256:'),
      'the file is read',
    );
    expect(await metrics()).toMatch(/automatic_reloads_total\{[^}]*status="failure"\} 1/);
    expect((await get(PODS, 'alice')).status).toBe(200);
  });

  it.each<[string, string, RegExp]>([
    ['no YAML', '{a: 1, a: 2}', /is not YAML: duplicated mapping key/],
    ['a kind of its own', JSON.stringify({ ...V1, kind: 'Pod' }), /kind: Invalid value: "Pod"/],
    ['no authorizers', JSON.stringify(V1), /authorizers: Required value: at least one authorization mode/],
  ])('stops the start with %s [AZCFG-01]', async (_, content, message) => {
    await expect(start({ configFile: await file('authorization.yaml', content) })).rejects.toThrow(message);
  });

  it('stops the start when flags say it as well [AZMODE-12]', async () => {
    const configFile = await configuration(RBAC);
    await expect(start({ configFile, modes: ['RBAC'] })).rejects.toThrow(
      '--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined',
    );
  });

  it('stops the start when the kubeconfig of a webhook cannot be used [AZCFG-12, AZCFG-13]', async () => {
    await file('webhook.kubeconfig', JSON.stringify({ kind: 'Config' }));
    await expect(startWith(webhookEntry('w'))).rejects.toThrow('current-context: Required value');
  });
});

describe('mode ABAC', () => {
  const POLICY = { user: 'alice', namespace: 'default', resource: 'pods', readonly: true };

  it('decides by the policies of a file, which is read again when it changes [AZMODE-04]', async () => {
    const policyFile = await file('policies', JSON.stringify(POLICY));
    await start({ modes: ['ABAC'], policyFile });
    expect([(await get(PODS, 'alice')).status, (await get(PODS, 'bob')).status]).toEqual([200, 403]);
    expect((await get('/api/v1/namespaces/other/pods', 'alice')).body.message).toContain(': No policy matched.');
    await file('policies', '{');
    await file('policies', JSON.stringify({ ...POLICY, user: 'bob' }));
    await eventually(async () => (await get(PODS, 'bob')).status === 200, 'the file is in force');
    expect((await get(PODS, 'alice')).status).toBe(403);
  });

  it('stops the start with a line that cannot be read, which it names [AZMODE-04]', async () => {
    const policyFile = await file('policies', `${JSON.stringify(POLICY)}\n{"user":7}\n`);
    await expect(start({ modes: ['ABAC'], policyFile })).rejects.toThrow(
      `error reading policy file ${policyFile}, line 2: user: Invalid value: "number": must be a text`,
    );
  });

  it('stops the start without its file [AZMODE-04]', async () => {
    await expect(start({ modes: ['ABAC'] })).rejects.toThrow(
      "authorization-mode ABAC's authorization policy file not passed",
    );
  });
});
