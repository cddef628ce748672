import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  X509Certificate,
} from 'node:crypto';
import type { AsnType } from 'asn1js';
import { bytesOf, type CertificateContent, CertificateWriter, type Subject } from './certificate-content.js';
import { type CertificateWithKey, expiryOf } from './key-pair.js';
import type { ServingNames } from './serving-names.js';

/** The content of a certificate. */
export interface LeafRequest {
  readonly subject: Subject;
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
/** P-256. */
const CURVE = 'prime256v1';

/** Identifiers of signatures over SHA-256, by the type of the key. */
const SIGNATURES: Readonly<Record<string, string>> = { ec: '1.2.840.10045.4.3.2', rsa: '1.2.840.113549.1.1.11' };

/** Creates a key for signing service account tokens (PKCS#8 PEM): P-256, at hand at once where RSA takes noticeable time. */
export function generateSigningKey(): string {
  return pemOfKey(generateKey());
}

/** Options of a new authority. */
export interface AuthorityOptions {
  /** Its key in PEM; a new one when not given. */
  readonly key?: string;
  /** Milliseconds that it is valid; ten years when not given. */
  readonly validity?: number;
}

/** Creates a certificate authority that signs itself (P-256, PEM). */
export async function createAuthority(
  commonName: string,
  now: Date,
  { key: pem, validity = AUTHORITY_DAYS * DAY }: AuthorityOptions = {},
): Promise<CertificateWithKey> {
  const writer = await CertificateWriter.load();
  const key = pem === undefined ? generateKey() : createPrivateKey(pem);
  const { notBefore, notAfter } = periodFrom(now, validity);
  const content: CertificateContent = {
    ...{ subject: { commonName }, purpose: 'authority', notBefore, notAfter },
    publicKey: publicKeyOf(key),
  };
  return { certificate: signed(writer, content, key), key: pemOfKey(key) };
}

/** Creates a certificate signed by an authority, valid for a year or as long as asked, but not beyond the authority. */
export async function issueCertificate(
  authority: CertificateWithKey,
  { subject, usage, names, validity = LEAF_DAYS * DAY }: LeafRequest,
  now: Date,
): Promise<CertificateWithKey> {
  const writer = await CertificateWriter.load();
  const certificate = new X509Certificate(authority.certificate);
  const issuer = writer.issuerParts(certificate.raw);
  const key = generateKey();
  const { notBefore, notAfter } = periodFrom(now, validity);
  const content: CertificateContent = {
    ...{ subject, names, notBefore, purpose: usage, issuer: issuer.subject, authorityKey: issuer.keyIdentifier },
    notAfter: new Date(Math.min(notAfter.getTime(), expiryOf(certificate))),
    publicKey: publicKeyOf(key),
  };
  return { certificate: signed(writer, content, createPrivateKey(authority.key)), key: pemOfKey(key) };
}

function signed(writer: CertificateWriter, content: CertificateContent, key: KeyObject): string {
  const algorithm = algorithmOf(writer, key);
  const unsigned = writer.contentOf(content, algorithm);
  return pemOf(writer.certificateOf(unsigned, algorithm, sign('sha256', bytesOf(unsigned), key)));
}

/** An authority that was provided may have an RSA key. */
function algorithmOf(writer: CertificateWriter, { asymmetricKeyType }: KeyObject): AsnType {
  const type = String(asymmetricKeyType);
  if (!Object.hasOwn(SIGNATURES, type))
    throw new Error(`an authority with a key of type ${type} cannot sign certificates`);
  return writer.algorithm(SIGNATURES[type], { isRsa: type === 'rsa' });
}

function periodFrom(now: Date, time: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now.getTime() - BACKDATED), notAfter: new Date(now.getTime() + time) };
}

function generateKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: CURVE }).privateKey;
}

function publicKeyOf(key: KeyObject): Uint8Array {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}

function pemOfKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** In lines of 64 characters (RFC 7468). */
function pemOf(certificate: Uint8Array): string {
  const lines = Buffer.from(certificate)
    .toString('base64')
    .match(/.{1,64}/g)!;
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
