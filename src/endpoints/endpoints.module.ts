import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { Authorizer } from '../authz/index.js';
import { ApiServerOptions } from '../options/index.js';
import { Catalogue } from '../plugin-host/index.js';
import { Backends } from '../proxy/index.js';
import { AnswerResources } from './answers/answer-resources.js';
import { ApiHandler } from './api-handler.js';

/** Provides `ApiHandler` and `AnswerResources`; its imports provide `Authorizer`. */
@Module({})
export class EndpointsModule {
  /** The module. */
  static forRoot({ imports }: Pick<ModuleMetadata, 'imports'>): DynamicModule {
    return {
      module: EndpointsModule,
      imports,
      providers: [
        AnswerResources,
        {
          provide: ApiHandler,
          useFactory: (
            catalogue: Catalogue,
            authorizer: Authorizer,
            { serving, storage, features, kubelet }: ApiServerOptions,
          ) =>
            new ApiHandler(catalogue, {
              authorizer,
              backends: new Backends(kubelet),
              translations: {
                ofChannels: features.enabled('TranslateStreamCloseWebsocketRequests'),
                ofPorts: features.enabled('PortForwardWebsockets'),
              },
              kinds: catalogue,
              deleteCollectionWorkers: storage.deleteCollectionWorkers,
              deletesUnreadable: features.enabled('AllowUnsafeMalformedObjectDeletion'),
              minRequestTimeoutSeconds: serving.minRequestTimeoutSeconds,
              watchFeatures: { hasInitialEvents: features.enabled('WatchList') },
            }),
          inject: [Catalogue, Authorizer, ApiServerOptions],
        },
      ],
      exports: [AnswerResources, ApiHandler],
    };
  }
}
