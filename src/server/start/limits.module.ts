import {
  type DynamicModule,
  Inject,
  Module,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { AccessObjects } from '../../access/index.js';
import { type CountObjects, FlowControl, followConfiguration } from '../../flowcontrol/index.js';
import { provideFrom } from '../../injection/index.js';
import { Clock, MetricsRegistry, RequestMetrics } from '../../observability/index.js';
import { ApiServerOptions } from '../../options/index.js';
import { Catalogue } from '../../plugin-host/index.js';
import { InFlightLimit } from '../filters/in-flight.filter.js';
import { PriorityAndFairnessFilter } from '../filters/priority-and-fairness.filter.js';
import { RequestLimiter } from '../filters/request-limiter.js';

const LIMITER = provideFrom(
  RequestLimiter,
  { options: ApiServerOptions, clock: Clock, registry: MetricsRegistry, metrics: RequestMetrics, catalogue: Catalogue },
  ({ options: { serving, cluster }, clock, registry, metrics, catalogue }) => {
    const { maxRequestsInFlight, maxMutatingRequestsInFlight } = serving;
    // Flow schemas are the cluster's.
    if (!serving.priorityAndFairness || cluster.isExtension)
      return new InFlightLimit(maxRequestsInFlight, maxMutatingRequestsInFlight, metrics);
    const totalSeats = maxRequestsInFlight + maxMutatingRequestsInFlight;
    const control = new FlowControl({ clock, metrics: registry, totalSeats, countObjects: countIn(catalogue) });
    return new PriorityAndFairnessFilter(control, clock, metrics);
  },
);

/** Provides `RequestLimiter`, how requests are limited; its imports provide `AccessObjects`. */
@Module({})
export class LimitsModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private stopFollowing: (() => void) | undefined;

  constructor(
    @Inject(RequestLimiter) private readonly limiter: RequestLimiter,
    @Inject(AccessObjects) private readonly objects: AccessObjects,
  ) {}

  /** Returns the module of a server. */
  static forRoot({ imports }: Pick<ModuleMetadata, 'imports'>): DynamicModule {
    return { module: LimitsModule, imports, providers: [LIMITER], exports: [RequestLimiter] };
  }

  onApplicationBootstrap(): void {
    const { control } = this.limiter;
    if (!control) return;
    this.stopFollowing = followConfiguration(this.objects, control);
    control.run();
  }

  onApplicationShutdown(): void {
    this.stopFollowing?.();
    this.limiter.control?.stop();
  }
}

/** Counts the objects of the resource a request names; undefined where this server does not store them. */
function countIn(catalogue: Pick<Catalogue, 'resource'>): CountObjects {
  return ({ info: { group, version, resource: plural } }) => {
    const resource = catalogue.resource(group, version, plural);
    return resource?.serves === 'objects' ? resource.store.cache.size : undefined;
  };
}
