import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { GroupResource } from '../../src/apimachinery/index.js';
import { type ValueTransformer, ValueTransformers } from '../../src/storage/index.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts the values of some resources, each bound to its key; those of others stay as they are. */
export class EncryptingValues extends ValueTransformers {
  constructor(
    private readonly resources: readonly string[],
    private readonly secret: Buffer,
  ) {
    super();
  }

  of({ resource }: GroupResource): ValueTransformer | undefined {
    if (!this.resources.includes(resource)) return undefined;
    return {
      toStored: (value, key) => this.encrypt(value, key),
      fromStored: (stored, key) => this.decrypt(stored, key),
    };
  }

  private encrypt(value: Buffer, key: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.secret, iv).setAAD(Buffer.from(key));
    const sealed = Buffer.concat([cipher.update(value), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  private decrypt(stored: Buffer, key: string): Buffer {
    const [iv, tag] = [stored.subarray(0, IV_BYTES), stored.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
    const decipher = createDecipheriv('aes-256-gcm', this.secret, iv).setAAD(Buffer.from(key)).setAuthTag(tag);
    return Buffer.concat([decipher.update(stored.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  }
}
