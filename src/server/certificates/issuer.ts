import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  KeyObject,
  randomBytes,
  webcrypto,
  type webcrypto as WebCrypto,
} from 'node:crypto';
import type { JsonNameParams } from '@peculiar/x509';
import type { CertificateWithKey } from './key-pair.js';
import type { ServingNames } from './serving-names.js';

type CryptoKey = WebCrypto.CryptoKey;

/** The content of a certificate. */
export interface LeafRequest {
  /** As text, or attribute by attribute where names may have anything in them. */
  readonly subject: string | JsonNameParams;
  readonly usage: 'server' | 'client';
  readonly names?: ServingNames;
  /** Milliseconds that it is valid; a year when not given. */
  readonly validity?: number;
}

const DAY = 86_400_000;
const AUTHORITY_DAYS = 3650;
const LEAF_DAYS = 365;
/** Clients whose clock is a little slow accept a new certificate too. */
const BACKDATED = 300_000;

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };

/** Makes a key for signing service account tokens (PKCS#8 PEM): P-256, at hand at once where RSA takes noticeable time. */
export function generateSigningKey(): string {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

/** Options of a new authority. */
export interface AuthorityOptions {
  /** Its key in PEM; a new one when not given. */
  readonly key?: string;
  /** Milliseconds that it is valid; ten years when not given. */
  readonly validity?: number;
}

/** Makes a certificate authority that signs itself (P-256, PEM). */
export async function createAuthority(
  commonName: string,
  now: Date,
  { key, validity: lasts = AUTHORITY_DAYS * DAY }: AuthorityOptions = {},
): Promise<CertificateWithKey> {
  const x509 = await loadX509();
  const keys = await (key === undefined ? generateKeys() : importKeys(key));
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    name: `CN=${commonName}`,
    ...validity(now, lasts),
    signingAlgorithm: SIGNATURE,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: exportKey(keys.privateKey) };
}

/** Makes a certificate signed by an authority, valid for a year or as long as asked, but not beyond the authority. */
export async function issueCertificate(
  authority: CertificateWithKey,
  request: LeafRequest,
  now: Date,
): Promise<CertificateWithKey> {
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.certificate);
  const { key: signingKey, algorithm } = await importSigningKey(authority.key);
  const keys = await generateKeys();
  const period = validity(now, request.validity ?? LEAF_DAYS * DAY);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: new x509.Name(request.subject),
    issuer: issuer.subject,
    notBefore: period.notBefore,
    notAfter: period.notAfter < issuer.notAfter ? period.notAfter : issuer.notAfter,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment, true),
      new x509.ExtendedKeyUsageExtension([
        request.usage === 'server' ? x509.ExtendedKeyUsage.serverAuth : x509.ExtendedKeyUsage.clientAuth,
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      ...(request.names === undefined
        ? []
        : [new x509.SubjectAlternativeNameExtension(alternativeNames(request.names))]),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: exportKey(keys.privateKey) };
}

/** The library is loaded only when something has to be issued: it would double the time to start. */
async function loadX509() {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}

function alternativeNames({ dnsNames, addresses }: ServingNames): { type: 'dns' | 'ip'; value: string }[] {
  return [
    ...dnsNames.map((value) => ({ type: 'dns' as const, value })),
    ...addresses.map((value) => ({ type: 'ip' as const, value })),
  ];
}

function validity(now: Date, time: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now.getTime() - BACKDATED), notAfter: new Date(now.getTime() + time) };
}

async function generateKeys(): Promise<WebCrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
}

async function importKeys(pem: string): Promise<WebCrypto.CryptoKeyPair> {
  const pkcs8 = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  const spki = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  return {
    privateKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, CURVE, true, ['sign']),
    publicKey: await webcrypto.subtle.importKey('spki', spki, CURVE, true, ['verify']),
  };
}

/** An authority that was brought along may have an RSA key. */
async function importSigningKey(pem: string): Promise<{ key: CryptoKey; algorithm: { name: string; hash: string } }> {
  const privateKey = createPrivateKey(pem);
  const der = privateKey.export({ type: 'pkcs8', format: 'der' });
  if (privateKey.asymmetricKeyType === 'rsa') {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    return { key: await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']), algorithm };
  }
  const namedCurve = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }[
    privateKey.asymmetricKeyDetails?.namedCurve ?? ''
  ];
  const key = await webcrypto.subtle.importKey('pkcs8', der, { name: 'ECDSA', namedCurve: namedCurve ?? '' }, false, [
    'sign',
  ]);
  return { key, algorithm: SIGNATURE };
}

function exportKey(key: CryptoKey): string {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Positive and 16 bytes long, as RFC 5280 wants it: unpredictable, unique. */
function newSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0] & 0x7f) | 0x40;
  return bytes.toString('hex');
}
