import type { OnApplicationShutdown } from '@nestjs/common';
import {
  type Clock,
  type CounterFamily,
  type Logger,
  type MetricsRegistry,
  ReloadedFile,
  serverIdentity,
} from '../../observability/index.js';
import { OptionsError } from '../../options/index.js';
import type { Storage } from '../storage.js';
import { PlainValues, type ValueTransformers } from '../value-transformer.js';
import type { EncryptionConfiguration } from './configuration.js';
import { EncryptingValues, transformationCounter } from './encrypting-values.js';
import { DataKeyMetrics } from './kms/data-key-metrics.js';
import type { KmsProvider } from './kms/kms.provider.js';
import { type MadeProviders, makeProviders } from './make-providers.js';
import { parseEncryptionConfiguration } from './parse-configuration.js';
import { ENCRYPTED, startsWith } from './value-provider.js';

/** `--encryption-provider-config` and `--encryption-provider-config-automatic-reload`. */
export interface EncryptionOptions {
  /** The path of the file; empty for none. */
  readonly configFile: string;
  readonly reloads: boolean;
}

/** The dependencies of encryption. */
export interface EncryptionParts {
  readonly options: EncryptionOptions;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
}

const OPTION = '--encryption-provider-config';
/** Results of reloads as the names of former metrics spell them. */
const FORMER_RELOADS = { success: 'success', failure: 'failures' };
const PAGE = 500;
const ALL_OBJECTS = '/registry/';

/** The encryption of values at rest, by a file that may change while the server runs. Both type and injection token. */
export class Encryption implements OnApplicationShutdown {
  private file: ReloadedFile<EncryptionConfiguration> | undefined;
  private services: readonly KmsProvider[] = [];
  private encrypting: EncryptingValues | undefined;
  private latest = 0;
  private readonly reloads: CounterFamily;
  private readonly keyMetrics: DataKeyMetrics;

  private constructor(private readonly parts: EncryptionParts) {
    this.keyMetrics = new DataKeyMetrics(parts.metrics);
    this.reloads = parts.metrics.counter({
      name: 'apiserver_encryption_config_controller_automatic_reloads_total',
      help: 'Total number of reload successes and failures of encryption configuration split by API server identity.',
      labels: ['apiserver_id_hash', 'status'],
      releases: { since: '1.29' },
      former: (['success', 'failure'] as const).map((status) => ({
        name: `apiserver_encryption_config_controller_automatic_reload_${FORMER_RELOADS[status]}_total`,
        deprecatedSince: '1.30.0',
        releases: { since: '1.27' },
        only: { status },
      })),
    });
  }

  /**
   * Reads the configuration and gets every key that stored values need. Throws OptionsError, naming the place in the
   * file, when it cannot be used; nothing is opened without a file.
   */
  static async open(parts: EncryptionParts): Promise<Encryption> {
    const encryption = new Encryption(parts);
    if (parts.options.configFile !== '') await encryption.begin();
    return encryption;
  }

  /** The form of values; as they are where no file is given. */
  get transformers(): ValueTransformers {
    return this.encrypting ?? new PlainValues();
  }

  /** True if a key management service takes part. */
  get hasServices(): boolean {
    return this.services.length > 0 || (this.encrypting !== undefined && this.parts.options.reloads);
  }

  /** Throws when a key management service is unhealthy. */
  check(): void {
    const fault = this.services.map(({ fault }) => fault).find((each) => each !== undefined);
    if (fault !== undefined) throw new Error(fault);
  }

  /** Follows nothing any more. */
  onApplicationShutdown(): void {
    this.file?.stop();
    this.latest++;
    for (const service of this.services) service.close();
  }

  private async begin(): Promise<void> {
    const { options, clock, logger, metrics } = this.parts;
    const parse = await loadParser();
    const onReload = (configuration: EncryptionConfiguration): void => void this.reload(configuration);
    this.file = new ReloadedFile({ path: options.configFile, parse, onReload, clock, logger });
    const made = await this.make(await this.read(this.file)).catch((error: unknown) => {
      throw fault(options.configFile, error);
    });
    this.services = made.services;
    this.encrypting = new EncryptingValues(made.entries, transformationCounter(metrics));
    if (options.reloads) this.file.start();
  }

  private async read(file: ReloadedFile<EncryptionConfiguration>): Promise<EncryptionConfiguration> {
    try {
      return await file.load();
    } catch (error) {
      throw fault(this.parts.options.configFile, error);
    }
  }

  /** Puts a changed file in force; the newest wins, whichever is ready first. */
  private async reload(configuration: EncryptionConfiguration): Promise<void> {
    const turn = ++this.latest;
    try {
      const made = await this.make(configuration);
      if (turn !== this.latest) return made.services.forEach((service) => service.close());
      this.encrypting!.use(made.entries);
      for (const service of this.services) service.close();
      this.services = made.services;
      this.reloads.labels(serverIdentity(), 'success').increment();
    } catch (error) {
      this.reloads.labels(serverIdentity(), 'failure').increment();
      this.parts.logger.error('a changed encryption configuration is invalid, the previous one stays in effect', {
        error,
      });
    }
  }

  /** Makes the providers, with the keys of everything that is stored. */
  private async make(configuration: EncryptionConfiguration): Promise<MadeProviders> {
    const made = await makeProviders(configuration, { ...this.parts, keyMetrics: this.keyMetrics });
    if (made.services.length === 0) return made;
    for await (const stored of encryptedValues(this.parts.storage)) {
      await Promise.all(made.services.map((service) => service.fetchKeysOf(stored)));
    }
    return made;
  }
}

/** Reports whether a text is an EncryptionConfiguration without faults. */
export async function isEncryptionConfiguration(text: string): Promise<boolean> {
  const parse = await loadParser();
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

async function loadParser(): Promise<(text: string) => EncryptionConfiguration> {
  const { load } = await import('js-yaml');
  return (text) => parseEncryptionConfiguration(load(text));
}

/** The encrypted ones of all stored values, page by page. */
async function* encryptedValues(storage: Storage): AsyncGenerator<Buffer[]> {
  let startAfter: string | undefined;
  let revision: number | undefined;
  for (let hasMore = true; hasMore;) {
    const page = await storage.range(ALL_OBJECTS, { limit: PAGE, startAfter, revision });
    yield page.items.map(({ value }) => value).filter((value) => startsWith(value, ENCRYPTED));
    startAfter = page.items.at(-1)?.key;
    revision = page.revision;
    hasMore = page.more;
  }
}

function fault(file: string, error: unknown): OptionsError {
  const [message] = (error instanceof Error ? error.message : String(error)).split('\n');
  return new OptionsError([{ option: `${OPTION}: ${file}`, message, remedy: 'Fix the file, or the files it names.' }]);
}
