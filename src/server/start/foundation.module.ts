import { type DynamicModule, Global, Module } from '@nestjs/common';
import { provideFrom } from '../../injection/index.js';
import {
  Clock,
  Logger,
  type MetricDefinition,
  MetricsRegistry,
  RequestMetrics,
  type Sample,
  SystemClock,
  Tracing,
} from '../../observability/index.js';
import { ApiServerOptions, ServerAddress } from '../../options/index.js';
import { ClusterAuthority, FrontProxyAuthority } from '../../plugin-api/index.js';
import { RequestObservers } from '../../request/index.js';
import { FRONT_PROXY } from '../certificates/index.js';
import { versionInfo } from '../pages/version.js';

/** The options of the foundation module. */
export interface FoundationModuleOptions {
  readonly options: ApiServerOptions;
  readonly logger: Logger;
  /** The certificate of the cluster's authority, in PEM. */
  readonly authority: string;
  /** The certificate of the authority of this server's own front proxy, in PEM; none when not given. */
  readonly frontProxyAuthority?: string;
  /** Where spans go; to the log of slow requests alone when not given. */
  readonly tracing?: Tracing;
}

/** Options, address, clock, logger, metrics, observers of requests: global, because every module and every plugin needs some of it. */
@Global()
@Module({})
export class FoundationModule {
  /** The module for one server. */
  static forRoot({
    options,
    logger,
    authority,
    tracing,
    frontProxyAuthority = '',
  }: FoundationModuleOptions): DynamicModule {
    const providers = [
      { provide: ApiServerOptions, useValue: options },
      { provide: ServerAddress, useValue: new ServerAddress(options.serving) },
      { provide: ClusterAuthority, useValue: new ClusterAuthority(authority) },
      { provide: FrontProxyAuthority, useValue: new FrontProxyAuthority(frontProxyAuthority, [FRONT_PROXY]) },
      { provide: Logger, useValue: logger },
      { provide: Tracing, useValue: tracing ?? new Tracing(logger) },
      { provide: Clock, useClass: SystemClock },
      { provide: MetricsRegistry, useValue: metricsRegistry(options, logger) },
      {
        provide: RequestObservers,
        useValue: new RequestObservers((error) => logger.error('an observer of requests failed', { error })),
      },
      provideFrom(RequestMetrics, { metrics: MetricsRegistry }, ({ metrics }) => new RequestMetrics(metrics)),
    ];
    return { module: FoundationModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}

function metricsRegistry(options: ApiServerOptions, logger: Logger): MetricsRegistry {
  const { api, observability } = options;
  const showsHidden = observability.showHiddenMetricsForVersion !== '';
  const metrics = new MetricsRegistry({ release: api.emulatedRelease, showsHidden });
  const dropped = { name: 'binnacle_log_lines_dropped_total', help: 'Number of log lines that could not be written' };
  metrics.observed(dropped, 'counter', () => [{ labels: {}, value: logger.droppedLines }]);
  metrics.observed(FEATURE_ENABLED, 'gauge', () => featureSamples(options));
  metrics.observed(BUILD_INFO, 'gauge', () => [{ labels: buildLabels(api.emulatedRelease), value: 1 }]);
  return metrics;
}

const FEATURE_ENABLED: MetricDefinition = {
  name: 'kubernetes_feature_enabled',
  help: 'Features by stage, 1 where they are on.',
  stability: 'BETA',
  labels: ['name', 'stage'],
};

const BUILD_INFO: MetricDefinition = {
  name: 'kubernetes_build_info',
  help: 'The build information of /version, as labels; always 1.',
};

/** The members of `/version` by the names of labels: `gitVersion` is `git_version`. */
function buildLabels(release: string): Record<string, string> {
  const entries = Object.entries(versionInfo(release)).map(([name, value]) => [labelOf(name), value] as const);
  return Object.fromEntries(entries);
}

function labelOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Features that can be relied on have no stage. */
function featureSamples({ features }: ApiServerOptions): Sample[] {
  return features.states().map(({ name, stage, isEnabled }) => ({
    labels: { name, stage: stage === 'GA' ? '' : stage.toUpperCase() },
    value: isEnabled ? 1 : 0,
  }));
}
