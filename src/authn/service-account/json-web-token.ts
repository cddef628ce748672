import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** How a key signs: the name in the token's header and the digest. */
interface Algorithm {
  readonly name: string;
  readonly digest: string;
}

const RSA: Algorithm = { name: 'RS256', digest: 'sha256' };
const CURVES: Readonly<Record<string, Algorithm>> = {
  prime256v1: { name: 'ES256', digest: 'sha256' },
  secp384r1: { name: 'ES384', digest: 'sha384' },
  secp521r1: { name: 'ES512', digest: 'sha512' },
};

/** A key that tokens are signed or checked with. */
export interface TokenKey {
  readonly key: KeyObject;
  readonly algorithm: Algorithm;
  /** Names the key in the header of tokens: a digest of the public key. */
  readonly id: string;
}

/** A token taken apart. Nothing in it is to be trusted before its signature is checked. */
export interface UncheckedToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly signed: string;
  readonly signature: Buffer;
}

/** Reads the private key that tokens are signed with. Throws when it is no RSA or elliptic curve key. */
export function readSigningKey(pem: string): TokenKey {
  const key = createPrivateKey(pem);
  return { key, algorithm: algorithmOf(key), id: keyId(createPublicKey(key)) };
}

/** Reads all keys of a PEM text that tokens may be checked with; of private keys the public half. */
export function readVerificationKeys(pem: string): TokenKey[] {
  const blocks = pem.match(/-----BEGIN [^-]+-----[\s\S]+?-----END [^-]+-----/g) ?? [];
  return blocks
    .filter((block) => !block.startsWith('-----BEGIN EC PARAMETERS'))
    .map((block) => {
      const key = createPublicKey(block);
      return { key, algorithm: algorithmOf(key), id: keyId(key) };
    });
}

/** Writes and signs a token. */
export function signToken(payload: Readonly<Record<string, unknown>>, { key, algorithm, id }: TokenKey): string {
  const signed = `${encodePart({ alg: algorithm.name, kid: id })}.${encodePart(payload)}`;
  const signature = sign(algorithm.digest, Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

/** Takes a token apart without checking it; undefined when it is none. */
export function parseToken(token: string): UncheckedToken | undefined {
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]*$/.test(part))) return undefined;
  const [header, payload] = [decodePart(parts[0]), decodePart(parts[1])];
  if (!header || !payload) return undefined;
  return { header, payload, signed: `${parts[0]}.${parts[1]}`, signature: Buffer.from(parts[2], 'base64url') };
}

/** Whether one of the keys has signed the token. What the token says of its algorithm has to fit the key. */
export function isSignedBy({ header, signed, signature }: UncheckedToken, keys: readonly TokenKey[]): boolean {
  const named = keys.filter((key) => key.id === header.kid);
  const candidates = named.length > 0 ? named : keys;
  const data = Buffer.from(signed);
  return candidates.some(
    ({ key, algorithm }) =>
      header.alg === algorithm.name && verify(algorithm.digest, data, { key, dsaEncoding: 'ieee-p1363' }, signature),
  );
}

function algorithmOf(key: KeyObject): Algorithm {
  const curve = CURVES[key.asymmetricKeyDetails?.namedCurve ?? ''];
  if (key.asymmetricKeyType === 'rsa') return RSA;
  if (curve) return curve;
  throw new Error(`a key of type ${key.asymmetricKeyType} cannot sign tokens; give an RSA or P-256 key`);
}

function keyId(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}

function encodePart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decodePart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
