/** The prefix of all stored forms other than the plain value. */
export const ENCRYPTED = Buffer.from('k8s:enc:');

/**
 * One way to keep values: a provider of an EncryptionConfiguration. Stored forms are those of Kubernetes, so that a store
 * can be moved with its configuration.
 */
export interface ValueProvider {
  /** Returns the stored form of a value under a key. Throws, in words that may be logged, when there is none now. */
  seal(value: Buffer, key: string): Buffer;
  /** Reports whether a stored form is one of this provider's. */
  owns(stored: Buffer): boolean;
  /** Returns the value of a stored form that it owns. Throws, in words that may be logged, when it cannot be had. */
  open(stored: Buffer, key: string): Buffer;
  /** Reports whether a stored form is of the kind that `seal` makes now, by the key it makes it with. */
  isCurrent(stored: Buffer): boolean;
}

/** Keeps values as they are (provider `identity`). */
export class IdentityProvider implements ValueProvider {
  seal(value: Buffer): Buffer {
    return value;
  }

  owns(): boolean {
    return true;
  }

  open(stored: Buffer): Buffer {
    if (startsWith(stored, ENCRYPTED)) throw new Error('identity transformer tried to read encrypted data');
    return stored;
  }

  isCurrent(stored: Buffer): boolean {
    return !startsWith(stored, ENCRYPTED);
  }
}

/** Reports whether bytes begin with others. */
export function startsWith(bytes: Buffer, prefix: Buffer): boolean {
  return bytes.length >= prefix.length && bytes.compare(prefix, 0, prefix.length, 0, prefix.length) === 0;
}
