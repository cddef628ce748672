import { makeKubeletCertificates } from '../support/fake-kubelet.js';
import { eventually } from '../support/eventually.js';
import { FakeWebhook } from '../support/fake-webhook.js';
import { INSPECTABLE, liveMegabytes } from './live-memory.js';
import { leastWait } from './looks.js';
import { type AttackedServer, MOST_LATENCY, Prober, startAttackedServer } from './support.js';

const NAMESPACE = '/api/v1/namespaces/default';
const WRITES = 1000;
const DATA = 'x'.repeat(50_000);
/** Each waiting write has its object, as text and as data; reviews have a text only while they are sent. */
const MOST_GROWTH = 250;

let server: AttackedServer;
let webhook: FakeWebhook;

beforeAll(async () => {
  const { authority, serving } = await makeKubeletCertificates();
  webhook = await FakeWebhook.start({ cert: serving.certificate, key: serving.key });
  webhook.answer = () => undefined;
  server = await startAttackedServer(['--max-mutating-requests-inflight=4000'], { nodeFlags: INSPECTABLE });
  await server.admin.post('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
    metadata: { name: 'slow' },
    webhooks: [
      {
        name: 'slow.example.com',
        clientConfig: { url: webhook.url, caBundle: Buffer.from(authority).toString('base64') },
        rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        timeoutSeconds: 30,
      },
    ],
  });
});

afterAll(() => server.stop());

/** The writes that have arrived and not been answered. */
async function waitingWrites(): Promise<number> {
  const { text } = await server.admin.get('/metrics');
  return Number(/^apiserver_current_inflight_requests\{request_kind="mutating"\} (\d+)/m.exec(text)?.[1]);
}

/** The milliseconds that a write takes which the webhook is not about. */
async function writeTime(): Promise<number> {
  const started = performance.now();
  const { status } = await server.admin.post(`${NAMESPACE}/secrets`, { metadata: { generateName: 'passes-' } });
  expect(status).toBe(201);
  return performance.now() - started;
}

it('bounds the memory of a thousand writes that wait for a slow webhook, and holds up no others', async () => {
  const before = await liveMegabytes(server);
  const many = server.connect(server.adminToken, WRITES);
  const prober = new Prober(server.connect(server.adminToken));
  const answers = Array.from({ length: WRITES }, (_, i) =>
    many.post(`${NAMESPACE}/configmaps`, { metadata: { name: `waits-${i}` }, data: { DATA } }),
  );
  const settled = Promise.allSettled(answers);
  // Handshakes of a thousand connections take a while.
  await eventually(async () => expect(await waitingWrites()).toBeGreaterThanOrEqual(WRITES));
  // The bodies of the writes are read by then.
  await eventually(async () => {
    for (let i = 0; i < 5; i++) expect(await writeTime()).toBeLessThan(MOST_LATENCY);
  });
  expect(await leastWait({ prober, work: writeTime })).toBeLessThan(MOST_LATENCY);
  // Collecting garbage stops the server, so it comes last.
  expect((await liveMegabytes(server)) - before).toBeLessThan(MOST_GROWTH);
  // More reviews of one webhook are never sent at a time.
  expect(webhook.asked).toHaveLength(64);
  await prober.stop();
  await webhook.close();
  await settled;
});
