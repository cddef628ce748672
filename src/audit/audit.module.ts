import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { provideFrom } from '../injection/index.js';
import { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { RequestObservers } from '../request/index.js';
import { AuditMetrics } from './audit-metrics.js';
import { Auditing, openAuditing } from './auditing.js';
import { Decisions, openDecisions } from './decisions/index.js';

const DECISION_PARTS = {
  options: ApiServerOptions,
  clock: Clock,
  logger: Logger,
  registry: MetricsRegistry,
  observers: RequestObservers,
};
const PARTS = { ...DECISION_PARTS, metrics: AuditMetrics };

/** Provides `Auditing`, the auditor of requests where there is a policy and a backend, and keeps the decision log. */
@Module({})
export class AuditModule implements OnApplicationShutdown {
  constructor(
    @Inject(Auditing) private readonly auditing: Auditing,
    @Inject(Decisions) private readonly decisions: Decisions,
  ) {}

  /** Returns the module of a server. */
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
        provideFrom(Decisions, DECISION_PARTS, openDecisions),
      ],
      exports: [Auditing],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.auditing.close(), this.decisions.close()]);
  }
}
