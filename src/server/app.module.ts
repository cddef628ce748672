import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AdmissionChain } from '../admission/index.js';
import { Serializers, builtInSerializers } from '../codecs/index.js';
import { Clock, Logger, MetricsRegistry, RequestMetrics, SystemClock } from '../observability/index.js';
import { ApiServerOptions, ServerAddress } from '../options/index.js';
import { AccessModule, Catalogue, type PluginClass } from '../plugin-host/index.js';
import { RangeAllocations, StoredRangeAllocations, Stores } from '../registry/index.js';
import {
  Storage,
  StorageModule,
  type StorageModuleOptions,
  UnreadableValues,
  ValueTransformers,
} from '../storage/index.js';

/** What every module and plugin may inject: options, clock, logger, metrics, the catalogue and the stores. */
@Global()
@Module({})
export class FoundationModule {
  /** The module for one server. */
  static forRoot(options: ApiServerOptions, logger: Logger): DynamicModule {
    const providers = [
      { provide: ApiServerOptions, useValue: options },
      { provide: ServerAddress, useValue: new ServerAddress(options.serving) },
      { provide: Logger, useValue: logger },
      { provide: Clock, useClass: SystemClock },
      { provide: MetricsRegistry, useValue: metricsRegistry(options) },
      {
        provide: RequestMetrics,
        useFactory: (registry: MetricsRegistry) => new RequestMetrics(registry),
        inject: [MetricsRegistry],
      },
      { provide: Serializers, useValue: new Serializers(builtInSerializers()) },
      {
        provide: UnreadableValues,
        useFactory: (registry: MetricsRegistry) => new UnreadableValues(registry, logger),
        inject: [MetricsRegistry],
      },
      {
        provide: RangeAllocations,
        useFactory: (storage: Storage, forms: ValueTransformers) => new StoredRangeAllocations(storage, forms),
        inject: [Storage, ValueTransformers],
      },
      AdmissionChain,
      Catalogue,
      { provide: Stores, useExisting: Catalogue },
    ];
    return { module: FoundationModule, providers, exports: providers.map((p) => ('provide' in p ? p.provide : p)) };
  }
}

function metricsRegistry({ api, observability }: ApiServerOptions): MetricsRegistry {
  const showsHidden = observability.showHiddenMetricsForVersion !== '';
  return new MetricsRegistry({ release: api.emulatedRelease, showsHidden });
}

/** What the root module is made of. */
export interface AppModuleParts {
  readonly options: ApiServerOptions;
  readonly logger: Logger;
  readonly storage: StorageModuleOptions;
  readonly plugins: readonly PluginClass[];
  readonly gates: readonly DynamicModule[];
}

/** The root module: foundation, storage, gates, and every plugin as a module of its own. */
@Module({})
export class AppModule {
  /** The module for one server. */
  static forRoot({ options, logger, storage, plugins, gates }: AppModuleParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        FoundationModule.forRoot(options, logger),
        StorageModule.forRoot(storage),
        AccessModule,
        ...gates,
        ...plugins,
      ],
    };
  }
}
