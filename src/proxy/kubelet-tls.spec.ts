import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KubeletCertificates, makeKubeletCertificates } from '../../test/support/fake-kubelet.js';
import { KubeletTls } from './kubelet-tls.js';

let directory: string;
let first: KubeletCertificates;
let second: KubeletCertificates;
let files: { clientCertificate: string; clientKey: string; certificateAuthority: string; timeout: number };

beforeAll(async () => {
  [first, second] = await Promise.all([makeKubeletCertificates(), makeKubeletCertificates()]);
  directory = await mkdtemp(join(tmpdir(), 'binnacle-kubelet-tls-'));
  const path = (name: string): string => join(directory, name);
  files = { clientCertificate: path('a.crt'), clientKey: path('a.key'), certificateAuthority: path('ca'), timeout: 0 };
});

beforeEach(() => write(first));

afterAll(() => rm(directory, { recursive: true }));

async function write({ client, authority }: KubeletCertificates): Promise<void> {
  await writeFile(files.clientCertificate, client.certificate);
  await writeFile(files.clientKey, client.key);
  await writeFile(files.certificateAuthority, authority);
}

function shown({ client }: KubeletCertificates): object {
  return { cert: client.certificate, key: client.key };
}

describe('KubeletTls', () => {
  it('shows the certificate to kubelets only, and verifies those that can be', () => {
    const tls = new KubeletTls(files);
    expect(tls.for('kubelet')).toEqual({ ...shown(first), ca: first.authority, rejectUnauthorized: true });
    expect(tls.for('unverified kubelet')).toEqual({ ...shown(first), rejectUnauthorized: false });
    expect(tls.for('workload')).toEqual({ rejectUnauthorized: false });
  });

  it('reads files again that have changed', async () => {
    const tls = new KubeletTls(files);
    tls.for('kubelet');
    await write(second);
    expect(tls.for('kubelet')).toEqual({ ...shown(second), ca: second.authority, rejectUnauthorized: true });
  });

  it.each(['clientCertificate', 'clientKey'] as const)(
    'keeps the former pair while only the %s is new',
    async (file) => {
      const tls = new KubeletTls(files);
      tls.for('kubelet');
      await writeFile(files[file], file === 'clientKey' ? second.client.key : second.client.certificate);
      expect(tls.for('kubelet')).toMatchObject(shown(first));
    },
  );

  it('needs no files, and names those that are missing', () => {
    const none = { clientCertificate: '', clientKey: '', certificateAuthority: '', timeout: 0 };
    expect(new KubeletTls(none).for('kubelet')).toEqual({ rejectUnauthorized: false });
    const missing = new KubeletTls({ ...files, certificateAuthority: join(directory, 'none') });
    expect(() => missing.for('kubelet')).toThrow(/ENOENT.*none/);
  });
});
