import { AuthenticationMetrics } from '../../authn/index.js';
import { AuthorizationMetrics } from '../../authz/index.js';
import type { MetricsRegistry, RequestMetrics, Tracing } from '../../observability/index.js';
import type { RequestObservers } from '../../request/index.js';
import { DecisionTrace } from './decision-trace.js';
import { FieldValidationMetrics } from './field-validation-metrics.js';
import { FilterSpans } from './filter-spans.js';
import { RequestMeter } from './request-meter.js';

/** The observers of requests, and what the server's own are made of. */
interface ServerObserverParts {
  readonly observers: RequestObservers;
  readonly registry: MetricsRegistry;
  readonly metrics: RequestMetrics;
  /** True if administrators see how their requests are decided. */
  readonly tracesDecisions: boolean;
  readonly tracing: Tracing;
}

/** Adds the observers of the server itself: metrics of requests and gates, and the decision trace where it is on. */
export function addServerObservers({
  observers,
  registry,
  metrics,
  tracesDecisions,
  tracing,
}: ServerObserverParts): void {
  observers.add(new RequestMeter(metrics, new FieldValidationMetrics(registry)));
  observers.add(new AuthenticationMetrics(registry));
  observers.add(new AuthorizationMetrics(registry));
  if (tracing.isRecording) observers.add(new FilterSpans());
  if (tracesDecisions) observers.add(new DecisionTrace());
}
