import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { type PemBlock, pemBlocks } from '../../../src/plugin-api/built-in.js';

const KEY_TYPE = 'PRIVATE KEY';

/** Warns when a certificate and a private key, both PEM, do not make a pair that a TLS server could use. */
export function keyPairWarnings(certificate: string, key: string): string[] {
  const fault = certificateFault(certificate) ?? keyFault(key) ?? pairFault(certificate, key);
  return fault === undefined ? [] : [fault];
}

function certificateFault(text: string): string | undefined {
  const blocks = pemBlocks(text);
  if (blocks.some(isCertificate)) return undefined;
  if (blocks.length === 0) return 'tls: failed to find any PEM data in certificate input';
  if (blocks.length === 1 && isKey(blocks[0])) {
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched';
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${typesOf(blocks)}`;
}

function keyFault(text: string): string | undefined {
  const blocks = pemBlocks(text);
  if (blocks.some(isKey)) return undefined;
  if (blocks.length === 0) return 'tls: failed to find any PEM data in key input';
  if (blocks.length === 1 && isCertificate(blocks[0])) {
    return 'tls: found a certificate rather than a key in the PEM for the private key';
  }
  return `tls: failed to find PEM block with type ending in "${KEY_TYPE}" in key input after skipping PEM blocks of the following types: ${typesOf(blocks)}`;
}

function pairFault(certificateText: string, keyText: string): string | undefined {
  const certificate = attempt(() => new X509Certificate(pemBlocks(certificateText).find(isCertificate)!.bytes));
  if (!certificate) return 'x509: malformed certificate';
  const key = parseKey(pemBlocks(keyText).find(isKey)!.bytes);
  if (!key) return 'tls: failed to parse private key';
  const owner: KeyObject = certificate.publicKey;
  if (owner.asymmetricKeyType !== key.asymmetricKeyType) {
    return 'tls: private key type does not match public key type';
  }
  return certificate.checkPrivateKey(key) ? undefined : 'tls: private key does not match public key';
}

/** The forms a private key may be in, in the order in which Go tries them. */
const KEY_FORMS = ['pkcs1', 'pkcs8', 'sec1'] as const;

function parseKey(key: Buffer): KeyObject | undefined {
  for (const type of KEY_FORMS) {
    const parsed = attempt(() => createPrivateKey({ key, format: 'der', type }));
    if (parsed) return parsed;
  }
  return undefined;
}

function isCertificate({ type }: PemBlock): boolean {
  return type === 'CERTIFICATE';
}

function isKey({ type }: PemBlock): boolean {
  return type === KEY_TYPE || type.endsWith(` ${KEY_TYPE}`);
}

function typesOf(blocks: readonly PemBlock[]): string {
  return `[${blocks.map(({ type }) => type).join(' ')}]`;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
