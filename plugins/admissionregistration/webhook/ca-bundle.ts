import { X509Certificate } from 'node:crypto';
import { pemBlocks } from '../../../src/plugin-api/built-in.js';

/**
 * Returns the reason why the server of a webhook could not be verified by a bundle, which is PEM in base64; undefined if
 * it can be, or the bundle is empty, which stands for the authorities of the system.
 */
export function caBundleFault(caBundle = ''): string | undefined {
  const reason = caBundle === '' ? undefined : faultOf(Buffer.from(caBundle, 'base64').toString('utf8'));
  return reason && `unable to load root certificates: ${reason}`;
}

function faultOf(pem: string): string | undefined {
  const blocks = pemBlocks(pem);
  if (blocks.length === 0) return 'unable to parse bytes as PEM block';
  const certificates = blocks.filter(({ type }) => type === 'CERTIFICATE');
  if (certificates.length === 0) return 'no valid certificate authority data seen';
  return certificates.some(({ bytes }) => isCertificate(bytes))
    ? undefined
    : 'failed to parse certificate: x509: malformed certificate';
}

function isCertificate(bytes: Uint8Array): boolean {
  try {
    return new X509Certificate(bytes).serialNumber !== '';
  } catch {
    return false;
  }
}
