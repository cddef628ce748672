import { AdmissionChain } from '../../admission/index.js';
import { type Clock, MetricsRegistry, createLogger } from '../../observability/index.js';
import { resolveOptions } from '../../options/index.js';
import type { QueueControllerParts } from '../../plugin-api/index.js';
import { Catalogue, KindInstaller, type PluginClass, readDeclarations } from '../../plugin-host/index.js';
import { BUILT_IN_PLUGINS } from '../../plugins.js';
import { type HookClass, RandomIdentifiers, type Stores } from '../../registry/index.js';
import { RequestObservers } from '../../request/index.js';
import { StorageMetrics, UnreadableValues, WatchCache, PlainValues } from '../../storage/index.js';
import { FakeClock } from '../fake-clock.js';
import { SeededIdentifiers } from '../server/seeded-identifiers.js';
import { MemoryStorage } from '../store/memory-storage.js';

/** The options of stores in memory. */
export interface MemoryStoresOptions {
  /** API groups besides the built-in ones. */
  readonly plugins?: readonly PluginClass[];
  /** A clock that stands still when not given. */
  readonly clock?: Clock;
  readonly seed?: string | number;
}

/** Stores without a server. */
export interface MemoryStores {
  readonly stores: Stores;
  readonly clock: Clock;
  /** The parts of a `QueueController`: `new BerthController(memory.parts)`. */
  readonly parts: QueueControllerParts;
  /** Ends all watches. */
  close(): Promise<void>;
}

/**
 * Makes the stores of all kinds in memory, for unit tests of controllers: without HTTP, users and admission. Objects are
 * defaulted and validated by their types; strategies that Nest has to create are left out.
 */
export async function memoryStores({
  plugins = [],
  clock = new FakeClock(),
  seed,
}: MemoryStoresOptions = {}): Promise<MemoryStores> {
  const logger = createLogger({ isEnabled: false });
  const metrics = new MetricsRegistry({ isWithoutProcess: true });
  const resolved = await resolveOptions({});
  if ('problems' in resolved) throw new Error(resolved.problems[0].message);
  const storage = new MemoryStorage(clock);
  const watchCache = new WatchCache(storage);
  const catalogue = new Catalogue();
  const installer = new KindInstaller({
    catalogue,
    storage,
    storageMetrics: new StorageMetrics(metrics),
    watchCache,
    transformers: new PlainValues(),
    unreadable: new UnreadableValues(metrics, logger),
    admission: new AdmissionChain(new RequestObservers((error) => logger.error('an observer failed', { error }))),
    options: resolved.options,
    clock,
    identifiers: seed === undefined ? new RandomIdentifiers() : new SeededIdentifiers(String(seed)),
    logger,
  });
  for (const [plugin, { group, kinds }] of readDeclarations([...BUILT_IN_PLUGINS, ...plugins], BUILT_IN_PLUGINS)) {
    for (const definition of kinds) {
      installer.install({ plugin: plugin.name, group, definition: definition as never, resolve: withoutHooks });
    }
  }
  const close = async (): Promise<void> => {
    watchCache.close();
    await storage.close();
  };
  return { stores: catalogue, clock, parts: { stores: catalogue, clock, logger, metrics }, close };
}

/** No hooks, in place of an instance that Nest would create. */
function withoutHooks<T>(_hook: HookClass<T>): T {
  return {} as T;
}
