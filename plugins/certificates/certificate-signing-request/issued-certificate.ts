import { X509Certificate } from 'node:crypto';
import { pemBlocks } from '../../../src/plugin-api/built-in.js';

/** Returns the faults of certificates in PEM, given in base64; undefined when they are fine, or there are none at all. */
export function certificateFault(base64: string): string | undefined {
  if (base64 === '') return undefined;
  const blocks = pemBlocks(Buffer.from(base64, 'base64').toString('latin1'));
  for (const { type, hasHeaders, bytes } of blocks) {
    if (type !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found "${type}"`;
    if (hasHeaders) return 'no PEM block headers are permitted';
    if (bytes.length === 0) return 'found CERTIFICATE PEM block containing 0 certificates';
    if (!parseCertificate(bytes)) return 'x509: malformed certificate';
  }
  return blocks.length === 0 ? 'must contain at least one CERTIFICATE PEM block' : undefined;
}

/** Parses a certificate in DER; undefined if it is invalid. */
export function parseCertificate(bytes: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}
