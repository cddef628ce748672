import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { provideFrom } from '../injection/index.js';
import { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import type { CompactionLoopOptions } from './compaction-loop.js';
import { CompactionLoops } from './compaction-loops.js';
import { Encryption, type EncryptionOptions } from './encryption/index.js';
import { DEFAULT_ENGINE, ETCD_ENGINE, type NamedEngines, StorageEngines } from './engines.js';
import type { EngineSettings } from './open-engine.js';
import { Leadership, SoleLeadership } from './leadership.js';
import { measureStorage } from './storage-size.js';
import { StorageMetrics } from './storage-metrics.js';
import { FieldsOutOfView } from './fields-out-of-view.js';
import { Storage } from './storage.js';
import { TracedStorage } from './traced-storage.js';
import { UnreadableValues } from './unreadable-values.js';
import { ValueTransformers } from './value-transformer.js';
import { WatchCache, type WatchCacheOptions } from './watch-cache/index.js';

/** An engine by its name, which is that of the embedded one when unset, with its settings. */
export interface ChosenEngine extends Omit<EngineSettings, 'logger'> {
  readonly name?: string;
}

/** The options of the storage module. */
export interface StorageModuleOptions {
  /** The engine and its settings, or how to open another one. The module closes what it opened. */
  readonly engine: ChosenEngine | (() => Promise<Storage>);
  /** Engines that can be named besides those of the server. */
  readonly engines?: NamedEngines;
  /** The form in which values are stored; as they are when unset. */
  readonly transformers?: ValueTransformers;
  /** The leader election among processes that share the store; always the leader when unset. */
  readonly leadership?: Leadership;
  readonly watchCache?: WatchCacheOptions;
  readonly compaction?: CompactionLoopOptions;
  /** How values are encrypted, where no other form is given. */
  readonly encryption?: EncryptionOptions;
  /** True if operations have spans. */
  readonly isTraced?: boolean;
}

const ENCRYPTION_PARTS = { storage: Storage, clock: Clock, logger: Logger, metrics: MetricsRegistry };
const COMPACTION_PARTS = { storage: Storage, cache: WatchCache, logger: Logger, leader: Leadership };

/** The parts that report what is stored. */
const REPORTS = [
  provideFrom(UnreadableValues, { metrics: MetricsRegistry, logger: Logger }, (parts) => {
    return new UnreadableValues(parts.metrics, parts.logger);
  }),
  provideFrom(FieldsOutOfView, { logger: Logger }, ({ logger }) => new FieldsOutOfView(logger)),
  provideFrom(StorageMetrics, { metrics: MetricsRegistry }, ({ metrics }) => new StorageMetrics(metrics)),
];

/**
 * Provides the engine, the watch cache and what they go with, compacts while it runs, and closes both after the
 * listeners are closed, so requests that are being answered still have a store.
 */
@Module({})
export class StorageModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(Storage) private readonly storage: Storage,
    @Inject(WatchCache) private readonly watchCache: WatchCache,
    @Inject(CompactionLoops) private readonly compaction: CompactionLoops,
  ) {}

  /** Returns the module with its options. */
  static forRoot({
    engine,
    engines,
    transformers,
    leadership,
    watchCache,
    compaction,
    encryption,
    isTraced,
  }: StorageModuleOptions): DynamicModule {
    return {
      module: StorageModule,
      providers: [
        provideFrom(Storage, { logger: Logger, metrics: MetricsRegistry }, async ({ logger, metrics }) => {
          const storage = await (typeof engine === 'function'
            ? engine()
            : openNamed(new StorageEngines(engines), engine, logger));
          measureStorage(metrics, storage);
          return isTraced ? new TracedStorage(storage, engineName(engine)) : storage;
        }),
        { provide: Leadership, useValue: leadership ?? new SoleLeadership() },
        provideFrom(Encryption, ENCRYPTION_PARTS, (parts) =>
          Encryption.open({ ...parts, options: encryption ?? NO_ENCRYPTION }),
        ),
        provideFrom(ValueTransformers, { own: Encryption }, ({ own }) => transformers ?? formsOf(engine, own)),
        ...REPORTS,
        provideFrom(WatchCache, { storage: Storage, logger: Logger }, ({ storage, logger }) => {
          return new WatchCache(storage, { logger, ...watchCache });
        }),
        provideFrom(CompactionLoops, COMPACTION_PARTS, ({ storage, cache, logger, leader }) => {
          return new CompactionLoops(storage.stores, (store) => ({
            isLeader: () => leader.isLeader,
            onCompacted: (revision) => cache.forgetBefore(revision, store),
            onError: (error) => logger.warn('history could not be compacted', { error }),
            ...compaction,
          }));
        }),
      ],
      exports: [
        FieldsOutOfView,
        Leadership,
        Storage,
        StorageMetrics,
        WatchCache,
        ValueTransformers,
        UnreadableValues,
        Encryption,
      ],
    };
  }

  onApplicationBootstrap(): void {
    this.compaction.start();
    this.watchCache.keepDense();
  }

  async onApplicationShutdown(): Promise<void> {
    this.watchCache.close();
    await this.compaction.stop();
    await this.storage.close();
  }
}

const NO_ENCRYPTION: EncryptionOptions = { configFile: '', reloads: false };

/** The name of an engine in spans. */
function engineName(engine: StorageModuleOptions['engine']): string {
  return typeof engine === 'function' ? 'storage' : (engine.name ?? DEFAULT_ENGINE);
}

/** The stored form of values: in etcd that of the reference, which may work beside this server. */
async function formsOf(
  engine: StorageModuleOptions['engine'],
  { transformers }: Encryption,
): Promise<ValueTransformers> {
  const etcd = typeof engine === 'object' && engine.name === ETCD_ENGINE ? engine.etcd : undefined;
  if (!etcd) return transformers;
  const { KubernetesValues } = await import('./etcd/index.js');
  return new KubernetesValues(transformers, etcd.prefix);
}

function openNamed(engines: StorageEngines, { name, ...settings }: ChosenEngine, logger: Logger): Promise<Storage> {
  return engines.open(name ?? DEFAULT_ENGINE, { ...settings, logger });
}
