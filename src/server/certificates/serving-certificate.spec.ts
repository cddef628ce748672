import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority } from '../../../test/support/authority.js';
import { eventually } from '../../../test/support/eventually.js';
import { createLogger } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { type CertificateSettings, ensureServingCertificate } from './cluster-certificates.js';
import { ServingCertificate } from './serving-certificate.js';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const NAMES = { bindAddress: '127.0.0.1', advertiseAddress: '', externalHostname: '', serviceClusterIpRanges: [] };

let directory: string;
let clock: FakeClock;
let logged: string[];
let serving: ServingCertificate;
let changes: string[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-serving-'));
  clock = new FakeClock(START);
  [logged, changes] = [[], []];
});

afterEach(async () => {
  await serving.close();
  await rm(directory, { recursive: true });
});

async function open(settings: Partial<CertificateSettings> = {}): Promise<void> {
  const all = { directory, names: { ...NAMES, isExtension: true }, ...settings };
  const logger = createLogger({ destination: { write: (line: string) => void logged.push(line) } });
  serving = new ServingCertificate(await ensureServingCertificate({ ...all, now: new Date(START) }), all, {
    clock,
    logger,
  });
  serving.onChange((served) => changes.push(served.serving.certificate));
  await serving.start();
}

/** Advances the clock in steps of a day. */
async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= DAY) {
    clock.advance(Math.min(left, DAY));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('ServingCertificate', () => {
  it('makes a certificate again before it expires, by the same authority', async () => {
    await open();
    const first = serving.current;
    await pass(300 * DAY);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(changes).toEqual([]);
    await pass(50 * DAY);
    await eventually(async () => expect(changes).toHaveLength(1));
    expect(serving.current.serving.certificate).toBe(changes[0]);
    expect(serving.current.authority).toBe(first.authority);
    const renewed = new X509Certificate(changes[0]);
    expect(Date.parse(renewed.validTo)).toBeGreaterThan(START + 600 * DAY);
    expect(renewed.subjectAltName).not.toContain('kubernetes');
  });

  it('keeps the certificate in force beside files that do not fit together', async () => {
    const authority = await TestAuthority.create('serving');
    const [tlsCertFile, tlsPrivateKeyFile] = ['tls.crt', 'tls.key'].map((name) => join(directory, name));
    const issue = () => authority.issue({ name: 'CN=harbor', usage: 'server', hosts: ['localhost'] });
    const [first, second] = await Promise.all([issue(), issue()]);
    await Promise.all([writeFile(tlsCertFile, first.cert), writeFile(tlsPrivateKeyFile, first.key)]);
    await open({ tlsCertFile, tlsPrivateKeyFile });
    await writeFile(tlsCertFile, second.cert);
    await pass(60_000);
    await eventually(async () => expect(logged.join()).toContain('the previous one stays in effect'));
    expect(serving.current.serving.certificate).toBe(first.cert);
    expect(logged.join()).not.toContain(second.key.slice(40, 80));
    await writeFile(tlsPrivateKeyFile, second.key);
    await pass(60_000);
    await eventually(async () => expect(serving.current.serving.certificate).toBe(second.cert));
    expect(changes).toEqual([second.cert]);
  });
});
