import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority } from '../support/authority.js';
import { eventually } from '../support/eventually.js';
import { API_SERVICES, FakeExtensionServer } from '../support/fake-extension-server.js';
import { SELF_SIGNED_CA } from '../support/self-signed-ca.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const GEARS = '/apis/far.example.com/v1/gears';

let directory: string;
let server: TestServer;
let extension: FakeExtensionServer;
let authority: TestAuthority;
let files: { readonly clientCertificate: string; readonly clientKey: string };

async function writeCertificate(name: string): Promise<void> {
  const { cert, key } = await authority.issue({ name: `CN=${name}` });
  await writeFile(files.clientKey, key);
  await writeFile(files.clientCertificate, cert);
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-aggregation-'));
  files = { clientCertificate: join(directory, 'proxy.crt'), clientKey: join(directory, 'proxy.key') };
  authority = await TestAuthority.create('proxies');
  await writeCertificate('brought-along');
  extension = await FakeExtensionServer.start();
  const [policyFile, logPath] = [join(directory, 'policy.json'), join(directory, 'audit.log')];
  const policy = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] };
  await writeFile(policyFile, JSON.stringify(policy));
  server = await startTestServer({ aggregation: files, audit: { policyFile, logPath } });
  await server.ready;
  await extension.addService(server);
  await extension.register(server, 'far.example.com');
});

beforeEach(() => {
  extension.asked.length = 0;
  extension.answerJson({});
});

afterAll(async () => {
  await server.close();
  await extension.close();
  await rm(directory, { recursive: true, force: true });
});

/** The subject of the client certificate that a forwarded request comes with. */
async function shownSubject(): Promise<string | undefined> {
  extension.asked.length = 0;
  expect((await server.client.get(GEARS)).status).toBe(200);
  return extension.asked[0].peer?.subject;
}

describe('the client certificate for extension servers', () => {
  it('is that of the flags, and no authority is published for it', async () => {
    expect(await shownSubject()).toBe('CN=brought-along');
    const published = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';
    const { data } = (await server.client.get(published)).body;
    expect(Object.keys(data as object)).toEqual(['client-ca-file']);
  });

  it('is a new one when the files change, on new connections', async () => {
    await writeCertificate('renewed');
    await eventually(async () => expect(await shownSubject()).toBe('CN=renewed'));
  });

  it.each([
    ['clientCertificate', '--proxy-client-cert-file: has no key. Give --proxy-client-key-file too.'],
    ['clientKey', '--proxy-client-key-file: has no certificate. Give --proxy-client-cert-file too.'],
  ] as const)('is refused where there is a %s only', async (member, message) => {
    const starting = startTestServer({ aggregation: { [member]: files[member] } });
    await expect(starting).rejects.toThrow(message.split(': ')[1].split('. ')[0]);
    await expect(starting).rejects.toThrow(message.split(':')[0]);
  });

  it('is refused with a key of another', async () => {
    const { key } = await authority.issue({ name: 'CN=other' });
    const clientKey = join(directory, 'other.key');
    await writeFile(clientKey, key);
    const starting = startTestServer({ aggregation: { ...files, clientKey } });
    await expect(starting).rejects.toThrow('does not belong to the certificate');
  });
});

describe('the certificate of an extension server', () => {
  const change = (spec: object) => server.client.patch(`${API_SERVICES}/v1.far.example.com`, 'merge-patch', { spec });

  it('has to be of the authority of its API service, unless that wants no check', async () => {
    const { caBundle } = extension.specOf('far.example.com', 'v1');
    await change({ caBundle: Buffer.from(SELF_SIGNED_CA).toString('base64') });
    await eventually(async () => {
      const { status, text } = await server.client.get(GEARS);
      expect([status, text]).toEqual([
        503,
        'error trying to reach service: tls: failed to verify certificate: x509: certificate signed by unknown authority\n',
      ]);
    });
    expect(extension.asked).toEqual([]);
    await change({ caBundle: null, insecureSkipTLSVerify: true });
    await eventually(async () => expect((await server.client.get(GEARS)).status).toBe(200));
    await change({ caBundle, insecureSkipTLSVerify: false });
    await eventually(async () => expect((await server.client.get(GEARS)).status).toBe(200));
  });

  it('has to name it where names belong; one that does not is noted in audit', async () => {
    const nameless = await FakeExtensionServer.start([]);
    nameless.serve('far.example.com', 'v1');
    nameless.answerJson({});
    const { spec } = nameless.service as { spec: object };
    await server.client.patch('/api/v1/namespaces/default/services/extension', 'merge-patch', { spec });
    const { service, caBundle } = nameless.specOf('far.example.com', 'v1');
    const annotation = async (): Promise<unknown> => {
      const events = (await readFile(join(directory, 'audit.log'), 'utf8')).split('\n').filter((line) => line !== '');
      const { annotations } = JSON.parse(events.filter((line) => line.includes(GEARS)).at(-1)!) as Json;
      return annotations['missing-san.invalid-cert.kubernetes.io/extension.default.svc'];
    };
    const text = 'relies on a legacy Common Name field instead of the SAN extension for subject validation';
    await change({ service, caBundle });
    await eventually(async () => {
      const { status, text: page } = await server.client.get(GEARS);
      expect([status, page]).toEqual([
        503,
        'error trying to reach service: tls: failed to verify certificate: x509: certificate relies on legacy Common ' +
          'Name field, use SANs instead\n',
      ]);
    });
    await eventually(async () => expect(await annotation()).toBe(text));
    await change({ caBundle: null, insecureSkipTLSVerify: true });
    await eventually(async () => expect((await server.client.get(GEARS)).status).toBe(200));
    await eventually(async () => expect(await annotation()).toBe(text));
    expect((await server.client.get('/metrics')).text).toMatch(/x509_missing_san_total [2-9]/);
    await nameless.close();
  });
});
