import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { parseIp } from '../../apimachinery/index.js';
import {
  bitString,
  directoryString,
  integer,
  objectIdentifier,
  octetString,
  readElements,
  sequence,
  set,
  tagged,
  time,
  truth,
} from './der.js';
import type { ServingNames } from './serving-names.js';

/** The name of who has a certificate. */
export interface CertificateSubject {
  /** Kubernetes reads groups in them. */
  readonly organizations?: readonly string[];
  readonly commonName: string;
}

/** The content of a certificate, as RFC 5280 orders it. */
export interface CertificateForm {
  /** Big-endian and positive. */
  readonly serialNumber: Buffer;
  /** An encoded name. */
  readonly issuer: Buffer;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** An encoded name. */
  readonly subject: Buffer;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Buffer[];
}

const ORGANIZATION = '2.5.4.10';
const COMMON_NAME = '2.5.4.3';
const EXTENSION = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAlternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
};
const USAGES = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' };
const NULL = Buffer.of(5, 0);
const ECDSA_WITH_SHA256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
const RSA_WITH_SHA256 = sequence(objectIdentifier('1.2.840.113549.1.1.11'), NULL);
/** Version 3, counted from 0. */
const VERSION = tagged(0, integer(Buffer.of(2)), true);
/** Bits from the highest: digitalSignature, keyEncipherment, keyCertSign and cRLSign. */
const AUTHORITY_USES = bitString(Buffer.of(0b1000_0110), 1);
const LEAF_USES = bitString(Buffer.of(0b1010_0000), 5);
/** The members of a GeneralName. */
const DNS_NAME = 2;
const IP_ADDRESS = 7;
const KEY_IDENTIFIER = 0;
/** The place of the subject among the members of a certificate, after the version. */
const SUBJECT = 5;

/** Signs a certificate with a key of RSA or of an elliptic curve and SHA-256, and writes it as PEM. Throws for other keys. */
export function signCertificate(form: CertificateForm, key: KeyObject): string {
  const algorithm = algorithmFor(key);
  const content = sequence(
    VERSION,
    integer(form.serialNumber),
    algorithm,
    form.issuer,
    sequence(time(form.notBefore), time(form.notAfter)),
    form.subject,
    form.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...form.extensions), true),
  );
  const certificate = sequence(content, algorithm, bitString(sign('sha256', content, key)));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function algorithmFor(key: KeyObject): Buffer {
  if (key.asymmetricKeyType === 'ec') return ECDSA_WITH_SHA256;
  if (key.asymmetricKeyType === 'rsa') return RSA_WITH_SHA256;
  throw new Error(
    `a key of type ${key.asymmetricKeyType} cannot sign certificates; give one of RSA or an elliptic curve`,
  );
}

/** Encodes a name. */
export function nameOf({ organizations = [], commonName }: CertificateSubject): Buffer {
  const attribute = (type: string, value: string): Buffer =>
    set(sequence(objectIdentifier(type), directoryString(value)));
  return sequence(...organizations.map((name) => attribute(ORGANIZATION, name)), attribute(COMMON_NAME, commonName));
}

/** The encoded name of who has a certificate (DER): those that it signs have it byte by byte. */
export function subjectNameOf(certificate: Buffer): Buffer {
  const [{ content: whole }] = readElements(certificate);
  const [{ content }] = readElements(whole);
  return readElements(content)[SUBJECT].whole;
}

/** The extensions of an authority, which may sign other certificates. */
export function authorityExtensions(publicKey: KeyObject): Buffer[] {
  return [
    extension('basicConstraints', sequence(truth()), true),
    extension('keyUsage', AUTHORITY_USES, true),
    extension('subjectKeyIdentifier', octetString(keyIdentifier(publicKey))),
  ];
}

/** The extensions of a certificate for one use. */
export function leafExtensions(usage: 'server' | 'client', issuerKey: KeyObject, names?: ServingNames): Buffer[] {
  return [
    extension('basicConstraints', sequence(), true),
    extension('keyUsage', LEAF_USES, true),
    extension('extendedKeyUsage', sequence(objectIdentifier(USAGES[usage]))),
    extension('authorityKeyIdentifier', sequence(tagged(KEY_IDENTIFIER, keyIdentifier(issuerKey)))),
    ...(names === undefined ? [] : [extension('subjectAlternativeName', alternativeNames(names))]),
  ];
}

function extension(name: keyof typeof EXTENSION, value: Buffer, isCritical = false): Buffer {
  return sequence(objectIdentifier(EXTENSION[name]), ...(isCritical ? [truth()] : []), octetString(value));
}

/** The SHA-1 digest of the key's bits (RFC 5280, 4.2.1.2): it finds keys, and secures nothing. */
function keyIdentifier(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const [{ content }] = readElements(publicKey.export({ type: 'spki', format: 'der' }));
  const [, bits] = readElements(content);
  return createHash('sha1').update(bits.content.subarray(1)).digest();
}

function alternativeNames({ dnsNames, addresses }: ServingNames): Buffer {
  return sequence(
    ...dnsNames.map((name) => tagged(DNS_NAME, Buffer.from(name, 'latin1'))),
    ...addresses.map((address) => tagged(IP_ADDRESS, addressBytes(address))),
  );
}

function addressBytes(address: string): Buffer {
  const parsed = parseIp(address);
  if (!parsed) throw new Error(`${address} is no address of a certificate`);
  const length = parsed.family === 4 ? 4 : 16;
  return Buffer.from(parsed.bits.toString(16).padStart(2 * length, '0'), 'hex');
}
