import { createPrivateKey, createSign, createVerify, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { connect, createServer, type Server, type TLSSocket } from 'node:tls';
import { createAuthority } from './issuer.js';
import { ensureClusterCertificates, type ClusterCertificates } from './cluster-certificates.js';
import { writeAdminKubeconfig } from './index.js';

const NAMES = {
  bindAddress: '127.0.0.1',
  advertiseAddress: '',
  externalHostname: '',
  serviceClusterIpRanges: ['10.96.0.0/12'],
};
const DAY = 86_400_000;

describe('ensureClusterCertificates()', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'certificates-'));
  });

  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  const ensure = (more = {}): Promise<ClusterCertificates> =>
    ensureClusterCertificates({ directory, names: NAMES, ...more });
  const read = (name: string): string => readFileSync(join(directory, name), 'utf8');

  it('makes everything on the first start, private where it has to be', async () => {
    const certificates = await ensure();
    const files = readdirSync(directory).sort();
    expect(files).toEqual([
      'admin.crt',
      'admin.key',
      'apiserver.crt',
      'apiserver.key',
      'ca.crt',
      'ca.key',
      'sa.key',
      'sa.pub',
    ]);
    for (const file of files) {
      expect(statSync(join(directory, file)).mode & 0o777).toBe(file.endsWith('.key') ? 0o600 : 0o644);
    }
    const serving = new X509Certificate(certificates.serving.certificate);
    expect(serving.subjectAltName).toContain('DNS:kubernetes.default.svc.cluster.local');
    expect(serving.subjectAltName).toContain('IP Address:10.96.0.1');
    expect(serving.checkIP('::1')).toBe('::1');
    expect(serving.checkHost(hostname().toLowerCase())).toBeDefined();
    const admin = new X509Certificate(certificates.admin.certificate);
    expect(admin.subject).toBe('O=system:masters\nCN=kubernetes-admin');
    expect(admin.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    expect(new X509Certificate(certificates.authority).ca).toBe(true);
  });

  it('signs and verifies with the service account key', async () => {
    const { serviceAccountKey } = await ensure();
    const signature = createSign('sha256').update('token').sign(createPrivateKey(serviceAccountKey));
    expect(createVerify('sha256').update('token').verify(read('sa.pub'), signature)).toBe(true);
  });

  it('uses on the second start what the first one made', async () => {
    expect(await ensure()).toEqual(await ensure());
  });

  it('makes a new serving certificate when a name is missing', async () => {
    const first = await ensure();
    const second = await ensure({
      names: { ...NAMES, advertiseAddress: '192.0.2.7', externalHostname: 'api.example.com' },
    });
    expect(second.authority).toBe(first.authority);
    expect(second.admin).toEqual(first.admin);
    expect(new X509Certificate(second.serving.certificate).checkIP('192.0.2.7')).toBe('192.0.2.7');
    expect(new X509Certificate(second.serving.certificate).checkHost('api.example.com')).toBe('api.example.com');
    expect((await ensure()).serving).toEqual(second.serving);
  });

  it('renews a certificate before it expires', async () => {
    const first = await ensure();
    const later = await ensure({ now: new Date(Date.now() + 340 * DAY) });
    expect(later.authority).toBe(first.authority);
    expect(later.serving.certificate).not.toBe(first.serving.certificate);
    expect(later.admin.certificate).not.toBe(first.admin.certificate);
  });

  it.each([
    ['later than now', 5 * 365 * DAY],
    ['so long ago that all have expired', -11 * 365 * DAY],
    ['nearly as long ago as the authority lasts', -3640 * DAY],
  ])('reissues all, with the key of the authority, when a clock made them %s', async (_, offset) => {
    const wrong = await ensure({ now: new Date(Date.now() + offset) });
    const right = await ensure();
    const made = [right.authority, right.serving.certificate, right.admin.certificate];
    for (const certificate of made.map((pem) => new X509Certificate(pem))) {
      expect(Date.parse(certificate.validFrom)).toBeLessThan(Date.now());
      expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now() + 300 * DAY);
    }
    const { publicKey } = new X509Certificate(right.authority);
    expect(publicKey.equals(new X509Certificate(wrong.authority).publicKey)).toBe(true);
    expect(await handshake(right)).toEqual({ O: 'system:masters', CN: 'kubernetes-admin' });
    expect(await ensure()).toEqual(right);
  });

  it.each([
    ['has expired', 4000 * DAY],
    ['is not valid yet', -DAY],
  ])('refuses an authority that was brought along and %s', async (fault, offset) => {
    const brought = await createAuthority('company', new Date());
    writeFileSync(join(directory, 'ca.crt'), brought.certificate);
    writeFileSync(join(directory, 'ca.key'), brought.key);
    await expect(ensure({ now: new Date(Date.now() + offset) })).rejects.toThrow(`ca.crt: ${fault}`);
    expect((await ensure()).authority).toBe(brought.certificate);
  });

  it('takes certificates that were brought along', async () => {
    const other = mkdtempSync(join(tmpdir(), 'certificates-'));
    const brought = await ensureClusterCertificates({ directory: other, names: NAMES });
    const certificates = await ensure({
      tlsCertFile: join(other, 'apiserver.crt'),
      tlsPrivateKeyFile: join(other, 'apiserver.key'),
      serviceAccountSigningKeyFile: join(other, 'sa.key'),
    });
    rmSync(other, { recursive: true });
    expect(certificates.serving).toEqual(brought.serving);
    expect(certificates.serviceAccountKey).toBe(brought.serviceAccountKey);
    expect(readdirSync(directory)).not.toContain('apiserver.crt');
  });

  it.each([
    ['ca.crt', 'nonsense', /ca\.crt: is no certificate/],
    ['apiserver.key', 'nonsense', /apiserver\.key: is no private key/],
    ['sa.key', 'nonsense', /sa\.key: is no private key/],
  ])('refuses a broken %s', async (file, content, message) => {
    await ensure();
    writeFileSync(join(directory, file), content);
    await expect(ensure()).rejects.toThrow(message);
  });

  it('refuses a key of another certificate, also after it has read the right ones, and a lost key', async () => {
    await ensure();
    await ensure();
    writeFileSync(join(directory, 'admin.key'), read('apiserver.key'));
    await expect(ensure()).rejects.toThrow(/admin\.key: is not the key of .*admin\.crt/);
    rmSync(join(directory, 'admin.key'));
    await expect(ensure()).rejects.toMatchObject({ remedy: expect.stringContaining('to have them generated again') });
  });

  it('writes a kubeconfig for administrators', async () => {
    const certificates = await ensure();
    const path = await writeAdminKubeconfig(directory, 'https://127.0.0.1:6443', certificates);
    const text = readFileSync(path, 'utf8');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(text).toContain('    server: "https://127.0.0.1:6443"\n');
    expect(text).toContain(Buffer.from(certificates.admin.key).toString('base64'));
  });

  it('serves TLS and knows its administrator', async () => {
    const certificates = await ensure();
    const peer = await handshake(certificates);
    expect(peer).toEqual({ O: 'system:masters', CN: 'kubernetes-admin' });
  });
});

/** Connects to a TLS server that has the serving certificate and returns the subject it saw. */
async function handshake({ authority, serving, admin }: ClusterCertificates): Promise<object> {
  const server: Server = createServer({
    cert: serving.certificate,
    key: serving.key,
    ca: authority,
    requestCert: true,
  });
  const seen = new Promise<object>((resolve) => {
    server.on('secureConnection', (socket: TLSSocket) => {
      resolve({ ...socket.getPeerCertificate().subject });
      socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', ca: authority, cert: admin.certificate, key: admin.key });
  // The server ends the connection; a client that breaks it off first would fail the server's socket.
  const closed = once(client.resume(), 'close');
  const subject = await seen;
  await closed;
  await new Promise((resolve) => server.close(resolve));
  return subject;
}
