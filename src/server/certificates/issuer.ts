import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { promisify } from 'node:util';
import {
  authorityExtensions,
  type CertificateSubject,
  leafExtensions,
  nameOf,
  signCertificate,
  subjectNameOf,
} from './certificate-form.js';
import { type CertificateWithKey, expiryOf } from './key-pair.js';
import type { ServingNames } from './serving-names.js';

/** The content of a certificate. */
export interface LeafRequest {
  readonly subject: CertificateSubject;
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

const CURVE = { namedCurve: 'P-256' };
const generateKeys = promisify(generateKeyPair);

/** Makes a key for signing service account tokens (PKCS#8 PEM): P-256, at hand at once where RSA takes noticeable time. */
export function generateSigningKey(): string {
  return keyText(generateKeyPairSync('ec', CURVE).privateKey);
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
  const privateKey = key === undefined ? await generateKey() : createPrivateKey(key);
  const publicKey = createPublicKey(privateKey);
  const name = nameOf({ commonName });
  const form = {
    serialNumber: newSerialNumber(),
    issuer: name,
    ...validity(now, lasts),
    subject: name,
    publicKey,
    extensions: authorityExtensions(publicKey),
  };
  return { certificate: signCertificate(form, privateKey), key: keyText(privateKey) };
}

/** Makes a certificate signed by an authority, valid for a year or as long as asked, but not beyond the authority. */
export async function issueCertificate(
  authority: CertificateWithKey,
  request: LeafRequest,
  now: Date,
): Promise<CertificateWithKey> {
  const issuer = new X509Certificate(authority.certificate);
  const privateKey = await generateKey();
  const { notBefore, notAfter } = validity(now, request.validity ?? LEAF_DAYS * DAY);
  const form = {
    serialNumber: newSerialNumber(),
    issuer: subjectNameOf(issuer.raw),
    notBefore,
    notAfter: new Date(Math.min(notAfter.getTime(), expiryOf(issuer))),
    subject: nameOf(request.subject),
    publicKey: createPublicKey(privateKey),
    extensions: leafExtensions(request.usage, issuer.publicKey, request.names),
  };
  return { certificate: signCertificate(form, createPrivateKey(authority.key)), key: keyText(privateKey) };
}

function validity(now: Date, time: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now.getTime() - BACKDATED), notAfter: new Date(now.getTime() + time) };
}

/** On a thread of its own, while this one does other work. */
async function generateKey(): Promise<KeyObject> {
  return (await generateKeys('ec', CURVE)).privateKey;
}

function keyText(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Positive and 16 bytes long, as RFC 5280 wants it: unpredictable, unique. */
function newSerialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0] & 0x7f) | 0x40;
  return bytes;
}
