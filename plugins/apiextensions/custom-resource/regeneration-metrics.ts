import { Inject, Injectable } from '@nestjs/common';
import { MetricsRegistry } from '../../../src/plugin-api/index.js';

/** The change of a definition whose schemas are published. */
export type RegenerationReason = 'add' | 'update' | 'remove';

/** A definition, as far as its published schemas depend on it. */
interface PublishedDefinition {
  readonly spec: {
    readonly group: string;
    readonly versions?: readonly { readonly name: string; readonly served: boolean }[];
  };
}

/** Counts how often OpenAPI documents have to be made again for a definition, by the reference's names. */
@Injectable()
export class RegenerationMetrics {
  private readonly v2;
  private readonly v3;

  constructor(@Inject(MetricsRegistry) registry: MetricsRegistry) {
    this.v2 = registry.counter({
      name: 'apiextensions_openapi_v2_regeneration_count',
      help: 'OpenAPI documents of version 2 that were made again, by definition and reason.',
      labels: ['crd', 'reason'],
    });
    this.v3 = registry.counter({
      name: 'apiextensions_openapi_v3_regeneration_count',
      releases: { since: '1.21' },
      help: 'OpenAPI documents of version 3 that were made again, by definition, group version and reason.',
      labels: ['group', 'version', 'crd', 'reason'],
    });
  }

  /** Counts one change of a definition: one document of version 2, and one of version 3 for each served version. */
  count(name: string, { spec: { group, versions = [] } }: PublishedDefinition, reason: RegenerationReason): void {
    this.v2.labels(name, reason).increment();
    for (const version of versions) if (version.served) this.v3.labels(group, version.name, name, reason).increment();
  }
}
