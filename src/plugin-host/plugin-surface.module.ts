import { type DynamicModule, Global, Module, type ModuleMetadata } from '@nestjs/common';
import { provideFrom } from '../injection/index.js';
import { MetricsRegistry } from '../observability/index.js';
import {
  AllocationCounts,
  RangeAllocations,
  ServerEndpoints,
  StoredRangeAllocations,
  StoredServerEndpoints,
  measureAllocations,
} from '../registry/index.js';
import { Leadership, Storage, ValueTransformers } from '../storage/index.js';

const ALLOCATION_PARTS = { storage: Storage, forms: ValueTransformers, metrics: MetricsRegistry };
const ENDPOINT_PARTS = { storage: Storage, forms: ValueTransformers, leadership: Leadership };

/** The providers for plugins. */
export interface PluginSurfaceModuleOptions extends Pick<ModuleMetadata, 'imports'> {
  /** Modules whose providers plugins may inject. */
  readonly offered: readonly DynamicModule[];
}

/**
 * Offers the providers of the gates and what is allocated in the store to every plugin's module; its imports provide
 * storage. Global, because a plugin's module cannot name the modules of the server it runs in.
 */
@Global()
@Module({})
export class PluginSurfaceModule {
  /** Returns the module with its options. */
  static forRoot({ imports = [], offered }: PluginSurfaceModuleOptions): DynamicModule {
    return {
      module: PluginSurfaceModule,
      imports: [...imports, ...offered],
      providers: [
        provideFrom(RangeAllocations, ALLOCATION_PARTS, ({ storage, forms, metrics }) => {
          const allocations = new StoredRangeAllocations(storage, forms, new AllocationCounts(metrics));
          measureAllocations(metrics, allocations);
          return allocations;
        }),
        provideFrom(ServerEndpoints, ENDPOINT_PARTS, ({ storage, forms, leadership }) => {
          return new StoredServerEndpoints(storage, forms, leadership);
        }),
      ],
      exports: [...offered, RangeAllocations, ServerEndpoints],
    };
  }
}
