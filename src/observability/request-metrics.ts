import type { CounterChild, GaugeChild, HistogramChild } from './metric-children.js';
import type { CounterFamily, GaugeFamily, HistogramFamily } from './metric-families.js';
import type { MetricsRegistry } from './metrics-registry.js';

/** The labels of request metrics; the verb is in metric form (`LIST`, `APPLY`, `WATCH`, ...). */
export interface RequestMetricLabels {
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly scope: string;
  readonly dryRun?: string;
}

/** The outcome of one request; times in seconds, size in bytes. */
export interface RequestOutcome {
  readonly code: number;
  readonly seconds: number;
  readonly responseBytes: number;
}

/** A deprecated API that was asked for. */
export interface DeprecatedApi {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly removedRelease: string;
}

const COMPONENT = 'apiserver';
const DURATION_BUCKETS = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const SLI_BUCKETS = DURATION_BUCKETS.filter((limit) => limit >= 0.05);
const SIZE_BUCKETS = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
const LABELS = ['component', 'group', 'resource', 'scope', 'subresource', 'verb', 'version'];
const LABELS_WITH_DRY_RUN = ['component', 'dry_run', 'group', 'resource', 'scope', 'subresource', 'verb', 'version'];
const READING_VERBS = new Set(['GET', 'LIST']);
const VERBS_WITHOUT_SLI = new Set(['WATCH', 'WATCHLIST', 'CONNECT']);

/** The metrics that every request to the API touches. */
export class RequestMetrics {
  /** Running requests that read, without the long-running ones. */
  readonly readOnlyInFlight: GaugeChild;
  /** Running requests that write. */
  readonly mutatingInFlight: GaugeChild;
  readonly total: CounterFamily;
  readonly durations: HistogramFamily;
  readonly sliDurations: HistogramFamily;
  readonly sizes: HistogramFamily;
  readonly longRunning: GaugeFamily;
  private readonly deprecated: GaugeFamily;

  constructor(registry: MetricsRegistry) {
    const inFlight = registry.gauge({
      name: 'apiserver_current_inflight_requests',
      help: 'Requests of a kind that are being served, without the long-running ones.',
      stability: 'STABLE',
      labels: ['request_kind'],
    });
    this.readOnlyInFlight = inFlight.labels('readOnly');
    this.mutatingInFlight = inFlight.labels('mutating');
    this.total = registry.counter({
      name: 'apiserver_request_total',
      help: 'Requests that were answered, by what they asked for and by status code.',
      stability: 'STABLE',
      labels: ['code', ...LABELS_WITH_DRY_RUN],
    });
    this.durations = registry.histogram({
      name: 'apiserver_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its answer, in seconds.',
      stability: 'STABLE',
      labels: LABELS_WITH_DRY_RUN,
      buckets: DURATION_BUCKETS,
    });
    this.sliDurations = registry.histogram({
      name: 'apiserver_request_sli_duration_seconds',
      help: 'Time to answer a request without what webhooks and queues took, in seconds.',
      labels: LABELS,
      buckets: SLI_BUCKETS,
    });
    this.sizes = registry.histogram({
      name: 'apiserver_response_sizes',
      help: 'Size of the answers to reading requests, in bytes.',
      stability: 'STABLE',
      labels: LABELS,
      buckets: SIZE_BUCKETS,
    });
    this.longRunning = registry.gauge({
      name: 'apiserver_longrunning_requests',
      help: 'Long-running requests, such as watches, that are open.',
      stability: 'STABLE',
      labels: LABELS,
    });
    this.deprecated = registry.gauge({
      name: 'apiserver_requested_deprecated_apis',
      help: 'Deprecated APIs that were asked for, with the release that no longer serves them.',
      stability: 'STABLE',
      labels: ['group', 'removed_release', 'resource', 'subresource', 'version'],
    });
  }

  /** Binds the metrics of one kind of request; keep the result, it makes each request cost a few additions. */
  bind(labels: RequestMetricLabels): BoundRequestMetrics {
    return new BoundRequestMetrics(this, labels);
  }

  /** Notes that a deprecated API was asked for. */
  markDeprecated({ group, removedRelease, resource, subresource, version }: DeprecatedApi): void {
    this.deprecated.labels(group, removedRelease, resource, subresource, version).set(1);
  }
}

/** The metrics of one kind of request, ready to be counted. Nothing shows up before the first request. */
export class BoundRequestMetrics {
  private readonly totals: CounterChild[] = [];
  private readonly withDryRun: string[];
  private readonly plain: string[];
  private duration: HistogramChild | undefined;
  private sliDuration: HistogramChild | undefined;
  private size: HistogramChild | undefined;
  private running: GaugeChild | undefined;

  constructor(
    private readonly metrics: RequestMetrics,
    private readonly labels: RequestMetricLabels,
  ) {
    const { group, resource, scope, subresource, verb, version, dryRun = '' } = labels;
    this.plain = [COMPONENT, group, resource, scope, subresource, verb, version];
    this.withDryRun = [COMPONENT, dryRun, ...this.plain.slice(1)];
  }

  /** Counts an answered request. */
  observe(outcome: RequestOutcome): void {
    const { code, seconds } = outcome;
    (this.totals[code] ??= this.metrics.total.labels(String(code), ...this.withDryRun)).value++;
    (this.duration ??= this.metrics.durations.labels(...this.withDryRun)).observe(seconds);
    if (!VERBS_WITHOUT_SLI.has(this.labels.verb)) {
      (this.sliDuration ??= this.metrics.sliDurations.labels(...this.plain)).observe(seconds);
    }
    if (READING_VERBS.has(this.labels.verb)) {
      (this.size ??= this.metrics.sizes.labels(...this.plain)).observe(outcome.responseBytes);
    }
  }

  /** The gauge of open long-running requests: increment at the start, decrement at the end. */
  get longRunning(): GaugeChild {
    return (this.running ??= this.metrics.longRunning.labels(...this.plain));
  }
}
