import type { CounterChild, GaugeChild, HistogramChild } from './metric-children.js';
import type { CounterFamily, GaugeFamily, HistogramFamily } from './metric-families.js';

/** The labels of request metrics; the verb is in metric form (`LIST`, `APPLY`, `WATCH`, ...). */
export interface RequestMetricLabels {
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly scope: string;
  readonly dryRun?: string;
  /** `apiserver` where unset; the pages of health checks have none. */
  readonly component?: string;
  /** The verb of the request info, as bodies are counted by it: `create`, `deletecollection`. */
  readonly requestVerb?: string;
}

/** The outcome of one request; times in seconds, sizes in bytes. */
export interface RequestOutcome {
  readonly code: number;
  readonly seconds: number;
  /** Time that queues and webhooks took, which service level indicators leave out; none where unset. */
  readonly excludedSeconds?: number;
  readonly responseBytes: number;
  /** Undefined where no body was read. */
  readonly bodyBytes?: number;
  /** True if the server gave up the request to protect itself. */
  readonly isTerminated?: boolean;
  /** True if its answer had begun, and was broken off. */
  readonly isAborted?: boolean;
}

/** The metrics that are bound for one kind of request. */
export interface RequestFamilies {
  readonly total: CounterFamily;
  readonly durations: HistogramFamily;
  readonly sliDurations: HistogramFamily;
  readonly sizes: HistogramFamily;
  readonly longRunning: GaugeFamily;
  readonly terminations: CounterFamily;
  readonly aborts: CounterFamily;
  readonly bodySizes: HistogramFamily;
  readonly namesGroups: boolean;
}

const COMPONENT = 'apiserver';
const READING_VERBS = new Set(['GET', 'LIST']);
const VERBS_WITHOUT_SLI = new Set(['WATCH', 'WATCHLIST', 'CONNECT']);

/** The metrics of one kind of request, ready to be counted. Nothing shows up before the first request. */
export class BoundRequestMetrics {
  private readonly totals: CounterChild[] = [];
  private readonly withDryRun: string[];
  private readonly plain: string[];
  private duration: HistogramChild | undefined;
  private sliDuration: HistogramChild | undefined;
  private size: HistogramChild | undefined;
  private body: HistogramChild | undefined;
  private running: GaugeChild | undefined;

  constructor(
    private readonly metrics: RequestFamilies,
    private readonly labels: RequestMetricLabels,
  ) {
    const { group, resource, scope, subresource, verb, version, dryRun = '', component = COMPONENT } = labels;
    this.plain = [component, group, resource, scope, subresource, verb, version];
    this.withDryRun = [component, dryRun, ...this.plain.slice(1)];
  }

  /** Counts an answered request. */
  observe(outcome: RequestOutcome): void {
    const { code, seconds, excludedSeconds = 0 } = outcome;
    (this.totals[code] ??= this.metrics.total.labels(String(code), ...this.withDryRun)).value++;
    (this.duration ??= this.metrics.durations.labels(...this.withDryRun)).observe(seconds);
    if (!VERBS_WITHOUT_SLI.has(this.labels.verb)) {
      (this.sliDuration ??= this.metrics.sliDurations.labels(...this.plain)).observe(seconds - excludedSeconds);
    }
    if (READING_VERBS.has(this.labels.verb)) {
      (this.size ??= this.metrics.sizes.labels(...this.plain)).observe(outcome.responseBytes);
    }
    if (outcome.bodyBytes !== undefined) this.observeBody(outcome.bodyBytes);
    if (outcome.isAborted) this.metrics.aborts.labels(...this.plain.slice(1)).increment();
    if (outcome.isTerminated) this.metrics.terminations.labels(String(code), ...this.plain).increment();
  }

  /** The gauge of open long-running requests: increment at the start, decrement at the end. */
  get longRunning(): GaugeChild {
    return (this.running ??= this.metrics.longRunning.labels(...this.plain));
  }

  private observeBody(bytes: number): void {
    const { group, resource, requestVerb = '' } = this.labels;
    const name = group === '' || this.metrics.namesGroups ? resource : `${resource}.${group}`;
    (this.body ??= this.metrics.bodySizes.labels(group, name, requestVerb)).observe(bytes);
  }
}
