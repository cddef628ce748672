import { Inject, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiServerOptions } from '../options/index.js';
import { Catalogue } from '../plugin-host/index.js';
import { OpenApiSources, typesOf } from './catalogue-documents.js';
import { OpenApiDocuments } from './open-api-documents.js';

/** Provides `OpenApiDocuments`, made from the catalogue, and anew of what changes in it. */
@Module({
  providers: [
    {
      provide: OpenApiSources,
      useFactory: (catalogue: Catalogue, { api }: ApiServerOptions) =>
        new OpenApiSources(catalogue, api.emulatedRelease),
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
    // What is installed by now counts as what the server started with.
    this.sources.current();
    this.catalogue.onChange(({ group, version, resource }) =>
      this.documents.invalidate({ group, version, types: typesOf(resource) }),
    );
  }
}
