import 'reflect-metadata';
import { createHash, createPublicKey, generateKeyPairSync, webcrypto, X509Certificate } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate as ParsedCertificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { fromBER, type Sequence } from 'asn1js';
import { createAuthority, issueCertificate, type LeafRequest } from './issuer.js';
import type { CertificateWithKey } from './key-pair.js';

const NOW = new Date('2026-03-04T05:06:07.890Z');
const DAY = 86_400_000;
const CLIENT: LeafRequest = { subject: { commonName: 'ada' }, usage: 'client' };
const NAMES = { dnsNames: ['a.example.com', 'localhost'], addresses: ['10.0.0.7', '::1', '2001:db8::a'] };

const extensionOf = <T>(pem: string, type: new (...of: never[]) => T): T =>
  new ParsedCertificate(pem).getExtension(type as never) as T;

describe('createAuthority()', () => {
  let authority: CertificateWithKey;

  beforeAll(async () => {
    authority = await createAuthority('kubernetes', NOW);
  });

  it('makes an authority that signs itself and may sign others, critically', () => {
    const certificate = new X509Certificate(authority.certificate);
    expect(certificate.ca).toBe(true);
    expect(certificate.subject).toBe('CN=kubernetes');
    expect(certificate.checkIssued(certificate)).toBe(true);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    const usages = extensionOf(authority.certificate, KeyUsagesExtension);
    expect(usages.usages).toBe(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign);
    expect(usages.critical).toBe(true);
    expect(new ParsedCertificate(authority.certificate).getExtension('2.5.29.19')!.critical).toBe(true);
  });

  it('names its key by the digest of its bits', () => {
    const { publicKey } = new X509Certificate(authority.certificate);
    const bits = publicKey.export({ type: 'spki', format: 'der' }).subarray(-65);
    const { keyId } = extensionOf(authority.certificate, SubjectKeyIdentifierExtension);
    expect(keyId).toBe(createHash('sha1').update(bits).digest('hex'));
  });

  it('is valid for ten years from five minutes ago, in whole seconds', () => {
    const { validFrom, validTo } = new X509Certificate(authority.certificate);
    expect([validFrom, validTo].map((text) => new Date(text).toISOString())).toEqual([
      '2026-03-04T05:01:07.000Z',
      new Date(Date.UTC(2026, 2, 4, 5, 6, 7) + 3650 * DAY).toISOString(),
    ]);
  });

  it('keeps a key that it is given', async () => {
    const again = await createAuthority('kubernetes', NOW, { key: authority.key });
    expect(again.key).toBe(authority.key);
    expect(new X509Certificate(again.certificate).publicKey.equals(createPublicKey(authority.key))).toBe(true);
  });

  it('writes times from 2050 on with four digits of the year, and long names and serial numbers right', async () => {
    const late = await createAuthority('n'.repeat(300), new Date('2049-12-31T23:00:00Z'), { validity: 2 * 3_600_000 });
    const { validFrom, validTo, subject, serialNumber } = new X509Certificate(late.certificate);
    expect([validFrom, validTo]).toEqual(['Dec 31 22:55:00 2049 GMT', 'Jan  1 01:00:00 2050 GMT']);
    expect(subject).toBe(`CN=${'n'.repeat(300)}`);
    expect(serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
    expect(new X509Certificate(late.certificate).raw.toString('latin1')).toContain('20500101010000Z');
  });
});

describe('issueCertificate()', () => {
  let authority: CertificateWithKey;

  beforeAll(async () => {
    authority = await createAuthority('kubernetes', NOW);
  });

  it.each([
    ['client', '1.3.6.1.5.5.7.3.2'],
    ['server', '1.3.6.1.5.5.7.3.1'],
  ] as const)('issues one for a %s, which its authority has signed', async (usage, purpose) => {
    const issued = await issueCertificate(authority, { ...CLIENT, usage }, NOW);
    const [certificate, issuer] = [issued, authority].map((pair) => new X509Certificate(pair.certificate));
    expect(certificate.checkIssued(issuer)).toBe(true);
    expect(certificate.verify(issuer.publicKey)).toBe(true);
    expect(certificate.publicKey.equals(createPublicKey(issued.key))).toBe(true);
    expect([certificate.ca, certificate.keyUsage]).toEqual([false, [purpose]]);
    const { usages, critical } = extensionOf(issued.certificate, KeyUsagesExtension);
    expect([usages, critical]).toEqual([KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true]);
    expect(extensionOf(issued.certificate, AuthorityKeyIdentifierExtension).keyId).toBe(
      extensionOf(authority.certificate, SubjectKeyIdentifierExtension).keyId,
    );
    expect(certificate.subjectAltName).toBeUndefined();
  });

  it('has the names and addresses of a server', async () => {
    const issued = await issueCertificate(authority, { ...CLIENT, usage: 'server', names: NAMES }, NOW);
    const { names } = extensionOf(issued.certificate, SubjectAlternativeNameExtension);
    expect(names.toJSON().map(({ type, value }) => `${type} ${value}`)).toEqual([
      ...NAMES.dnsNames.map((name) => `dns ${name}`),
      ...['10.0.0.7', '::1', '2001:db8::a'].map((address) => `ip ${address}`),
    ]);
  });

  it('takes names as they are, whatever characters they have', async () => {
    const subject = { commonName: 'O=x, "#ü+Ω"', organizations: ['system:masters', 'a,b=c'] };
    const { certificate } = await issueCertificate(authority, { ...CLIENT, subject }, NOW);
    const parsed = new ParsedCertificate(certificate).subjectName;
    expect([...parsed.getField('O'), ...parsed.getField('CN')]).toEqual([...subject.organizations, subject.commonName]);
  });

  it.each([
    ['a year', undefined, 365 * DAY],
    ['as long as it is asked to', 3 * DAY, 3 * DAY],
    ['not beyond its authority', 9999 * DAY, 3650 * DAY],
  ])('is valid for %s', async (_, validity, lasts) => {
    const { certificate } = await issueCertificate(authority, { ...CLIENT, validity }, NOW);
    expect(Date.parse(new X509Certificate(certificate).validTo)).toBe(Date.UTC(2026, 2, 4, 5, 6, 7) + lasts);
  });

  it.each(['RSASSA-PKCS1-v1_5', 'ECDSA'])(
    'signs with the key of an authority that was brought along: %s',
    async (name) => {
      const brought = await authorityOfOthers(name);
      const issued = new X509Certificate((await issueCertificate(brought, CLIENT, NOW)).certificate);
      const issuer = new X509Certificate(brought.certificate);
      expect(issued.verify(issuer.publicKey)).toBe(true);
      expect(issued.checkIssued(issuer)).toBe(true);
      expect(issued.issuer).toBe('C=DE\nO=Wharf & Söhne\nCN=company');
    },
  );

  it('names the key of such an authority as that does', async () => {
    const brought = await authorityOfOthers('ECDSA');
    const { certificate } = await issueCertificate(brought, CLIENT, NOW);
    expect(extensionOf(certificate, AuthorityKeyIdentifierExtension).keyId).toBe('0a0b0c');
  });

  it('takes an authority of version 1, which has neither a version nor extensions', async () => {
    const parsed = fromBER(new X509Certificate(authority.certificate).raw).result as Sequence;
    const [content] = parsed.valueBlock.value as [Sequence];
    content.valueBlock.value = content.valueBlock.value.slice(1, -1);
    const pem = Buffer.from(parsed.toBER()).toString('base64');
    const certificate = `-----BEGIN CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----`;
    const issued = await issueCertificate({ ...authority, certificate }, CLIENT, NOW);
    expect(new X509Certificate(issued.certificate).issuer).toBe('CN=kubernetes');
    expect(extensionOf(issued.certificate, AuthorityKeyIdentifierExtension).keyId).toBe(
      extensionOf(authority.certificate, SubjectKeyIdentifierExtension).keyId,
    );
  });

  it('refuses a key that it cannot sign with', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await expect(issueCertificate({ ...authority, key }, CLIENT, NOW)).rejects.toThrow(
      'an authority with a key of type ed25519 cannot sign certificates',
    );
  });
});

/** An authority with a name of several attributes and its own identifier for its key. */
async function authorityOfOthers(name: string): Promise<CertificateWithKey> {
  const algorithm = {
    ...{ name, hash: 'SHA-256', namedCurve: 'P-384' },
    ...{ modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
  };
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'C=DE, O=Wharf & Söhne, CN=company',
    notBefore: new Date(NOW.getTime() - DAY),
    notAfter: new Date(NOW.getTime() + 400 * DAY),
    signingAlgorithm: { name, hash: 'SHA-256' },
    keys,
    extensions: [new SubjectKeyIdentifierExtension('0a0b0c')],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    certificate: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----`,
  };
}
