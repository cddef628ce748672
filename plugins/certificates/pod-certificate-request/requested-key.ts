import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** The curves of keys, by their names in OpenSSL. */
const CURVES: ReadonlySet<string | undefined> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);
const MODULUS_BITS: readonly (number | undefined)[] = [3072, 4096];

/** Parses a public key in the form of PKIX (DER); undefined if it is malformed. */
export function parsePublicKey(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

/** Returns the fault of a key of a kind, curve or length that is not accepted; undefined if there is none. */
export function keyFault({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined {
  const { namedCurve, modulusLength } = asymmetricKeyDetails ?? {};
  switch (asymmetricKeyType) {
    case 'ed25519':
      return undefined;
    case 'ec':
      return CURVES.has(namedCurve) ? undefined : 'elliptic public keys must use curve P256 or P384';
    case 'rsa':
      return MODULUS_BITS.includes(modulusLength) ? undefined : 'RSA keys must have modulus size 3072 or 4096';
    default:
      return 'unknown public key type; supported types are Ed25519, ECDSA, and RSA';
  }
}

/** Reports whether a signature of a text was made with the private key of a public one. */
export function hasSigned(key: KeyObject, text: string, signature: Buffer): boolean {
  const data = Buffer.from(text);
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return verify(null, data, key, signature);
    case 'ec':
      return verify('sha256', data, { key, dsaEncoding: 'der' }, signature);
    default: {
      const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_AUTO: saltLength } = constants;
      return verify('sha256', data, { key, padding, saltLength }, signature);
    }
  }
}
