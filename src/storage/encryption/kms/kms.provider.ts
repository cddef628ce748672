import { createHash, randomBytes } from 'node:crypto';
import type { Clock, Logger, Timer } from '../../../observability/index.js';
import { aesGcmCipher } from '../ciphers.js';
import type { ValueCipher } from '../keyed.provider.js';
import { ENCRYPTED, type ValueProvider, startsWith } from '../value-provider.js';
import type { DataKeyMetrics } from './data-key-metrics.js';
import {
  type EncryptedObject,
  KEY_TYPES,
  type SealedKey,
  decodeEncryptedObject,
  encodeEncryptedObject,
} from './encrypted-object.js';
import type { KmsClient, KmsStatus } from './kms-client.js';
import { seededCipher } from './seeded-cipher.js';

/** The dependencies of the provider. */
export interface KmsProviderParts {
  readonly name: string;
  readonly client: KmsClient;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Times the making of keys; nothing does where unset. */
  readonly keyMetrics?: DataKeyMetrics;
}

/** How often the service is asked how it is, in milliseconds: when it was well, and when not. */
const PERIOD = 60_000;
const PERIOD_WHEN_ILL = 10_000;
/** How long values are sealed with a key that the service could not be asked about again, in milliseconds. */
const KEY_LIFE = 180_000;
const SEED_BYTES = 32;
const VERSIONS = new Set(['v2', 'v2beta1']);
/** Limits of the service's responses (upstream: the limits of the envelope). */
const MOST_KEY_ID_BYTES = 1024;
const MOST_SEALED_BYTES = 1024;

interface CurrentKey extends SealedKey {
  readonly cipher: ValueCipher;
  /** When the service last said that it still stands, by the monotonic clock. */
  confirmedAt: number;
}

/**
 * Keeps values sealed with its own keys, which a key management service has sealed (upstream: envelope encryption,
 * version 2). Values are sealed and opened without the service: the key that seals is renewed when the service says that
 * its own key has changed; keys that open are fetched beforehand, with `fetchKeysOf`.
 */
export class KmsProvider implements ValueProvider {
  private readonly prefix: Buffer;
  private readonly ciphers = new Map<string, ValueCipher>();
  private current: CurrentKey | undefined;
  private illness: string | undefined = 'the key management service has not been asked yet';
  private timer: Timer | undefined;
  private isClosed = false;

  constructor(private readonly parts: KmsProviderParts) {
    this.prefix = Buffer.from(`${ENCRYPTED.toString()}kms:v2:${parts.name}:`);
  }

  /** Asks the service for the first key that seals, and how it is from then on. Rejects when there is no key. */
  async start(): Promise<void> {
    await this.renew();
    this.schedule();
  }

  /** The reason why the service is unhealthy; undefined if it is healthy. */
  get fault(): string | undefined {
    return this.illness;
  }

  /** Fetches the keys of stored forms. What the service does not open stays unreadable. */
  async fetchKeysOf(stored: Iterable<Buffer>): Promise<void> {
    const missing = new Map<string, EncryptedObject>();
    for (const bytes of stored) {
      const object = this.owns(bytes) ? tryDecode(bytes.subarray(this.prefix.length)) : undefined;
      if (object && !this.ciphers.has(nameOf(object))) missing.set(nameOf(object), object);
    }
    await Promise.all([...missing.values()].map((object) => this.fetchKey(object)));
  }

  seal(value: Buffer, key: string): Buffer {
    const { current } = this;
    if (!current) throw new Error(`${this.parts.name}: there is no key to seal with`);
    if (this.parts.clock.monotonic() - current.confirmedAt > KEY_LIFE) {
      throw new Error(`${this.parts.name}: the key to seal with has not been confirmed for too long: ${this.illness}`);
    }
    return Buffer.concat([this.prefix, encodeEncryptedObject({ ...current, data: current.cipher.seal(value, key) })]);
  }

  owns(stored: Buffer): boolean {
    return startsWith(stored, this.prefix);
  }

  open(stored: Buffer, key: string): Buffer {
    const object = decodeEncryptedObject(stored.subarray(this.prefix.length));
    const cipher = this.ciphers.get(nameOf(object));
    if (!cipher) throw new Error(`${this.parts.name}: its key has not been had from the key management service`);
    return cipher.open(object.data, key);
  }

  isCurrent(stored: Buffer): boolean {
    return this.owns(stored) && tryDecode(stored.subarray(this.prefix.length))?.keyId === this.current?.keyId;
  }

  /** Asks nothing more. */
  close(): void {
    this.isClosed = true;
    this.timer?.cancel();
    this.parts.client.close();
  }

  private schedule(): void {
    if (this.isClosed) return;
    const wait = this.illness === undefined ? PERIOD : PERIOD_WHEN_ILL;
    this.timer = this.parts.clock.schedule(wait, () => {
      void this.renew()
        .catch((error: unknown) => {
          this.parts.logger.error('a key management service is unhealthy', { name: this.parts.name, error });
        })
        .finally(() => this.schedule());
    });
  }

  /** Asks how the service is, and for another key where its own has changed. */
  private async renew(): Promise<void> {
    try {
      const status = await this.parts.client.status();
      checkStatus(status);
      if (this.current?.keyId === status.keyId) this.current.confirmedAt = this.parts.clock.monotonic();
      else this.current = await this.makeKey(status);
      this.illness = undefined;
    } catch (error) {
      this.illness = (error as Error).message;
      throw new Error(`${this.parts.name}: ${this.illness}`, { cause: error });
    }
  }

  private async makeKey(status: KmsStatus): Promise<CurrentKey> {
    const { client, clock, keyMetrics } = this.parts;
    const makeSeed = (): Buffer => randomBytes(SEED_BYTES);
    const seed = keyMetrics ? keyMetrics.timed(makeSeed) : makeSeed();
    const confirmedAt = clock.monotonic();
    const { ciphertext, keyId, annotations } = await client.encrypt(seed);
    if (keyId !== status.keyId) throw new Error('the service seals with another key than it names in its status');
    if (ciphertext.length === 0 || ciphertext.length > MOST_SEALED_BYTES) {
      throw new Error(`the service seals a key of ${SEED_BYTES} bytes in ${ciphertext.length} bytes`);
    }
    const sealed: SealedKey = { keyId, sealed: ciphertext, annotations, type: KEY_TYPES.seed };
    const cipher = seededCipher(seed);
    this.ciphers.set(nameOf(sealed), cipher);
    return { ...sealed, cipher, confirmedAt };
  }

  private async fetchKey(object: EncryptedObject): Promise<void> {
    const { client, logger, name } = this.parts;
    try {
      const { keyId, sealed: ciphertext, annotations } = object;
      const secret = await client.decrypt({ ciphertext, keyId, annotations });
      const cipher = object.type === KEY_TYPES.seed ? seededCipher(secret) : aesGcmCipher(secret);
      this.ciphers.set(nameOf(object), cipher);
    } catch (error) {
      logger.error('a key management service did not return a key', { name, keyId: object.keyId, error });
    }
  }
}

function checkStatus({ version, healthz, keyId }: KmsStatus): void {
  if (!VERSIONS.has(version)) throw new Error(`expected KMSv2 API version v2, got ${JSON.stringify(version)}`);
  if (healthz !== 'ok') throw new Error(`got unexpected healthz status: ${healthz.slice(0, MOST_KEY_ID_BYTES)}`);
  if (keyId === '') throw new Error('keyID is empty');
  if (Buffer.byteLength(keyId) > MOST_KEY_ID_BYTES) throw new Error(`keyID exceeds ${MOST_KEY_ID_BYTES} bytes`);
}

function tryDecode(bytes: Buffer): EncryptedObject | undefined {
  try {
    return decodeEncryptedObject(bytes);
  } catch {
    return undefined;
  }
}

/** Returns an identifier of an encrypted key. */
function nameOf({ keyId, sealed, type }: SealedKey): string {
  return createHash('sha256').update(`${type}/${keyId}/`).update(sealed).digest('base64');
}
