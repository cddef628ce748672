import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import type { ValueCipher } from './keyed.provider.js';

const CBC_IV_BYTES = 16;
const GCM_NONCE_BYTES = 12;
const GCM_TAG_BYTES = 16;
const SECRETBOX_NONCE_BYTES = 24;

/** Returns AES in Galois/Counter Mode, bound to the key of the value: a random nonce, the sealed value, the tag. */
export function aesGcmCipher(secret: Buffer): ValueCipher {
  const name = `aes-${secret.length * 8}-gcm` as 'aes-256-gcm';
  return {
    seal(value, key) {
      const nonce = randomBytes(GCM_NONCE_BYTES);
      const cipher = createCipheriv(name, secret, nonce).setAAD(Buffer.from(key));
      return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, key) {
      const end = sealed.length - GCM_TAG_BYTES;
      if (end < GCM_NONCE_BYTES) throw new Error('the stored form is too short');
      const decipher = createDecipheriv(name, secret, sealed.subarray(0, GCM_NONCE_BYTES), {
        authTagLength: GCM_TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(key)).setAuthTag(sealed.subarray(end));
      return Buffer.concat([decipher.update(sealed.subarray(GCM_NONCE_BYTES, end)), decipher.final()]);
    },
  };
}

/**
 * Returns AES in Cipher Block Chaining with padding (PKCS #7): a random vector, the encrypted value. Changes are not
 * detected.
 */
export function aesCbcCipher(secret: Buffer): ValueCipher {
  const name = `aes-${secret.length * 8}-cbc`;
  return {
    seal(value) {
      const vector = randomBytes(CBC_IV_BYTES);
      const cipher = createCipheriv(name, secret, vector);
      return Buffer.concat([vector, cipher.update(value), cipher.final()]);
    },
    open(sealed) {
      if (sealed.length < CBC_IV_BYTES) throw new Error('the stored form is too short');
      const decipher = createDecipheriv(name, secret, sealed.subarray(0, CBC_IV_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(CBC_IV_BYTES)), decipher.final()]);
    },
  };
}

/** Returns XSalsa20 and Poly1305: a random nonce, the sealed value with its tag. */
export function secretboxCipher(secret: Buffer): ValueCipher {
  return {
    seal(value) {
      const nonce = randomBytes(SECRETBOX_NONCE_BYTES);
      return Buffer.concat([nonce, xsalsa20poly1305(secret, nonce).encrypt(value)]);
    },
    open(sealed) {
      const nonce = sealed.subarray(0, SECRETBOX_NONCE_BYTES);
      return Buffer.from(xsalsa20poly1305(secret, nonce).decrypt(sealed.subarray(SECRETBOX_NONCE_BYTES)));
    },
  };
}
