import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { execFileSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, type webcrypto, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority, issueCertificate, type LeafRequest } from './issuer.js';
import type { CertificateWithKey } from './key-pair.js';

type KeyAlgorithm = webcrypto.RsaHashedKeyGenParams | webcrypto.EcKeyGenParams;

const NOW = new Date('2026-03-04T05:06:07.890Z');
const DAY = 86_400_000;

/** Reads a certificate with a library that did not write it. */
const read = ({ certificate }: CertificateWithKey): x509.X509Certificate => new x509.X509Certificate(certificate);

const client = (commonName: string, organizations: readonly string[] = []): LeafRequest => ({
  subject: { organizations, commonName },
  usage: 'client',
});

/** An authority as others make them, with another kind of key. */
async function broughtAuthority(algorithm: KeyAlgorithm): Promise<CertificateWithKey> {
  const keys = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'C=DE,O=Ümläut GmbH+OU=x,CN=company',
    keys,
    signingAlgorithm: { ...algorithm, hash: 'SHA-256' },
    notAfter: new Date(NOW.getTime() + 30 * DAY),
    notBefore: NOW,
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const lines = pkcs8.match(/.{1,64}/g) ?? [];
  const key = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
  return { certificate: certificate.toString('pem'), key };
}

describe('createAuthority()', () => {
  it('makes a certificate that signs itself and may sign others', async () => {
    const authority = await createAuthority('kubernetes', NOW);
    const certificate = read(authority);
    expect(certificate.subject).toBe('CN=kubernetes');
    expect(certificate.issuer).toBe('CN=kubernetes');
    expect(await certificate.isSelfSigned()).toBe(true);
    expect(certificate.notBefore.toISOString()).toBe('2026-03-04T05:01:07.000Z');
    expect(certificate.notAfter.toISOString()).toBe('2036-03-01T05:06:07.000Z');
    expect(certificate.serialNumber).toMatch(/^[4-7][0-9a-f]{31}$/);
    expect(certificate.getExtension(x509.BasicConstraintsExtension)).toMatchObject({ ca: true, critical: true });
    const { digitalSignature, keyCertSign, cRLSign } = x509.KeyUsageFlags;
    expect(certificate.getExtension(x509.KeyUsagesExtension)).toMatchObject({
      usages: digitalSignature | keyCertSign | cRLSign,
      critical: true,
    });
    const identifier = await x509.SubjectKeyIdentifierExtension.create(certificate.publicKey);
    expect(certificate.getExtension(x509.SubjectKeyIdentifierExtension)?.keyId).toBe(identifier.keyId);
  });

  it('writes moments after 2049 with four digits of the year', async () => {
    const authority = await createAuthority('kubernetes', NOW, { validity: 30 * 365 * DAY });
    expect(read(authority).notAfter.toISOString()).toBe('2056-02-25T05:06:07.000Z');
    const last = new Date('2049-12-31T23:59:59Z').getTime() - NOW.getTime();
    expect(read(await createAuthority('a', NOW, { validity: last })).notAfter.getUTCFullYear()).toBe(2049);
  });

  it('keeps a key that it gets', async () => {
    const first = await createAuthority('kubernetes', NOW);
    const second = await createAuthority('kubernetes', new Date(), { key: first.key });
    const keys = [first, second].map(({ certificate }) => new X509Certificate(certificate).publicKey);
    expect(keys[0].equals(keys[1])).toBe(true);
  });
});

describe('issueCertificate()', () => {
  it('makes certificates of clients, whose groups are organizations', async () => {
    const authority = await createAuthority('kubernetes', NOW);
    const issued = await issueCertificate(authority, client('jane', ['system:masters', 'a,b=c "ü"']), NOW);
    const node = new X509Certificate(issued.certificate);
    expect(node.subject).toBe('O=system:masters\nO=a\\,b=c \\"ü\\"\nCN=jane');
    expect(node.issuer).toBe('CN=kubernetes');
    expect(node.checkIssued(new X509Certificate(authority.certificate))).toBe(true);
    const certificate = read(issued);
    expect(certificate.getExtension(x509.BasicConstraintsExtension)).toMatchObject({ ca: false, critical: true });
    const { digitalSignature, keyEncipherment } = x509.KeyUsageFlags;
    expect(certificate.getExtension(x509.KeyUsagesExtension)).toMatchObject({
      usages: digitalSignature | keyEncipherment,
      critical: true,
    });
    expect(certificate.getExtension(x509.ExtendedKeyUsageExtension)?.usages).toEqual(['1.3.6.1.5.5.7.3.2']);
    const own = read(authority).getExtension(x509.SubjectKeyIdentifierExtension);
    expect(certificate.getExtension(x509.AuthorityKeyIdentifierExtension)?.keyId).toBe(own?.keyId);
    expect(certificate.getExtension(x509.SubjectAlternativeNameExtension)).toBeNull();
  });

  it('makes certificates of servers, with many names', async () => {
    const authority = await createAuthority('kubernetes', NOW);
    const dnsNames = ['localhost', ...Array.from({ length: 300 }, (_, index) => `name-${index}.example.com`)];
    const names = { dnsNames, addresses: ['127.0.0.1', '::1', '2001:db8::ff'] };
    const request: LeafRequest = { subject: { commonName: 'kube-apiserver' }, usage: 'server', names };
    const certificate = read(await issueCertificate(authority, request, NOW));
    expect(certificate.getExtension(x509.ExtendedKeyUsageExtension)?.usages).toEqual(['1.3.6.1.5.5.7.3.1']);
    const found = certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names.items ?? [];
    const valuesOf = (type: string): string[] => found.filter((name) => name.type === type).map(({ value }) => value);
    expect(valuesOf('dns')).toEqual(dnsNames);
    expect(valuesOf('ip')).toEqual(names.addresses);
  });

  it.each([
    [
      'RSA',
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
    ],
    ['P-256', { name: 'ECDSA', namedCurve: 'P-256' }],
    ['P-384', { name: 'ECDSA', namedCurve: 'P-384' }],
  ])('signs with a key of %s, names the issuer as it is written, and does not outlast it', async (_, algorithm) => {
    const authority = await broughtAuthority(algorithm);
    const issued = await issueCertificate(authority, client('jane'), NOW);
    const certificate = read(issued);
    expect(certificate.issuerName.toArrayBuffer()).toEqual(read(authority).subjectName.toArrayBuffer());
    expect(certificate.notAfter).toEqual(read(authority).notAfter);
    const verified = new X509Certificate(issued.certificate).verify(createPublicKey(authority.certificate));
    expect(verified).toBe(true);
  });

  it('is accepted by OpenSSL in strict mode', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'issuer-'));
    const authority = await createAuthority('kubernetes', new Date());
    const issued = await issueCertificate(authority, client('jane'), new Date());
    const [ca, leaf] = ['ca.crt', 'leaf.crt'].map((name) => join(directory, name));
    writeFileSync(ca, authority.certificate);
    writeFileSync(leaf, issued.certificate);
    const answer = execFileSync('openssl', ['verify', '-x509_strict', '-purpose', 'sslclient', '-CAfile', ca, leaf]);
    rmSync(directory, { recursive: true });
    expect(answer.toString()).toContain('leaf.crt: OK');
  });

  it('refuses keys that cannot sign with SHA-256', async () => {
    const authority = await createAuthority('kubernetes', NOW);
    const { privateKey } = generateKeyPairSync('ed25519');
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await expect(issueCertificate({ ...authority, key }, client('jane'), NOW)).rejects.toThrow('ed25519');
  });
});
