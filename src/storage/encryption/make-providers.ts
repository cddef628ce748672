import { aesCbcCipher, aesGcmCipher, secretboxCipher } from './ciphers.js';
import { type ConfiguredProvider, type EncryptionConfiguration, type KeyedScheme } from './configuration.js';
import type { ResourceProviders } from './encrypting-values.js';
import { KeyedProvider, type ValueCipher } from './keyed.provider.js';
import { KmsProvider, type KmsProviderParts } from './kms/kms.provider.js';
import { GrpcKmsClient } from './kms/kms-client.js';
import { IdentityProvider, type ValueProvider } from './value-provider.js';

/** The providers of a configuration, and those of them that have to be asked how they are, and closed. */
export interface MadeProviders {
  readonly entries: readonly ResourceProviders[];
  readonly services: readonly KmsProvider[];
}

const CIPHERS: Readonly<Record<KeyedScheme, (secret: Buffer) => ValueCipher>> = {
  aescbc: aesCbcCipher,
  aesgcm: aesGcmCipher,
  secretbox: secretboxCipher,
};

/** Makes the providers of a configuration; rejects, with all of them closed, when a key management service is unhealthy. */
export async function makeProviders(
  { resources }: EncryptionConfiguration,
  parts: Pick<KmsProviderParts, 'clock' | 'keyMetrics' | 'logger'>,
): Promise<MadeProviders> {
  const services: KmsProvider[] = [];
  const make = async (configured: ConfiguredProvider): Promise<ValueProvider> => {
    if (configured.kind === 'identity') return new IdentityProvider();
    if (configured.kind !== 'kms') return keyedProvider(configured);
    const client = await GrpcKmsClient.open(configured.kms);
    const service = new KmsProvider({ name: configured.kms.name, client, ...parts });
    services.push(service);
    await service.start();
    return service;
  };
  const made = await Promise.allSettled(
    resources.map(async (entry) => ({
      resources: entry.resources,
      providers: await Promise.all(entry.providers.map(make)),
    })),
  );
  const failed = made.find((outcome) => outcome.status === 'rejected');
  if (failed) {
    for (const service of services) service.close();
    throw failed.reason;
  }
  return { entries: made.map((outcome) => (outcome as PromiseFulfilledResult<ResourceProviders>).value), services };
}

function keyedProvider({ kind, keys }: Extract<ConfiguredProvider, { kind: KeyedScheme }>): KeyedProvider {
  const ciphers = keys.map(({ name, secret }) => ({ name, cipher: CIPHERS[kind](Buffer.from(secret, 'base64')) }));
  return new KeyedProvider(kind, ciphers);
}
