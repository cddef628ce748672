import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { CompactionLoop, type CompactionLoopOptions } from './compaction-loop.js';
import { SqliteStorage, type SqliteStorageOptions } from './sqlite/index.js';
import { Storage } from './storage.js';
import { WatchCache, type WatchCacheOptions } from './watch-cache/index.js';

/** What the storage module is made of. */
export interface StorageModuleOptions {
  /** The embedded store, or how to open another engine. The module closes what it opened. */
  readonly engine: SqliteStorageOptions | (() => Promise<Storage>);
  readonly watchCache?: WatchCacheOptions;
  readonly compaction?: CompactionLoopOptions;
}

/**
 * Provides `Storage` and `WatchCache` to the whole application, compacts while it runs, and closes both after the
 * listeners are closed, so requests that are being answered still have a store.
 */
@Module({})
export class StorageModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(Storage) private readonly storage: Storage,
    @Inject(WatchCache) private readonly watchCache: WatchCache,
    @Inject(CompactionLoop) private readonly compaction: CompactionLoop,
  ) {}

  /** The module with its options. */
  static forRoot({ engine, watchCache, compaction }: StorageModuleOptions): DynamicModule {
    return {
      module: StorageModule,
      global: true,
      providers: [
        { provide: Storage, useFactory: () => (typeof engine === 'function' ? engine() : SqliteStorage.open(engine)) },
        {
          provide: WatchCache,
          useFactory: (storage: Storage) => new WatchCache(storage, watchCache),
          inject: [Storage],
        },
        {
          provide: CompactionLoop,
          useFactory: (storage: Storage) => new CompactionLoop(storage, compaction),
          inject: [Storage],
        },
      ],
      exports: [Storage, WatchCache],
    };
  }

  onApplicationBootstrap(): void {
    this.compaction.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.watchCache.close();
    await this.compaction.stop();
    await this.storage.close();
  }
}
