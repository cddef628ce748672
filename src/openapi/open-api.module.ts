import { Inject, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { provideFrom } from '../injection/index.js';
import { ApiServerOptions } from '../options/index.js';
import { ApiServices, ExtensionServers } from '../aggregation/index.js';
import { Clock, Logger } from '../observability/index.js';
import { Catalogue } from '../plugin-host/index.js';
import { isDiscoverable } from '../authn/index.js';
import { OpenApiSources, typesOf } from './catalogue-documents.js';
import { OpenApiDocuments } from './open-api-documents.js';
import { RemoteOpenApi } from './remote/remote-open-api.js';

/** Provides `OpenApiDocuments`, built from the catalogue, and again after changes. */
@Module({
  providers: [
    provideFrom(
      RemoteOpenApi,
      { services: ApiServices, servers: ExtensionServers, clock: Clock, logger: Logger },
      (parts) => new RemoteOpenApi(parts),
    ),
    provideFrom(
      OpenApiSources,
      { catalogue: Catalogue, options: ApiServerOptions, remote: RemoteOpenApi },
      ({ catalogue, options, remote }) => {
        const { isExtension } = options.cluster;
        const describesIssuer = !isExtension && isDiscoverable(options.serviceAccountIssuers[0]);
        const isWithoutV3 = !options.features.enabled('OpenAPIV3');
        const settings = { release: options.api.emulatedRelease, describesIssuer, hasCore: !isExtension, isWithoutV3 };
        return new OpenApiSources(catalogue, settings, (version) => remote.delegates(version));
      },
    ),
    provideFrom(
      OpenApiDocuments,
      { sources: OpenApiSources, remote: RemoteOpenApi, logger: Logger },
      ({ sources, remote, logger }) =>
        new OpenApiDocuments(
          () => sources.current(),
          remote,
          (path, error) => logger.error('the OpenAPI documents leave a resource out', { path, error }),
        ),
    ),
  ],
  exports: [OpenApiDocuments],
})
export class OpenApiModule implements OnApplicationBootstrap {
  constructor(
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(OpenApiSources) private readonly sources: OpenApiSources,
    @Inject(OpenApiDocuments) private readonly documents: OpenApiDocuments,
  ) {}

  @Inject(RemoteOpenApi) private readonly remote!: RemoteOpenApi;

  onApplicationBootstrap(): void {
    // Plugins installed so far belong to the initial catalogue.
    this.sources.current();
    this.remote.onChange((service) => this.documents.invalidate({ ...service, types: [] }));
    this.catalogue.onChange(({ group, version, resource, previous }) =>
      this.documents.invalidate({
        group,
        version,
        types: [...typesOf(resource), ...(previous ? typesOf(previous) : [])],
      }),
    );
  }
}
