import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { provideFrom } from '../injection/index.js';
import { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { RequestObservers } from '../request/index.js';
import { AuditMetrics } from './audit-metrics.js';
import { Auditing, openAuditing } from './auditing.js';

const PARTS = {
  options: ApiServerOptions,
  clock: Clock,
  logger: Logger,
  registry: MetricsRegistry,
  metrics: AuditMetrics,
  observers: RequestObservers,
};

/** Provides `Auditing`: the auditor of requests, where there is a policy and a backend. */
@Module({})
export class AuditModule implements OnApplicationShutdown {
  constructor(@Inject(Auditing) private readonly auditing: Auditing) {}

  /** The module of a server. */
  static forRoot(): DynamicModule {
    return {
      module: AuditModule,
      providers: [
        provideFrom(
          AuditMetrics,
          { registry: MetricsRegistry, logger: Logger, clock: Clock },
          ({ registry, logger, clock }) => new AuditMetrics(registry, logger, clock),
        ),
        provideFrom(Auditing, PARTS, openAuditing),
      ],
      exports: [Auditing],
    };
  }

  onApplicationShutdown(): Promise<void> {
    return this.auditing.close();
  }
}
