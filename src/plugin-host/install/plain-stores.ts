import { AdmissionChain } from '../../admission/index.js';
import { type Clock, MetricsRegistry, createLogger } from '../../observability/index.js';
import { resolveOptions } from '../../options/index.js';
import type { QueueControllerParts, Stores } from '../../plugin-api/index.js';
import { type HookClass, type Identifiers, RandomIdentifiers } from '../../registry/index.js';
import { RequestObservers } from '../../request/index.js';
import {
  FieldsOutOfView,
  PlainValues,
  type Storage,
  StorageMetrics,
  UnreadableValues,
  WatchCache,
} from '../../storage/index.js';
import { Catalogue } from '../catalogue/index.js';
import { readDeclarations } from '../checks/index.js';
import type { PluginClass } from '../load/index.js';
import { KindInstaller } from './kind-installer.js';

/** The parts of stores without a server. */
export interface PlainStoresParts {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Random when not given. */
  readonly identifiers?: Identifiers;
  readonly ownPlugins: readonly PluginClass[];
  /** API groups besides those. */
  readonly plugins: readonly PluginClass[];
}

/** Stores without a server. */
export interface PlainStores {
  readonly stores: Stores;
  /** The parts of a `QueueController`. */
  readonly parts: QueueControllerParts;
  /** Ends all watches, and closes the storage. */
  close(): Promise<void>;
}

/**
 * Creates the stores of all kinds over a storage: without HTTP, users, Nest and admission. Objects are defaulted and
 * validated by their types; strategies that Nest has to create are left out.
 */
export async function createPlainStores({
  storage,
  clock,
  identifiers = new RandomIdentifiers(),
  ownPlugins,
  plugins,
}: PlainStoresParts): Promise<PlainStores> {
  const logger = createLogger({ isEnabled: false });
  const metrics = new MetricsRegistry({ isWithoutProcess: true });
  const resolved = await resolveOptions({});
  if ('problems' in resolved) throw new Error(resolved.problems[0].message);
  const watchCache = new WatchCache(storage);
  const catalogue = new Catalogue();
  const installer = new KindInstaller({
    catalogue,
    storage,
    storageMetrics: new StorageMetrics(metrics),
    watchCache,
    transformers: new PlainValues(),
    unreadable: new UnreadableValues(metrics, logger),
    outOfView: new FieldsOutOfView(logger),
    admission: new AdmissionChain(new RequestObservers((error) => logger.error('an observer failed', { error }))),
    options: resolved.options,
    clock,
    identifiers,
    logger,
  });
  for (const [plugin, { group, kinds }] of readDeclarations([...ownPlugins, ...plugins], ownPlugins)) {
    for (const definition of kinds) {
      installer.install({ plugin: plugin.name, group, definition: definition as never, resolve: withoutHooks });
    }
  }
  const close = async (): Promise<void> => {
    watchCache.close();
    await storage.close();
  };
  return { stores: catalogue, parts: { stores: catalogue, clock, logger, metrics }, close };
}

/** No hooks, in place of an instance that Nest would create. */
function withoutHooks<T>(_hook: HookClass<T>): T {
  return {} as T;
}
