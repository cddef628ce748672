import { createHash, createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CertificateError } from './certificate-error.js';

/** A certificate with its key, both as PEM. */
export interface CertificateWithKey {
  readonly certificate: string;
  readonly key: string;
}

/** The two files of a certificate with its key. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** Reads a file, or undefined when there is none; throws CertificateError when it cannot be read. */
export async function readFileIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CertificateError(path, (error as Error).message, 'Let the user that the server runs as read the file.');
  }
}

/** Reads a file that has to be there; throws CertificateError. */
export async function readRequiredFile(path: string): Promise<string> {
  const text = await readFileIfPresent(path);
  if (text === undefined) throw new CertificateError(path, 'there is no such file', 'Check the path.');
  return text;
}

/** Maximum number of certificates and of pairs that are kept: a start reads the same files several times, and so do later starts. */
const MOST_KEPT = 64;
const CERTIFICATES = new Map<string, X509Certificate>();

/** Parses the first certificate of a PEM file; throws CertificateError. */
export function parseCertificate(pem: string, path: string): X509Certificate {
  try {
    return CERTIFICATES.get(pem) ?? keep(CERTIFICATES, pem, new X509Certificate(pem));
  } catch (error) {
    throw new CertificateError(
      path,
      `is no certificate: ${(error as Error).message}`,
      'Give a certificate in PEM form.',
    );
  }
}

/** Parses a private key; throws CertificateError. */
export function parsePrivateKey(pem: string, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new CertificateError(
      path,
      `is no private key: ${(error as Error).message}`,
      'Give an unencrypted key in PEM form.',
    );
  }
}

function keep<T>(kept: Map<string, T>, key: string, value: T): T {
  if (kept.size === MOST_KEPT) kept.delete(kept.keys().next().value!);
  kept.set(key, value);
  return value;
}

/** Digests of certificates with the keys that belong to them: no second copy of a key stays in memory. */
const PAIRS = new Map<string, true>();

function belongTogether({ certificate, key }: CertificateWithKey, files: CertificateFiles): boolean {
  const digest = createHash('sha256').update(certificate).update('\0').update(key).digest('base64');
  if (PAIRS.has(digest)) return true;
  const fits = parseCertificate(certificate, files.certificate).checkPrivateKey(parsePrivateKey(key, files.key));
  if (fits) keep(PAIRS, digest, true);
  return fits;
}

/** Reads a certificate with its key and checks that they belong together; throws CertificateError. */
export async function readCertificateWithKey(files: CertificateFiles): Promise<CertificateWithKey> {
  const [certificate, key] = await Promise.all([readRequiredFile(files.certificate), readRequiredFile(files.key)]);
  if (!belongTogether({ certificate, key }, files)) {
    throw new CertificateError(
      files.key,
      `is not the key of ${files.certificate}`,
      'Use the key the certificate was made for.',
    );
  }
  return { certificate, key };
}

/** Returns the first moment a certificate is valid, in milliseconds since 1970. */
export function beginOf(certificate: X509Certificate): number {
  return Date.parse(certificate.validFrom);
}

/** Returns the last moment a certificate is valid, in milliseconds since 1970. */
export function expiryOf(certificate: X509Certificate): number {
  return Date.parse(certificate.validTo);
}

/** Returns the fault of a PEM certificate's period of validity at a time: expired or not valid yet, with the date. */
export function periodFault(pem: string, now: Date): string | undefined {
  const certificate = parseCertificate(pem, 'the certificate');
  if (beginOf(certificate) > now.getTime()) return `is not valid yet, but from ${timeText(beginOf(certificate))} on`;
  return expiryOf(certificate) < now.getTime()
    ? `has expired: it was valid until ${timeText(expiryOf(certificate))}`
    : undefined;
}

function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
