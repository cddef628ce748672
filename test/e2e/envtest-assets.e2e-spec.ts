import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createAuthority, issueCertificate } from '../../src/server/certificates/issuer.js';
import { eventually } from '../support/eventually.js';
import { TestClient } from '../support/test-client.js';

const MAIN = resolve(import.meta.dirname, '..', '..', 'dist', 'src', 'main.js');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** The files that envtest makes before it starts kube-apiserver, and the client it then provisions. */
async function provision(directory: string) {
  const now = new Date();
  const [serving, accounts, clients] = await Promise.all(
    ['envtest-environment', 'sa', 'clients'].map((name) => createAuthority(name, now)),
  );
  const names = { dnsNames: ['localhost'], addresses: ['127.0.0.1', '::1'] };
  const server = await issueCertificate(serving, { subject: { commonName: 'localhost' }, usage: 'server', names }, now);
  const admin = await issueCertificate(
    clients,
    { subject: { commonName: 'admin', organizations: ['system:masters'] }, usage: 'client' },
    now,
  );
  const files = {
    'apiserver.crt': server.certificate,
    'apiserver.key': server.key,
    'sa-signer.crt': accounts.certificate,
    'sa-signer.key': accounts.key,
    'client-cert-auth-ca.crt': clients.certificate,
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(directory, name), text)));
  return { ca: serving.certificate, admin };
}

function flagsOf(directory: string, { port, etcd }: { readonly port: number; readonly etcd: string }): string[] {
  return [
    '--allow-privileged=true',
    '--authorization-mode=RBAC',
    '--bind-address=127.0.0.1',
    `--cert-dir=${directory}`,
    `--client-ca-file=${join(directory, 'client-cert-auth-ca.crt')}`,
    '--disable-admission-plugins=ServiceAccount',
    `--etcd-servers=${etcd}`,
    `--secure-port=${port}`,
    `--service-account-issuer=https://127.0.0.1:${port}/`,
    `--service-account-key-file=${join(directory, 'sa-signer.crt')}`,
    `--service-account-signing-key-file=${join(directory, 'sa-signer.key')}`,
    '--service-cluster-ip-range=10.0.0.0/24',
  ];
}

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((done, reject) => {
    const call = request(url, (response) => {
      response.resume();
      done(response.statusCode);
    });
    call.on('error', reject).end();
  });
}

async function end(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

describe('binnacle envtest-assets', () => {
  let assets: string;

  beforeAll(async () => {
    assets = await mkdtemp(join(tmpdir(), 'binnacle-envtest-'));
    const printed = execFileSync(process.execPath, [MAIN, 'envtest-assets', assets], { encoding: 'utf8' });
    expect(printed).toBe(`export KUBEBUILDER_ASSETS=${assets}\n`);
  });
  afterAll(() => rm(assets, { recursive: true, force: true }));

  it('answers the help that flags are looked up in', () => {
    const help = execFileSync(join(assets, 'kube-apiserver'), ['--help'], { encoding: 'utf8' });
    expect(help).toMatch(/^\s*--secure-port\b/m);
    expect(execFileSync(join(assets, 'etcd'), ['--help'], { encoding: 'utf8' })).not.toContain('unsafe-no-fsync');
  });

  it('starts, answers its health checks and stops as envtest wants it', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'binnacle-envtest-certs-'));
    const { ca, admin } = await provision(directory);
    const [etcdPort, port] = [await freePort(), await freePort()];
    const etcdUrl = `http://127.0.0.1:${etcdPort}`;
    const etcdFlags = [`--listen-client-urls=${etcdUrl}`, `--advertise-client-urls=${etcdUrl}`, '--data-dir=/nowhere'];
    const etcd = spawn(join(assets, 'etcd'), etcdFlags, { stdio: 'inherit' });
    await eventually(async () => expect(await statusOf(`${etcdUrl}/health`)).toBe(200));
    const apiServer = spawn(join(assets, 'kube-apiserver'), flagsOf(directory, { port, etcd: etcdUrl }), {
      stdio: 'ignore',
    });
    const url = `https://127.0.0.1:${port}`;
    const anonymous = new TestClient({ url, ca });
    await eventually(async () => expect((await anonymous.get('/healthz')).status).toBe(200));
    const client = new TestClient({ url, ca, cert: admin.certificate, key: admin.key });
    const maps = '/api/v1/namespaces/default/configmaps';
    expect((await client.post(maps, { metadata: { name: 'a' } })).status).toBe(201);
    await client.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'robot' } });
    const order = await client.post('/api/v1/namespaces/default/serviceaccounts/robot/token', { spec: {} });
    const { token } = order.body.status as { token: string };
    expect((await anonymous.request('GET', maps, { token })).body.message).toContain('default:robot');
    // As kube-apiserver alone: no controllers.
    expect((await client.get('/api/v1/namespaces/default/serviceaccounts/default')).status).toBe(404);
    client.close();
    anonymous.close();
    expect(await end(apiServer)).toBe(0);
    expect(await end(etcd)).toBe(0);
    await rm(directory, { recursive: true, force: true });
  });
});

describe('binnacle test-server', () => {
  it('prints one line of JSON and ends with its standard input', async () => {
    const child = spawn(process.execPath, [MAIN, 'test-server', '--json', '--nodes=1'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { url, certificateAuthority: ca, token, kubeconfig } = JSON.parse(line.toString()) as Record<string, string>;
    expect(kubeconfig).toMatch(/admin\.kubeconfig$/);
    const client = new TestClient({ url, ca, token });
    expect((await client.get('/api/v1/nodes/node-0')).status).toBe(200);
    client.close();
    child.stdin.end();
    expect(((await once(child, 'exit')) as [number])[0]).toBe(0);
  });

  it.each([
    [['--nodes=many'], '--nodes: "many" is no number'],
    [['--what'], "Unknown option '--what'"],
  ])('refuses %j', (words, message) => {
    const run = (): string =>
      execFileSync(process.execPath, [MAIN, 'test-server', ...words], { stdio: 'pipe' }).toString();
    expect(run).toThrow(message);
  });
});
