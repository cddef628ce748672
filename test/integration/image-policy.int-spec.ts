import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnnotationRecorderPlugin, annotationsOf } from '../support/annotation-recorder.plugin.js';
import { makeKubeletCertificates } from '../support/fake-kubelet.js';
import { FakeWebhook, type WebhookRequest, kubeconfigOf } from '../support/fake-webhook.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const PODS = '/api/v1/namespaces/default/pods';
const PATCH = { 'content-type': 'application/strategic-merge-patch+json' };
const AUDIT = 'imagepolicywebhook.image-policy.k8s.io/';

const servers: TestServer[] = [];
let directory: string;
let webhook: FakeWebhook;
let authority: string;
let count = 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-image-policy-'));
  const certificates = await makeKubeletCertificates();
  authority = Buffer.from(certificates.authority).toString('base64');
  webhook = await FakeWebhook.start({ cert: certificates.serving.certificate, key: certificates.serving.key });
});

beforeEach(() => {
  webhook.asked.length = 0;
});

afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

afterAll(async () => {
  await webhook.close();
  await rm(directory, { recursive: true, force: true });
});

/** A server that asks the webhook; members are those of the section `imagePolicy`. */
async function start(members: Json = {}): Promise<TestServer> {
  const kubeConfigFile = join(directory, `kubeconfig-${count++}`);
  const cluster = { 'certificate-authority-data': authority };
  await writeFile(kubeConfigFile, kubeconfigOf(`${webhook.url}/review`, { cluster, user: { token: 'secret' } }));
  const configFile = join(directory, `admission-${count}.json`);
  const configuration = { imagePolicy: { kubeConfigFile, retryBackoff: 1, ...members } };
  const plugins = [{ name: 'ImagePolicyWebhook', configuration }];
  await writeFile(
    configFile,
    JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins }),
  );
  const server = await startTestServer({
    plugins: [AnnotationRecorderPlugin],
    admission: { enabledPlugins: ['ImagePolicyWebhook'], disabledPlugins: ['ServiceAccount'], configFile },
    extensions: { controllers: ['-*'] },
  });
  servers.push(server);
  return server;
}

/** Approves all images but those that are called bad. */
function judge({ body }: WebhookRequest): Json {
  const { containers } = (JSON.parse(body) as { spec: { containers: { image: string }[] } }).spec;
  const isAllowed = containers.every(({ image }) => !image.startsWith('bad'));
  const status = isAllowed
    ? { allowed: true, auditAnnotations: { scanned: 'yes' } }
    : { allowed: false, reason: 'bad' };
  return { apiVersion: 'imagepolicy.k8s.io/v1alpha1', kind: 'ImageReview', status };
}

const create = (server: TestServer, name: string, image: string): Promise<TestAnswer> =>
  server.client.request('POST', PODS, {
    body: { metadata: { name }, spec: { containers: [{ name: 'c', image }] } },
    headers: { 'audit-id': name },
  });
const patch = (server: TestServer, path: string, body: Json): Promise<TestAnswer> =>
  server.client.request('PATCH', `${PODS}/${path}`, { body, headers: PATCH });
const outcome = ({ status, body }: TestAnswer): unknown[] => [status, body.message];
const denial = (name: string): unknown[] => [
  403,
  `pods "${name}" is forbidden: image policy webhook backend denied one or more images: bad`,
];

describe('ImagePolicyWebhook', () => {
  it('asks about created pods, changed images and ephemeral containers, and obeys', async () => {
    webhook.answerJson(judge);
    const server = await start();
    expect((await create(server, 'fine', 'good:1')).status).toBe(201);
    expect(await annotationsOf('fine')).toEqual(expect.objectContaining({ [`${AUDIT}scanned`]: 'yes' }));
    expect(webhook.asked[0]).toMatchObject({
      method: 'POST',
      url: '/review?timeout=30s',
      headers: { authorization: 'Bearer secret' },
    });
    expect(outcome(await create(server, 'worse', 'bad:1'))).toEqual(denial('worse'));
    const changed = { spec: { containers: [{ name: 'c', image: 'bad:2' }] } };
    expect(outcome(await patch(server, 'fine', changed))).toEqual(denial('fine'));
    const added = (image: string): Json => ({ spec: { ephemeralContainers: [{ name: 'e', image }] } });
    expect(outcome(await patch(server, 'fine/ephemeralcontainers', added('bad:3')))).toEqual(denial('fine'));
    expect((await patch(server, 'fine/ephemeralcontainers', added('good:2'))).status).toBe(200);
    const reviewed = webhook.asked.map(({ body }) => (JSON.parse(body) as Json).spec.containers as Json);
    expect(reviewed).toEqual(['good:1', 'bad:1', 'bad:2', 'bad:3', 'good:2'].map((image) => [{ image }]));
  });

  it('caches approvals and denials, each for its time', async () => {
    webhook.answerJson(judge);
    const server = await start({ denyTTL: -1 });
    for (const name of ['a', 'b', 'c']) expect((await create(server, name, 'good:1')).status).toBe(201);
    expect(webhook.asked).toHaveLength(1);
    for (const name of ['d', 'e']) expect(outcome(await create(server, name, 'bad:1'))).toEqual(denial(name));
    expect(webhook.asked).toHaveLength(3);
  });

  it('tries again what fails for the moment', async () => {
    webhook.answer = (request, response) => {
      if (webhook.asked.length < 3) return void response.writeHead(500).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(judge(request)));
    };
    const server = await start();
    expect((await create(server, 'late', 'good:1')).status).toBe(201);
    expect(webhook.asked).toHaveLength(3);
  });

  it('rejects pods when the webhook fails, or accepts them with defaultAllow and says so', async () => {
    webhook.answerJson(() => ({}), 503);
    const closed = await start();
    const refused = await create(closed, 'closed', 'good:1');
    expect([refused.status, refused.body.reason]).toEqual([403, 'Forbidden']);
    expect(refused.body.message).toBe('pods "closed" is forbidden: the answer has status code 503');
    const open = await start({ defaultAllow: true });
    expect((await create(open, 'open', 'good:1')).status).toBe(201);
    expect(await annotationsOf('open')).toEqual(expect.objectContaining({ [`${AUDIT}failed-open`]: 'true' }));
  });

  it.each<[Json, string]>([
    [{ allowTTL: 1801 }, 'ImagePolicyWebhook: valid value is between 1s and 30m0s, got 30m1s'],
    [{ kubeConfigFile: '/nowhere/kubeconfig' }, 'ENOENT: no such file or directory'],
  ])('does not start with %j', async (members, message) => {
    await expect(start(members)).rejects.toThrow(message);
  });
});
