import type { Clock } from '../../observability/index.js';
import type { QueueControllerParts, Stores } from '../../plugin-api/index.js';
import { type PluginClass, createPlainStores } from '../../plugin-host/index.js';
import { BUILT_IN_PLUGINS } from '../../plugins.js';
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
  const { stores, parts, close } = await createPlainStores({
    storage: new MemoryStorage(clock),
    clock,
    ...(seed !== undefined && { identifiers: new SeededIdentifiers(String(seed)) }),
    ownPlugins: BUILT_IN_PLUGINS,
    plugins,
  });
  return { stores, clock, parts, close };
}
