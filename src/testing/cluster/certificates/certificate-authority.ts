import { X509Certificate as NodeCertificate, createPrivateKey, randomBytes, webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pkcs10CertificateRequest } from '@peculiar/x509';

/** Clients whose clock is a little slow accept a new certificate too, in milliseconds. */
const BACKDATED = 300_000;
const SERIAL_BYTES = 16;
const KEY_USAGES: Readonly<Record<string, number>> = { 'digital signature': 1, 'key encipherment': 4 };
const EXTENDED_USAGES: Readonly<Record<string, string>> = {
  'client auth': '1.3.6.1.5.5.7.3.2',
  'server auth': '1.3.6.1.5.5.7.3.1',
};
const ALTERNATIVE_NAMES = '2.5.29.17';

/** The content of a certificate besides what its request says. */
export interface Issuance {
  readonly request: Pkcs10CertificateRequest;
  readonly usages: readonly string[];
  readonly now: number;
  /** How long it is valid, in milliseconds; not beyond the authority. */
  readonly validity: number;
}

/** Loads the parser, which few servers need. */
export async function loadX509() {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}

/**
 * Signs a request with the authority of a directory, `ca.crt` and `ca.key`. Returns the certificate in PEM; undefined where the
 * directory has no key.
 */
export async function signRequest(directory: string, issuance: Issuance): Promise<string | undefined> {
  const files = ['ca.crt', 'ca.key'].map((name) => readFile(join(directory, name), 'utf8').catch(absent));
  const [certificate, key] = await Promise.all(files);
  if (certificate === undefined || key === undefined) return undefined;
  const { request, usages, now, validity } = issuance;
  const x509 = await loadX509();
  const authority = new x509.X509Certificate(new NodeCertificate(certificate).raw);
  const { cryptoKey, signingAlgorithm } = await signingKey(key);
  const names = request.getExtension(ALTERNATIVE_NAMES);
  const keyUsages = usages.reduce((bits, usage) => bits | (KEY_USAGES[usage] ?? 0), 0);
  const extended = usages.flatMap((usage) => EXTENDED_USAGES[usage] ?? []);
  const issued = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: request.subjectName.toJSON(),
    issuer: authority.subjectName.toJSON(),
    notBefore: new Date(now - BACKDATED),
    notAfter: new Date(Math.min(now + validity, authority.notAfter.getTime())),
    publicKey: request.publicKey,
    signingKey: cryptoKey,
    signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      ...(keyUsages === 0 ? [] : [new x509.KeyUsagesExtension(keyUsages, true)]),
      new x509.ExtendedKeyUsageExtension(extended),
      await x509.AuthorityKeyIdentifierExtension.create(authority, false),
      ...(names ? [names] : []),
    ],
  });
  return `${issued.toString('pem')}\n`;
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

/** An authority that was provided may have an RSA key. */
async function signingKey(pem: string) {
  const key = createPrivateKey(pem);
  const der = key.export({ type: 'pkcs8', format: 'der' });
  const isRsa = key.asymmetricKeyType === 'rsa';
  const { namedCurve } = key.asymmetricKeyDetails ?? {};
  const curve = namedCurve === 'secp384r1' ? 'P-384' : 'P-256';
  const algorithm = isRsa ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } : { name: 'ECDSA', namedCurve: curve };
  const cryptoKey = await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
  return { cryptoKey, signingAlgorithm: { name: algorithm.name, hash: 'SHA-256' } };
}

/** Positive, so that it has no further byte for its sign. */
function serialNumber(): string {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = (bytes[0] & 0x7f) | 0x40;
  return bytes.toString('hex');
}
