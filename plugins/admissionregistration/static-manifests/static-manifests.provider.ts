import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock, Logger, MetricsRegistry, Stores } from '../../../src/plugin-api/index.js';
import { ApiServerOptions } from '../../../src/plugin-api/built-in.js';
import { type ManifestsOfPlugin, StaticManifests } from './static-manifests.js';

/** Makes the manifests of each plugin, and closes them with the server. */
@Injectable()
export class StaticManifestsProvider implements OnModuleDestroy {
  @Inject(Stores) private readonly stores!: Stores;
  @Inject(MetricsRegistry) private readonly metrics!: MetricsRegistry;
  @Inject(Clock) private readonly clock!: Clock;
  @Inject(Logger) private readonly logger!: Logger;
  @Inject(ApiServerOptions) private readonly options!: ApiServerOptions;
  private readonly made: StaticManifests[] = [];

  /** The release that is served, as `1.36`. */
  get release(): string {
    return this.options.api.emulatedRelease;
  }

  /** Makes those of a plugin; none are read before its configuration names a directory. */
  of(plugin: ManifestsOfPlugin): StaticManifests {
    const { stores, metrics, clock, logger, options } = this;
    const manifests = new StaticManifests({ stores, metrics, clock, logger, features: options.features }, plugin);
    this.made.push(manifests);
    return manifests;
  }

  onModuleDestroy(): void {
    for (const manifests of this.made) manifests.close();
  }
}
