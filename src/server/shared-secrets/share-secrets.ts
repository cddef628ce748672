import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../observability/index.js';
import { type ApiServerOptions, OptionsError } from '../../options/index.js';
import { type Storage, isEncryptionConfiguration } from '../../storage/index.js';
import { type SharedKey, sharedAuthority, sharedSigningKey, writePrivateFile } from '../certificates/index.js';
import { SealingKeys } from './sealing-keys.js';
import { SealedSecretError, StoredSecrets } from './stored-secrets.js';

/** The dependencies of shared secrets. */
export interface SharedSecretsParts {
  /** Opens the store; it is closed once the secrets are there. */
  readonly open: () => Promise<Storage>;
  /** True if the server shows extension servers its own certificate. */
  readonly isFrontProxy: boolean;
  readonly logger: Logger;
}

const ENCRYPTION = 'encryption-configuration';

/**
 * Shares secrets between all servers of a store (`--shared-secrets`): copies them from the store to the directory of
 * certificates, or those of the directory, or new ones, to the store. `use` reads and renews the files; renewed ones are
 * stored. Throws OptionsError and CertificateError, and as the store does.
 */
export async function shareSecrets<T>(
  options: ApiServerOptions,
  parts: SharedSecretsParts,
  use: () => Promise<T>,
): Promise<T> {
  const path = options.storage.sharedSecrets;
  if (path === '') return use();
  const keys = await readKeys(path);
  const storage = await parts.open();
  try {
    return await new SharedSecrets(options, new StoredSecrets(storage, keys), parts).share(use);
  } catch (error) {
    if (error instanceof SealedSecretError) throw keyFault(path, error.message, WRONG_KEY);
    throw error;
  } finally {
    await storage.close();
  }
}

const WRONG_KEY = 'Use the key file of the other servers of the store.';

class SharedSecrets {
  private readonly shared: readonly SharedKey[];

  constructor(
    private readonly options: ApiServerOptions,
    private readonly stored: StoredSecrets,
    private readonly parts: SharedSecretsParts,
  ) {
    const { certificateDirectory: directory, authentication } = options;
    this.shared = [
      sharedAuthority(directory, 'ca'),
      ...(parts.isFrontProxy ? [sharedAuthority(directory, 'front-proxy-ca')] : []),
      ...(authentication.serviceAccountSigningKeyFile === '' ? [sharedSigningKey(directory)] : []),
    ];
  }

  async share<T>(use: () => Promise<T>): Promise<T> {
    for (const key of this.shared) await this.take(key);
    await this.shareEncryption();
    const used = await use();
    for (const key of this.shared) await this.stored.replace(key.name, (await key.read())!);
    return used;
  }

  /** The stored one counts; without one that of the directory, or a new one, unless another server is faster. */
  private async take(key: SharedKey): Promise<void> {
    const own = await key.read();
    const found = await this.stored.find(key.name);
    const agreed = found ?? (await this.stored.agree(key.name, own ?? (await key.make())));
    if (own !== undefined) key.checkSame(own, agreed);
    if (agreed !== own) await key.write(agreed);
  }

  /** The configuration of a server that has the flag counts; others use the stored one, from their own file. */
  private async shareEncryption(): Promise<void> {
    const { storage, certificateDirectory } = this.options;
    if (storage.encryptionProviderConfig !== '') {
      const own = await readConfiguration(storage.encryptionProviderConfig);
      if (own === undefined) return;
      if ((await this.stored.agree(ENCRYPTION, own)) === own) return;
      this.parts.logger.info('the shared encryption configuration is replaced by that of --encryption-provider-config');
      return this.stored.replace(ENCRYPTION, own);
    }
    const shared = await this.stored.find(ENCRYPTION);
    if (shared === undefined) return;
    storage.encryptionProviderConfig = join(certificateDirectory, 'encryption-configuration.yaml');
    await writePrivateFile(storage.encryptionProviderConfig, shared);
  }
}

async function readKeys(path: string): Promise<SealingKeys> {
  try {
    return SealingKeys.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const remedy = 'Give a file with one key a line: head -c 32 /dev/urandom | base64.';
    throw keyFault(path, (error as Error).message, remedy);
  }
}

/** Undefined for a file with faults, which are reported where it is used. */
async function readConfiguration(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return (await isEncryptionConfiguration(text)) ? text : undefined;
}

function keyFault(path: string, message: string, remedy: string): OptionsError {
  return new OptionsError([{ option: `--shared-secrets: ${path}`, message, remedy }]);
}
