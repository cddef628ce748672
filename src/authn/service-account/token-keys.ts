import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

const CURVES: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };

/** A key that tokens are signed or checked with. */
export interface TokenKey {
  readonly key: KeyObject;
  /** The algorithm it is good for, by the name tokens give it. */
  readonly algorithm: string;
  /** Names the key in the header of tokens: a digest of the public key. */
  readonly id: string;
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

function algorithmOf(key: KeyObject): string {
  if (key.asymmetricKeyType === 'rsa') return 'RS256';
  const algorithm = CURVES[key.asymmetricKeyDetails?.namedCurve ?? ''];
  if (algorithm !== undefined) return algorithm;
  throw new Error(`a key of type ${key.asymmetricKeyType} cannot sign tokens; give an RSA or P-256 key`);
}

function keyId(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}
