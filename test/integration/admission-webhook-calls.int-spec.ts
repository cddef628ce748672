import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeKubeletCertificates } from '../support/fake-kubelet.js';
import { FakeWebhook } from '../support/fake-webhook.js';
import { type TestServer, type TestServerOptions, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const GROUP = '/apis/admissionregistration.k8s.io/v1';
const DEFAULT = '/api/v1/namespaces/default';

let directory: string;
let webhook: FakeWebhook;
let caBundle: string;
let server: TestServer | undefined;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-webhooks-'));
  const { authority, serving } = await makeKubeletCertificates();
  caBundle = Buffer.from(authority).toString('base64');
  webhook = await FakeWebhook.start({ cert: serving.certificate, key: serving.key });
});

beforeEach(() => {
  webhook.asked.length = 0;
  respond(() => ({}));
});

afterEach(async () => {
  await server?.close();
  server = undefined;
});

afterAll(async () => {
  await webhook.close();
  await rm(directory, { recursive: true, force: true });
});

function respond(make: (request: Json) => Json): void {
  webhook.answerJson(({ body }) => {
    const { apiVersion, kind, request } = JSON.parse(body) as Json;
    return { apiVersion, kind, response: { uid: request.uid, allowed: true, ...make(request) } };
  });
}

async function start(options: TestServerOptions = {}): Promise<TestServer> {
  server = await startTestServer({ extensions: { controllers: ['-*'] }, ...options });
  await server.ready;
  return server;
}

/** Stores a configuration with one webhook about writes to the default namespace. */
async function configure(rule: Json, more: Json = {}, sort = 'validating'): Promise<void> {
  const webhooks = [
    {
      name: 'a.example.com',
      clientConfig: { url: `${webhook.url}/a`, caBundle },
      rules: [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], ...rule }],
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'default' } },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      ...more,
    },
  ];
  const made = await server!.client.post(`${GROUP}/${sort}webhookconfigurations`, {
    metadata: { name: `${sort}-a` },
    webhooks,
  });
  expect(made.status).toBe(201);
}

const reviews = (): Json[] => webhook.asked.map(({ body }) => (JSON.parse(body) as Json).request as Json);

const createConfigMap = (name: string, query = '') =>
  server!.client.post(`${DEFAULT}/configmaps${query}`, { metadata: { name } });

describe('the kubeconfig file of webhook plugins', () => {
  const TOKENS: Json = { 'other.example.com': 'other', '*.example.com': 'wild', '127.0.0.1': 'no port' };

  async function configurationFile(users: Json, more: Json = {}): Promise<string> {
    const kubeConfigFile = join(directory, 'webhooks.yaml');
    const listed = Object.entries(users).map(([name, token]) => ({ name, user: { token } }));
    await writeFile(kubeConfigFile, JSON.stringify({ apiVersion: 'v1', kind: 'Config', users: listed }));
    const configuration = {
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'WebhookAdmissionConfiguration',
      kubeConfigFile,
      ...more,
    };
    const file = join(directory, 'admission.yaml');
    const plugins = [{ name: 'ValidatingAdmissionWebhook', configuration }];
    const content = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins };
    await writeFile(file, JSON.stringify(content));
    return file;
  }

  const startConfigured = async (users: Json, more?: Json) =>
    start({ admission: { configFile: await configurationFile(users, more) } });

  it('has the credentials for the host that a webhook is at, and nobody else gets them', async () => {
    const { port } = new URL(webhook.url);
    await startConfigured({ ...TOKENS, [`127.0.0.1:${port}`]: 'right' });
    await configure({ resources: ['configmaps'] });
    await configure({ resources: ['configmaps'] }, {}, 'mutating');
    expect((await createConfigMap('a')).status).toBe(201);
    expect(webhook.asked.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer right']);
  });

  it('has none for a host it does not name', async () => {
    await startConfigured(TOKENS);
    await configure({ resources: ['configmaps'] });
    expect((await createConfigMap('a')).status).toBe(201);
    expect(webhook.asked[0].headers.authorization).toBeUndefined();
  });

  it('does not make credentials go where a webhook redirects to', async () => {
    await startConfigured({ '*': 'right' });
    await configure({ resources: ['configmaps'] });
    webhook.answer = (_request, response) => void response.writeHead(307, { location: `${webhook.url}/other` }).end();
    expect((await createConfigMap('a')).status).toBe(500);
    expect(webhook.asked.map(({ url }) => url)).toEqual(['/a?timeout=10s']);
  });

  it.each([
    [{ kubeConfigFile: 'webhooks.yaml' }, 'must be an absolute file path'],
    [{ kubeConfigFile: '/nowhere/webhooks.yaml' }, 'ENOENT'],
    [{ kind: 'Configuration' }, 'kind: must be WebhookAdmissionConfiguration'],
    [{ apiVersion: 'apiserver.config.k8s.io/v2' }, 'apiVersion: "apiserver.config.k8s.io/v2" is not one of'],
    [{ file: 'x' }, 'unknown key "file"'],
  ])('ends the start where it is %j', async (more, message) => {
    await expect(startConfigured({}, more)).rejects.toThrow(message);
  });

  it('ends the start where a user in it has no readable credentials', async () => {
    await expect(startConfigured({ '*': 7 })).rejects.toThrow('must be a text');
  });
});

describe('the time of a webhook', () => {
  it('is not longer than that of its request, rounded up to seconds', async () => {
    await start();
    await configure({ resources: ['configmaps'] });
    expect((await createConfigMap('a', '?timeout=1500ms')).status).toBe(201);
    expect(webhook.asked[0].url).toBe('/a?timeout=2s');
  });

  it('ends a write under Fail with the reason', async () => {
    await start();
    await configure({ resources: ['configmaps'] }, { timeoutSeconds: 1 });
    webhook.answer = () => undefined;
    const { status, body } = await createConfigMap('a');
    expect([status, body.message]).toEqual([500, expect.stringMatching(/\?timeout=1s": context deadline exceeded$/)]);
  });
});

describe('metrics of webhooks', () => {
  it('count calls, refusals, ignored failures and excluded writes by the names of the reference', async () => {
    await start();
    const matchConditions = [{ name: 'c', expression: 'object.metadata.name != "excluded"' }];
    await configure({ resources: ['configmaps'] }, { failurePolicy: 'Ignore', matchConditions });
    respond(({ object }) => (object.metadata.name === 'denied' ? { allowed: false, status: { code: 418 } } : {}));
    for (const name of ['allowed', 'denied', 'excluded']) await createConfigMap(name);
    webhook.answer = (_request, response) => void response.writeHead(502).end();
    await createConfigMap('failed');
    const { text } = await server!.client.request('GET', '/metrics');
    const samples = text.split('\n').filter((line) => /^apiserver_admission_(webhook|match)/.test(line));
    const of = 'name="a.example.com"';
    const call = `${of},operation="CREATE"`;
    expect(samples).toEqual(
      expect.arrayContaining([
        `apiserver_admission_webhook_request_total{code="200",${call},rejected="false",type="validating"} 1`,
        `apiserver_admission_webhook_request_total{code="418",${call},rejected="true",type="validating"} 1`,
        `apiserver_admission_webhook_request_total{code="502",${call},rejected="false",type="validating"} 1`,
        `apiserver_admission_webhook_rejection_count{error_type="no_error",${call},rejection_code="418",type="validating"} 1`,
        `apiserver_admission_webhook_fail_open_count{${of},type="validating"} 1`,
        `apiserver_admission_webhook_admission_duration_seconds_count{${call},rejected="false",type="validating"} 2`,
        `apiserver_admission_match_condition_exclusions_total{kind="webhook",${call},type="validate"} 1`,
        `apiserver_admission_match_condition_evaluation_seconds_count{kind="webhook",${call},type="validate"} 4`,
      ]),
    );
  });
});

describe('--decision-trace', () => {
  it('shows administrators the plugins and webhooks that have looked at a write, with time and outcome', async () => {
    await start({ authorization: { decisionTrace: true } });
    await configure({ resources: ['configmaps'] });
    respond(() => ({ allowed: false, status: { message: 'not here' } }));
    const { headers } = await createConfigMap('a');
    const steps = JSON.parse(String(headers['binnacle-admission'])) as Json[];
    const last = steps.at(-1)!;
    expect(last).toMatchObject({ plugin: 'ValidatingAdmissionWebhook', step: 'validate', outcome: 'denied' });
    expect(last.rules).toEqual([
      {
        rule: 'webhook a.example.com of configuration validating-a',
        outcome: 'denied',
        message: 'admission webhook "a.example.com" denied the request: not here',
        ms: expect.any(Number) as number,
      },
    ]);
    expect(steps.some(({ plugin }) => plugin === 'MutatingAdmissionWebhook')).toBe(true);
  });

  it('shows others nothing', async () => {
    await start({ authorization: { decisionTrace: true, modes: ['AlwaysAllow'] }, tokens: ['plain,plain,2,""'] });
    const { headers } = await server!.connect('plain').post(`${DEFAULT}/configmaps`, { metadata: { name: 'a' } });
    expect(headers['binnacle-admission']).toBeUndefined();
  });
});

describe('what webhooks are asked about', () => {
  const pod = {
    metadata: { name: 'p' },
    spec: { containers: [{ name: 'c', image: 'x' }], automountServiceAccountToken: false },
  };

  beforeEach(async () => {
    await start({ admission: { disabledPlugins: ['ServiceAccount'] } });
    await server!.client.post(`${DEFAULT}/pods`, pod);
  });

  it.each(['exec', 'attach', 'portforward', 'proxy'])('includes connections: %s', async (name) => {
    await configure({ operations: ['CONNECT'], resources: ['pods/*'] });
    respond(() => ({ allowed: false, status: { code: 403 } }));
    const { status } = await server!.client.post(`${DEFAULT}/pods/p/${name}?command=ls`, {});
    expect([status, reviews()[0].operation, reviews()[0].subResource]).toEqual([403, 'CONNECT', name]);
    expect(reviews()[0].oldObject).toBeNull();
  });

  it('includes deletions with the stored object, and those of a collection one by one', async () => {
    await createConfigMap('a');
    await createConfigMap('b');
    await configure({ operations: ['DELETE'], resources: ['configmaps'] });
    await server!.client.request('DELETE', `${DEFAULT}/configmaps/a`);
    await createConfigMap('c');
    await server!.client.request('DELETE', `${DEFAULT}/configmaps`);
    const told = reviews().map(({ name = '', object, oldObject }) => [name, object, oldObject.metadata.name]);
    expect(told[0]).toEqual(['a', null, 'a']);
    expect(told.slice(1)).toEqual(
      expect.arrayContaining([
        ['', null, 'b'],
        ['', null, 'c'],
      ]),
    );
  });

  it('includes bindings and evictions in their own kinds, and the status', async () => {
    await configure({ resources: ['pods/*'] });
    const bound = { target: { kind: 'Node', name: 'n' }, metadata: { name: 'p' } };
    await server!.client.post(`${DEFAULT}/pods/p/binding`, bound);
    const { body: stored } = await server!.client.get(`${DEFAULT}/pods/p`);
    await server!.client.put(`${DEFAULT}/pods/p/status`, { ...stored, status: { message: 'm' } });
    await server!.client.post(`${DEFAULT}/pods/p/eviction`, { metadata: { name: 'p' } });
    const kinds = reviews().map(({ kind, subResource = '', operation }) => [kind.kind, subResource, operation]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['Binding', 'binding', 'CREATE'],
        ['Pod', 'status', 'UPDATE'],
        ['Eviction', 'eviction', 'CREATE'],
      ]),
    );
  });

  it('includes reviews of access, as the reference, which spares them only from policies', async () => {
    await configure({ resources: ['*'] }, { namespaceSelector: {} });
    respond(() => ({ allowed: false }));
    const spec = { resourceAttributes: { verb: 'get', resource: 'pods' } };
    const { status } = await server!.client.post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', { spec });
    expect([status, reviews()[0].kind.kind]).toEqual([400, 'SelfSubjectAccessReview']);
  });
});
