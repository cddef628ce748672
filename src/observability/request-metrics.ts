import { BoundRequestMetrics, type RequestFamilies, type RequestMetricLabels } from './bound-request-metrics.js';
import type { GaugeChild, HistogramChild } from './metric-children.js';
import type { CounterFamily, GaugeFamily, HistogramFamily } from './metric-families.js';
import type { MetricsRegistry } from './metrics-registry.js';

/** A deprecated API that was asked for. */
export interface DeprecatedApi {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly removedRelease: string;
}

const DURATION_BUCKETS = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const SLI_BUCKETS = DURATION_BUCKETS.filter((limit) => limit >= 0.05);
const SIZE_BUCKETS = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
const LABELS = ['component', 'group', 'resource', 'scope', 'subresource', 'verb', 'version'];
const LABELS_WITH_DRY_RUN = ['component', 'dry_run', 'group', 'resource', 'scope', 'subresource', 'verb', 'version'];
/** From 50 kB in steps of 100 kB to what a body may have. */
const BODY_BUCKETS = Array.from({ length: 31 }, (_, i) => 50_000 + 100_000 * i);
const FILTER_BUCKETS = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 5, 10, 15, 30];

/** Metrics that 1.21 has made stable. */
const STABLE_SINCE_1_21 = { releases: { stability: { '1.21': 'STABLE' } } } as const;

const SLO_DURATIONS = {
  name: 'apiserver_request_slo_duration_seconds',
  deprecatedSince: '1.27.0',
  releases: { since: '1.21' },
} as const;

const LONG_RUNNING_GAUGE = {
  name: 'apiserver_longrunning_gauge',
  deprecatedSince: '1.23.0',
  releases: { until: '1.24' },
} as const;

const LONG_RUNNING = {
  name: 'apiserver_longrunning_requests',
  former: [LONG_RUNNING_GAUGE],
  help: 'Long-running requests, such as watches, that are open.',
  stability: 'STABLE',
  releases: { since: '1.23' },
  labels: LABELS,
} as const;

const TERMINATIONS = {
  name: 'apiserver_request_terminations_total',
  help: 'Requests that the server gave up to protect itself: refused a seat, or their time was up.',
  labels: ['code', ...LABELS],
} as const;

const BODY_SIZES = {
  name: 'apiserver_request_body_size_bytes',
  former: [{ name: 'apiserver_request_body_sizes', releases: { since: '1.21', until: '1.28' } }],
  help: 'Size of the bodies of requests, in bytes.',
  labels: ['group', 'resource', 'verb'],
  releases: { since: '1.29', labels: { group: { since: '1.34' } } },
  buckets: BODY_BUCKETS,
} as const;

const ABORTS = {
  name: 'apiserver_request_aborts_total',
  help: 'Requests whose answer had begun, and was broken off.',
  labels: LABELS.slice(1),
} as const;

const LATE = {
  name: 'apiserver_request_post_timeout_total',
  help: 'Requests whose time was up, by where it ended and how their work went on.',
  labels: ['source', 'status'],
  releases: { since: '1.21' },
} as const;

const DEPRECATED = {
  name: 'apiserver_requested_deprecated_apis',
  help: 'Deprecated APIs that were asked for, with the release that no longer serves them.',
  releases: { since: '1.19', ...STABLE_SINCE_1_21.releases },
  labels: ['group', 'removed_release', 'resource', 'subresource', 'version'],
} as const;

/** The metrics that every request to the API touches. */
export class RequestMetrics implements RequestFamilies {
  /** Running requests that read, without the long-running ones. */
  readonly readOnlyInFlight: GaugeChild;
  /** Running requests that write. */
  readonly mutatingInFlight: GaugeChild;
  readonly total: CounterFamily;
  readonly durations: HistogramFamily;
  readonly sliDurations: HistogramFamily;
  readonly sizes: HistogramFamily;
  readonly longRunning: GaugeFamily;
  readonly terminations: CounterFamily;
  readonly aborts: CounterFamily;
  readonly bodySizes: HistogramFamily;
  /** True if resources are named without their group, which has its own label. */
  readonly namesGroups: boolean;
  /** Times of the filters before the handler, in seconds. */
  readonly filters: Readonly<Record<'audit' | 'authentication' | 'authorization', HistogramChild>>;
  private readonly deprecated: GaugeFamily;
  private readonly late: CounterFamily;

  constructor(registry: MetricsRegistry) {
    const inFlight = registry.gauge({
      name: 'apiserver_current_inflight_requests',
      help: 'Requests of a kind that are being served, without the long-running ones.',
      ...STABLE_SINCE_1_21,
      labels: ['request_kind'],
    });
    this.readOnlyInFlight = inFlight.labels('readOnly');
    this.mutatingInFlight = inFlight.labels('mutating');
    this.total = registry.counter({
      name: 'apiserver_request_total',
      help: 'Requests that were answered, by what they asked for and by status code.',
      ...STABLE_SINCE_1_21,
      labels: ['code', ...LABELS_WITH_DRY_RUN],
    });
    this.durations = registry.histogram({
      name: 'apiserver_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its answer, in seconds.',
      ...STABLE_SINCE_1_21,
      labels: LABELS_WITH_DRY_RUN,
      buckets: DURATION_BUCKETS,
    });
    this.sliDurations = registry.histogram({
      name: 'apiserver_request_sli_duration_seconds',
      former: [SLO_DURATIONS],
      releases: { since: '1.26' },
      help: 'Time to answer a request without what webhooks and queues took, in seconds.',
      labels: LABELS,
      buckets: SLI_BUCKETS,
    });
    this.sizes = registry.histogram({
      name: 'apiserver_response_sizes',
      help: 'Size of the answers to reading requests, in bytes.',
      ...STABLE_SINCE_1_21,
      labels: LABELS,
      buckets: SIZE_BUCKETS,
    });
    this.longRunning = registry.gauge(LONG_RUNNING);
    this.terminations = registry.counter(TERMINATIONS);
    this.aborts = registry.counter(ABORTS);
    this.late = registry.counter(LATE);
    this.bodySizes = registry.histogram(BODY_SIZES);
    this.namesGroups = registry.isSince('1.34');
    this.filters = bindFilters(registry);
    this.deprecated = registry.gauge(DEPRECATED);
  }

  /** Counts how the work of a request continued whose time was up. */
  readonly countLate = (source: string, status: string): void => this.late.labels(source, status).increment();

  /** Binds the metrics of one kind of request; keep the result, it makes each request cost a few additions. */
  bind(labels: RequestMetricLabels): BoundRequestMetrics {
    return new BoundRequestMetrics(this, labels);
  }

  /** Records that a deprecated API was asked for. */
  markDeprecated({ group, removedRelease, resource, subresource, version }: DeprecatedApi): void {
    this.deprecated.labels(group, removedRelease, resource, subresource, version).set(1);
  }
}

function bindFilters(registry: MetricsRegistry): RequestMetrics['filters'] {
  const seconds = registry.histogram({
    name: 'apiserver_request_filter_duration_seconds',
    help: 'Time that a filter takes for a request, in seconds.',
    labels: ['filter'],
    buckets: FILTER_BUCKETS,
  });
  return {
    audit: seconds.labels('audit'),
    authentication: seconds.labels('authentication'),
    authorization: seconds.labels('authorization'),
  };
}
