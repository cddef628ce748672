import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { Authorizer } from '../authz/index.js';
import { provideFrom } from '../injection/index.js';
import { MetricsRegistry } from '../observability/index.js';
import { ApiServerOptions, minorOf } from '../options/index.js';
import { Catalogue } from '../plugin-host/index.js';
import { Backends } from '../proxy/index.js';
import { AnswerResources } from './answers/answer-resources.js';
import { ApiHandler } from './api-handler.js';
import { WatchMetrics } from './answers/watch-metrics.js';

/** The gate of sharded lists and watches; without it their parameter is ignored. */
const SHARDS_GATE = 'ShardedListAndWatch';

const HANDLER_PARTS = { catalogue: Catalogue, authorizer: Authorizer, options: ApiServerOptions };

/** Provides `ApiHandler` and `AnswerResources`; its imports provide `Authorizer`. */
@Module({})
export class EndpointsModule {
  /** Returns the module. */
  static forRoot({ imports }: Pick<ModuleMetadata, 'imports'>): DynamicModule {
    return {
      module: EndpointsModule,
      imports,
      providers: [
        provideFrom(
          AnswerResources,
          { metrics: MetricsRegistry, options: ApiServerOptions },
          ({ metrics, options }) => {
            const hasShards = options.features.enabled(SHARDS_GATE);
            return new AnswerResources(new WatchMetrics(metrics, { hasShards }));
          },
        ),
        provideFrom(ApiHandler, HANDLER_PARTS, ({ catalogue, authorizer, options }) => {
          return new ApiHandler({ authorizer, kinds: catalogue, ...settingsOf(options) });
        }),
      ],
      exports: [AnswerResources, ApiHandler],
    };
  }
}

/** The release that introduced the parameter `sendInitialEvents`. */
const INITIAL_EVENTS_MINOR = 27;

function settingsOf({ api, serving, storage, features, kubelet }: ApiServerOptions) {
  return {
    backends: new Backends(kubelet),
    translations: {
      ofChannels: features.enabled('TranslateStreamCloseWebsocketRequests'),
      ofPorts: features.enabled('PortForwardWebsockets'),
    },
    deleteCollectionWorkers: storage.deleteCollectionWorkers,
    validatesFields: features.enabled('ServerSideFieldValidation'),
    deletesUnreadable: features.enabled('AllowUnsafeMalformedObjectDeletion'),
    minRequestTimeoutSeconds: serving.minRequestTimeoutSeconds,
    watchFeatures: {
      hasInitialEvents: features.enabled('WatchList'),
      ignoresInitialEvents: minorOf(api.emulatedRelease) < INITIAL_EVENTS_MINOR,
      hasShards: features.enabled(SHARDS_GATE),
    },
  };
}
