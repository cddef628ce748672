import { type Storage, type StoredValue, isConflict, isKeyExists } from '../../storage/index.js';
import type { SealingKeys } from './sealing-keys.js';

/** A stored secret that no key of the file opens, or that was changed. */
export class SealedSecretError extends Error {
  constructor(readonly key: string) {
    super(`none of its keys opens ${key}, which another server has stored`);
  }
}

/** The prefix of the keys under which secrets are stored; no resource has it. */
const PREFIX = '/registry/shared-secrets/';

/** The secrets that the servers of a store share, sealed in the store. */
export class StoredSecrets {
  constructor(
    private readonly storage: Pick<Storage, 'create' | 'get' | 'update'>,
    private readonly keys: SealingKeys,
  ) {}

  /** Returns the secret of a name; undefined if it is not stored. Throws SealedSecretError. */
  async find(name: string): Promise<string | undefined> {
    const stored = await this.storage.get(PREFIX + name);
    if (!stored) return undefined;
    const { text, isCurrent } = this.open(stored);
    if (!isCurrent) await this.write(stored, text);
    return text;
  }

  /** Stores a secret if there is none of the name. Returns the one that counts: that of the first server. */
  async agree(name: string, proposed: string): Promise<string> {
    const key = PREFIX + name;
    try {
      await this.storage.create(key, this.keys.seal(proposed, key));
      return proposed;
    } catch (error) {
      if (!isKeyExists(error)) throw error;
      return (await this.find(name)) ?? this.agree(name, proposed);
    }
  }

  /** Stores a secret in place of another one; where two servers do so at once, one of both counts. */
  async replace(name: string, text: string): Promise<void> {
    const stored = await this.storage.get(PREFIX + name);
    if (!stored) await this.agree(name, text);
    else if (this.open(stored).text !== text) await this.write(stored, text);
  }

  private open(stored: StoredValue): NonNullable<ReturnType<SealingKeys['open']>> {
    const opened = this.keys.open(stored.value, stored.key);
    if (!opened) throw new SealedSecretError(stored.key);
    return opened;
  }

  /** Another server may have been faster; it has written the same, or is as right. */
  private async write({ key, revision }: StoredValue, text: string): Promise<void> {
    await this.storage.update(key, this.keys.seal(text, key), revision).catch((error: unknown) => {
      if (!isConflict(error)) throw error;
    });
  }
}
