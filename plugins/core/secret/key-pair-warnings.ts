import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';

interface PemBlock {
  readonly type: string;
  readonly text: string;
}

const BEGIN = '-----BEGIN ';
const DASHES = '-----';
const KEY_TYPE = 'PRIVATE KEY';

/** Warns when a certificate and a private key, both PEM, do not make a pair that a TLS server could use. */
export function keyPairWarnings(certificate: string, key: string): string[] {
  const fault = certificateFault(certificate) ?? keyFault(key) ?? pairFault(certificate, key);
  return fault === undefined ? [] : [fault];
}

function certificateFault(text: string): string | undefined {
  const blocks = blocksOf(text);
  if (blocks.some(isCertificate)) return undefined;
  if (blocks.length === 0) return 'tls: failed to find any PEM data in certificate input';
  if (blocks.length === 1 && isKey(blocks[0])) {
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched';
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${typesOf(blocks)}`;
}

function keyFault(text: string): string | undefined {
  const blocks = blocksOf(text);
  if (blocks.some(isKey)) return undefined;
  if (blocks.length === 0) return 'tls: failed to find any PEM data in key input';
  if (blocks.length === 1 && isCertificate(blocks[0])) {
    return 'tls: found a certificate rather than a key in the PEM for the private key';
  }
  return `tls: failed to find PEM block with type ending in "${KEY_TYPE}" in key input after skipping PEM blocks of the following types: ${typesOf(blocks)}`;
}

function pairFault(certificateText: string, keyText: string): string | undefined {
  const certificate = attempt(() => new X509Certificate(blocksOf(certificateText).find(isCertificate)!.text));
  if (!certificate) return 'x509: malformed certificate';
  const key = attempt(() => createPrivateKey(blocksOf(keyText).find(isKey)!.text));
  if (!key) return 'tls: failed to parse private key';
  const owner: KeyObject = certificate.publicKey;
  if (owner.asymmetricKeyType !== key.asymmetricKeyType) {
    return 'tls: private key type does not match public key type';
  }
  return certificate.checkPrivateKey(key) ? undefined : 'tls: private key does not match public key';
}

/** The blocks of a text, read line by line: however many begin and never end, each line is looked at once. */
function blocksOf(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  let type: string | undefined;
  let lines: string[] = [];
  for (const line of text.split('\n').map((each) => each.trimEnd())) {
    if (line.startsWith(BEGIN) && line.endsWith(DASHES)) {
      type = line.slice(BEGIN.length, -DASHES.length);
      lines = [];
    }
    lines.push(line);
    if (type !== undefined && line === `-----END ${type}${DASHES}`) {
      blocks.push({ type, text: lines.join('\n') });
      type = undefined;
    }
  }
  return blocks;
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
