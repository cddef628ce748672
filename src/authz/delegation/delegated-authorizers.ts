import type { Clock, Logger, MetricsRegistry } from '../../observability/index.js';
import { type ApiServerOptions, OptionsError } from '../../options/index.js';
import { belowPath, type ClusterConnections, OutboundMetrics, ReviewClient } from '../../outbound/index.js';
import type { Authorizer } from '../authorizer.js';
import { InstrumentedAuthorizer } from '../instrumented.authorizer.js';
import { WebhookMetrics } from '../webhook/webhook-metrics.js';
import { resultOf, WebhookAuthorizer } from '../webhook/webhook.authorizer.js';
import { AllowedPathsAuthorizer } from './allowed-paths.authorizer.js';

/** The dependencies of the authorizers of an extension server. */
export interface DelegationParts {
  readonly options: ApiServerOptions;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
}

const ACCESS_REVIEWS = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
const NAME = 'cluster';
/** Milliseconds for one review. */
const TIMEOUT = 10_000;

/** Returns paths that any user may read, without asking an authorizer. Throws OptionsError. */
export function allowedPaths({ cluster }: Pick<ApiServerOptions, 'cluster'>): Authorizer {
  try {
    return new AllowedPathsAuthorizer(cluster.alwaysAllowedPaths);
  } catch (error) {
    const remedy = 'Give whole paths, or beginnings with a star behind them: /metrics, /debug/*.';
    throw new OptionsError([
      { option: '--authorization-always-allow-paths', message: (error as Error).message, remedy },
    ]);
  }
}

/** Returns the authorizer of an extension server: the cluster decides, by reviews whose answers are kept for some seconds. */
export function clusterAuthorizer(connections: ClusterConnections, parts: DelegationParts): InstrumentedAuthorizer {
  const { options, clock, logger, metrics } = parts;
  const [observed, outbound] = [new WebhookMetrics(metrics), new OutboundMetrics(metrics)];
  const reviewer = new ReviewClient(belowPath(connections.authorization, ACCESS_REVIEWS), {
    clock,
    timeout: TIMEOUT,
    metrics: outbound,
    onAttempt: ({ result, seconds }) => observed.observe(NAME, resultOf(result), seconds),
  });
  const { authorizedTtl, unauthorizedTtl } = options.cluster;
  const inner = new WebhookAuthorizer({
    name: NAME,
    configuration: { authorizedTtl, unauthorizedTtl, reviewVersion: 'v1', failurePolicy: 'NoOpinion' },
    reviewer,
    clock,
    logger,
    metrics: observed,
    tellsSelectors: options.features.enabled('AuthorizeWithSelectors'),
  });
  return new InstrumentedAuthorizer(inner, { type: 'Webhook', name: NAME, metrics });
}
