import { Inject, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { provideFrom } from '../injection/index.js';
import { ApiServerOptions } from '../options/index.js';
import { Catalogue } from '../plugin-host/index.js';
import { isDiscoverable } from '../authn/index.js';
import { OpenApiSources, typesOf } from './catalogue-documents.js';
import { OpenApiDocuments } from './open-api-documents.js';

/** Provides `OpenApiDocuments`, built from the catalogue, and again after changes. */
@Module({
  providers: [
    provideFrom(OpenApiSources, { catalogue: Catalogue, options: ApiServerOptions }, ({ catalogue, options }) => {
      const describesIssuer = isDiscoverable(options.serviceAccountIssuers[0]);
      return new OpenApiSources(catalogue, { release: options.api.emulatedRelease, describesIssuer });
    }),
    provideFrom(OpenApiDocuments, { sources: OpenApiSources }, ({ sources }) => {
      return new OpenApiDocuments(() => sources.current());
    }),
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
