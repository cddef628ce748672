import { ENCRYPTED, type ValueProvider, startsWith } from './value-provider.js';

/**
 * Encrypts and decrypts with one secret. Both throw the errors of node:crypto, which reveal nothing about values or
 * secrets.
 */
export interface ValueCipher {
  seal(value: Buffer, key: string): Buffer;
  open(sealed: Buffer, key: string): Buffer;
}

/** A secret by its name. */
export interface NamedCipher {
  readonly name: string;
  readonly cipher: ValueCipher;
}

interface PrefixedCipher {
  readonly prefix: Buffer;
  readonly cipher: ValueCipher;
}

/** Keeps values sealed with the first of several secrets, and opens what any of them has sealed. */
export class KeyedProvider implements ValueProvider {
  private readonly prefix: Buffer;
  private readonly ciphers: readonly PrefixedCipher[];

  /** `scheme` is how stored forms name the way of sealing; there is at least one cipher. */
  constructor(
    private readonly scheme: string,
    ciphers: readonly NamedCipher[],
  ) {
    this.prefix = Buffer.from(`${ENCRYPTED.toString()}${scheme}:v1:`);
    this.ciphers = ciphers.map(({ name, cipher }) => ({
      prefix: Buffer.concat([this.prefix, Buffer.from(`${name}:`)]),
      cipher,
    }));
  }

  seal(value: Buffer, key: string): Buffer {
    const [{ prefix, cipher }] = this.ciphers;
    return Buffer.concat([prefix, cipher.seal(value, key)]);
  }

  owns(stored: Buffer): boolean {
    return startsWith(stored, this.prefix);
  }

  open(stored: Buffer, key: string): Buffer {
    const named = this.ciphers.filter(({ prefix }) => startsWith(stored, prefix));
    for (const { prefix, cipher } of named) {
      try {
        return cipher.open(stored.subarray(prefix.length), key);
      } catch {
        // Several secrets may have one name, as the reference allows it.
      }
    }
    const why = named.length > 0 ? 'it was sealed with another secret, or has been changed' : 'its key is not there';
    throw new Error(`${this.scheme}: ${why}`);
  }

  isCurrent(stored: Buffer): boolean {
    return startsWith(stored, this.ciphers[0].prefix);
  }
}
