import { Inject, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiServerOptions } from '../options/index.js';
import { Catalogue } from '../plugin-host/index.js';
import { isDiscoverable } from '../authn/index.js';
import { OpenApiSources, typesOf } from './catalogue-documents.js';
import { OpenApiDocuments } from './open-api-documents.js';

/** Provides `OpenApiDocuments`, built from the catalogue, and again after changes. */
@Module({
  providers: [
    {
      provide: OpenApiSources,
      useFactory: (catalogue: Catalogue, { api, serviceAccountIssuers }: ApiServerOptions) =>
        new OpenApiSources(catalogue, {
          release: api.emulatedRelease,
          describesIssuer: isDiscoverable(serviceAccountIssuers[0]),
        }),
      inject: [Catalogue, ApiServerOptions],
    },
    {
      provide: OpenApiDocuments,
      useFactory: (sources: OpenApiSources) => new OpenApiDocuments(() => sources.current()),
      inject: [OpenApiSources],
    },
  ],
  exports: [OpenApiDocuments],
})
export class OpenApiModule implements OnApplicationBootstrap {
  constructor(
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(OpenApiSources) private readonly sources: OpenApiSources,
    @Inject(OpenApiDocuments) private readonly documents: OpenApiDocuments,
  ) {}

  onApplicationBootstrap(): void {
    // Plugins installed so far belong to the initial catalogue.
    this.sources.current();
    this.catalogue.onChange(({ group, version, resource, previous }) =>
      this.documents.invalidate({
        group,
        version,
        types: [...typesOf(resource), ...(previous ? typesOf(previous) : [])],
      }),
    );
  }
}
