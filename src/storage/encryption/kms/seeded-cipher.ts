import { createHmac, randomBytes } from 'node:crypto';
import { aesGcmCipher } from '../ciphers.js';
import type { ValueCipher } from '../keyed.provider.js';

const INFO_BYTES = 32;

/**
 * Returns AES in Galois/Counter Mode with its own key for each value, made of a seed and of random bytes that
 * stand before the sealed value (HKDF-Expand of RFC 5869 with SHA-256; upstream: the extended nonce GCM
 * transformer).
 */
export function seededCipher(seed: Buffer): ValueCipher {
  return {
    seal(value, key) {
      const info = randomBytes(INFO_BYTES);
      return Buffer.concat([info, aesGcmCipher(expand(seed, info)).seal(value, key)]);
    },
    open(sealed, key) {
      if (sealed.length < INFO_BYTES) throw new Error('the stored form is too short');
      const info = sealed.subarray(0, INFO_BYTES);
      return aesGcmCipher(expand(seed, info)).open(sealed.subarray(INFO_BYTES), key);
    },
  };
}

/** One block is as long as the key. */
function expand(seed: Buffer, info: Buffer): Buffer {
  return createHmac('sha256', seed)
    .update(info)
    .update(Buffer.from([1]))
    .digest();
}
