import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { makeKubeletCertificates } from '../support/fake-kubelet.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'admission-webhooks.md');
const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations';

let directory: string;
let webhook: ChildProcess;
let server: TestServer;

/** The files of the page, by their language. */
async function blocks(language: string): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8');
  return page
    .split('```')
    .flatMap((part) => (part.startsWith(`${language} file=`) ? [part.slice(part.indexOf('\n') + 1)] : []));
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  return port;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-webhook-page-'));
  const { authority, serving } = await makeKubeletCertificates();
  const [script] = await blocks('js');
  await writeFile(join(directory, 'webhook.mjs'), script);
  await writeFile(join(directory, 'tls.crt'), serving.certificate);
  await writeFile(join(directory, 'tls.key'), serving.key);
  const port = await freePort();
  webhook = spawn(process.execPath, ['webhook.mjs'], {
    cwd: directory,
    env: { PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(webhook.stdout!, 'data');
  const [configuration] = await blocks('yaml');
  const ca = Buffer.from(authority).toString('base64');
  const stored = configuration
    .replace('127.0.0.1:9443', `127.0.0.1:${port}`)
    .replace('caBundle: CA', `caBundle: ${ca}`);
  server = await startTestServer();
  await server.ready;
  expect((await server.client.post(CONFIGURATIONS, load(stored) as Json)).status).toBe(201);
});

afterAll(async () => {
  webhook.kill();
  await server.close();
  await rm(directory, { recursive: true });
});

function deploy(name: string, labels: Json | undefined): Promise<TestAnswer> {
  const pod = { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
  return server.client.post('/apis/apps/v1/namespaces/default/deployments', {
    metadata: { name, labels },
    spec: { selector: { matchLabels: { app: name } }, template: pod },
  });
}

describe('the webhook of the page', () => {
  it('has at most thirty lines', async () => {
    const [script] = await blocks('js');
    expect(script.trim().split('\n').length).toBeLessThanOrEqual(30);
  });

  it.each([
    ['no label', undefined, { team: 'unknown' }],
    ['a team', { team: 'north', tier: 'web' }, { team: 'north', tier: 'web' }],
    ['an exemption', { exempt: 'yes' }, { exempt: 'yes' }],
  ])('answers an object with %s', async (name, labels, expected) => {
    const { status, body } = await deploy(name.replace(' ', '-'), labels);
    expect([status, body.metadata.labels]).toEqual([201, expected]);
  });

  it('refuses the team none', async () => {
    const { status, body } = await deploy('none', { team: 'none' });
    const message = 'admission webhook "teams.example.com" denied the request: objects need a team';
    expect([status, body.message]).toEqual([403, message]);
  });
});
