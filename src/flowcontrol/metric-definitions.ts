import type { HistogramDefinition, MetricDefinition } from '../observability/index.js';

const PREFIX = 'apiserver_flowcontrol_';
const SECONDS = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];

/** By level. */
const LEVEL = ['priority_level'];
/** By schema and level. */
const FLOW = ['flow_schema', 'priority_level'];

/** The first release with the gate `APIPriorityAndFairness`. */
const SINCE_GATE = { since: '1.18' };

type Extra = Pick<MetricDefinition, 'labels' | 'former' | 'releases'>;

function metric(name: string, help: string, extra: Extra): MetricDefinition {
  return { name: `${PREFIX}${name}`, help, ...extra, releases: { ...SINCE_GATE, ...extra.releases } };
}

function histogram(
  name: string,
  help: string,
  extra: Extra & Pick<HistogramDefinition, 'buckets'>,
): HistogramDefinition {
  return { name: `${PREFIX}${name}`, help, ...extra, releases: { ...SINCE_GATE, ...extra.releases } };
}

const BETA_LEVELS = { stability: { '1.27': 'BETA' } } as const;
const BETA = { releases: BETA_LEVELS };
/** The release that measures seats and shares of limits. */
const SEATS = { releases: { since: '1.21' } };
/** The release in which levels lend seats. */
const LENDING = { releases: { since: '1.26' } };

/** Gauges of levels. */
export const LEVEL_GAUGES = {
  nominal: metric('nominal_limit_seats', 'Seats of a priority level by its configuration', {
    labels: LEVEL,
    former: [{ name: `${PREFIX}request_concurrency_limit`, deprecatedSince: '1.30.0', releases: SINCE_GATE }],
    releases: { since: '1.26', ...BETA_LEVELS },
  }),
  lower: metric('lower_limit_seats', 'Fewest seats that remain to a level when it lends', {
    labels: LEVEL,
    ...LENDING,
  }),
  upper: metric('upper_limit_seats', 'Most seats that a level gets by borrowing', { labels: LEVEL, ...LENDING }),
  current: metric('current_limit_seats', 'Seats of a level since the last adjustment', { labels: LEVEL, ...LENDING }),
  highWatermark: metric('demand_seats_high_watermark', 'Highest demand for seats in the last period of adjustment', {
    labels: LEVEL,
    ...LENDING,
  }),
  average: metric('demand_seats_average', 'Average demand for seats in the last period, over time', {
    labels: LEVEL,
    ...LENDING,
  }),
  deviation: metric('demand_seats_stdev', 'Standard deviation of the demand for seats in the last period', {
    labels: LEVEL,
    ...LENDING,
  }),
  smoothed: metric('demand_seats_smoothed', 'Smoothed demand for seats', { labels: LEVEL, ...LENDING }),
  target: metric('target_seats', 'Seats that a level claimed in the last adjustment', { labels: LEVEL, ...LENDING }),
  currentR: metric('current_r', 'Progress meter R of a level at its last change, in seat-seconds', {
    labels: LEVEL,
    ...SEATS,
  }),
  dispatchR: metric('dispatch_r', 'Progress meter R of a level at its last dispatch', { labels: LEVEL, ...SEATS }),
  latestS: metric('latest_s', 'Start R of the request dispatched last', { labels: LEVEL, ...SEATS }),
} as const;

/** Gauges of a level with a lower and an upper bound. */
export const BOUND_GAUGES = {
  nextS: metric('next_s_bounds', 'Bounds, over queues, of the start R of their oldest requests', {
    labels: ['bound', ...LEVEL],
    ...SEATS,
  }),
  nextDiscountedS: metric('next_discounted_s_bounds', 'The same bounds without the estimated work in progress', {
    labels: ['bound', ...LEVEL],
    ...SEATS,
  }),
} as const;

/** Gauges of a schema's requests at its level. */
export const FLOW_GAUGES = {
  executing: metric('current_executing_requests', 'Executing requests; watches only until they are initialized', {
    labels: FLOW,
    ...BETA,
  }),
  executingSeats: metric('current_executing_seats', 'Seats of executing requests', {
    labels: FLOW,
    former: [{ name: `${PREFIX}request_concurrency_in_use`, deprecatedSince: '1.31.0', ...SEATS }],
    releases: { since: '1.27', ...BETA_LEVELS },
  }),
  queued: metric('current_inqueue_requests', 'Requests waiting in queues', { labels: FLOW, ...BETA }),
  queuedSeats: metric('current_inqueue_seats', 'Seats that waiting requests need', {
    labels: FLOW,
    releases: { since: '1.29' },
  }),
} as const;

/** Counters of a schema's requests at its level. */
export const FLOW_COUNTERS = {
  dispatched: metric('dispatched_requests_total', 'Requests that were executed', { labels: FLOW, ...BETA }),
  unaccommodated: metric(
    'request_dispatch_no_accommodation_total',
    'Dispatches that found too few seats for the next request',
    { labels: FLOW, ...SEATS },
  ),
} as const;

/** Rejected requests, by reason. */
export const REJECTED = metric('rejected_requests_total', 'Requests that were rejected', {
  labels: [...FLOW, 'reason'],
  ...BETA,
});

/** Histograms of a schema's requests at its level. */
export const FLOW_HISTOGRAMS = {
  queueLength: histogram('request_queue_length_after_enqueue', 'Length of a queue, with the request that was added', {
    labels: FLOW,
    buckets: [0, 10, 25, 50, 100, 250, 500, 1000],
  }),
  watchers: histogram('watch_count_samples', 'Watches that a write concerns', {
    labels: FLOW,
    ...SEATS,
    buckets: [0, 1, 10, 100, 1000, 10000],
  }),
  seats: histogram('work_estimated_seats', 'Estimated seats of a request, the greater of its two phases', {
    labels: FLOW,
    ...SEATS,
    buckets: [1, 2, 4, 10],
  }),
} as const;

/** Time in a queue, by whether the request was executed. */
export const WAIT = histogram('request_wait_duration_seconds', 'Time that a request spent in its queue, in seconds', {
  labels: ['execute', ...FLOW],
  buckets: SECONDS,
  ...BETA,
});

/** Time of execution, by type of request. */
export const EXECUTION = histogram(
  'request_execution_seconds',
  'Time of execution in seconds; of watches, until they are initialized',
  { labels: [...FLOW, 'type'], releases: { labels: { type: { since: '1.21' } } }, buckets: SECONDS },
);

/** Histograms over time. */
export const TIMINGS = {
  demand: histogram('demand_seats', 'Share of its current seats that a level could use, over time', {
    labels: LEVEL,
    ...LENDING,
    buckets: [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.7, 2, 2.8, 4, 6],
  }),
  requests: histogram(
    'priority_level_request_utilization',
    'Waiting and executing requests as a share of their limit, over time',
    { labels: ['phase', ...LEVEL], ...SEATS, buckets: [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 1] },
  ),
  seats: histogram('priority_level_seat_utilization', 'Share of its seats that a level uses, over time', {
    labels: ['phase', ...LEVEL],
    ...SEATS,
    buckets: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1],
  }),
  readVersusWrite: histogram(
    'read_vs_write_current_requests',
    'Reading and writing requests as a share of their limit, over time',
    {
      labels: ['phase', 'request_kind'],
      ...SEATS,
      buckets: [0, 0.001, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1],
    },
  ),
} as const;

/** The part of the seats that each claim got in the last adjustment. */
export const FAIR_FRACTION = metric(
  'seat_fair_frac',
  'Part of their claims that levels got in the last adjustment',
  LENDING,
);
