import type {
  CounterFamily,
  Clock,
  GaugeChild,
  GaugeFamily,
  HistogramFamily,
  MetricDefinition,
  MetricsRegistry,
} from '../observability/index.js';
import * as metrics from './metric-definitions.js';
import { type TimingRatio, TimingRatioFamily } from './timing-histogram.js';

type FlowGauge = keyof typeof metrics.FLOW_GAUGES;
type FlowCounter = keyof typeof metrics.FLOW_COUNTERS;
type FlowHistogram = keyof typeof metrics.FLOW_HISTOGRAMS;

/** Reasons of rejections. */
export type RejectionReason = 'concurrency-limit' | 'queue-full' | 'time-out' | 'cancelled';

function eachOf<K extends string, F>(
  definitions: Readonly<Record<K, MetricDefinition>>,
  make: (definition: MetricDefinition) => F,
): Readonly<Record<K, F>> {
  const entries = Object.entries<MetricDefinition>(definitions).map(([key, definition]) => [key, make(definition)]);
  return Object.fromEntries(entries) as Record<K, F>;
}

/** The metrics of flow control. */
export class FlowControlMetrics {
  readonly levelGauges;
  readonly boundGauges;
  readonly flowGauges: Readonly<Record<FlowGauge, GaugeFamily>>;
  readonly flowCounters: Readonly<Record<FlowCounter, CounterFamily>>;
  readonly flowHistograms: Readonly<Record<FlowHistogram, HistogramFamily>>;
  readonly rejected: CounterFamily;
  readonly wait: HistogramFamily;
  readonly execution: HistogramFamily;
  readonly fairFraction: GaugeChild;
  readonly demand: TimingRatioFamily;
  readonly requests: TimingRatioFamily;
  readonly seats: TimingRatioFamily;
  readonly readVersusWrite: TimingRatioFamily;

  constructor(registry: MetricsRegistry, clock: Pick<Clock, 'monotonic'>) {
    const gauge = (definition: MetricDefinition): GaugeFamily => registry.gauge(definition);
    const now = (): number => clock.monotonic();
    this.levelGauges = eachOf(metrics.LEVEL_GAUGES, gauge);
    this.boundGauges = eachOf(metrics.BOUND_GAUGES, gauge);
    this.flowGauges = eachOf(metrics.FLOW_GAUGES, gauge);
    this.flowCounters = eachOf(metrics.FLOW_COUNTERS, (definition) => registry.counter(definition));
    this.flowHistograms = {
      queueLength: registry.histogram(metrics.FLOW_HISTOGRAMS.queueLength),
      watchers: registry.histogram(metrics.FLOW_HISTOGRAMS.watchers),
      seats: registry.histogram(metrics.FLOW_HISTOGRAMS.seats),
    };
    this.rejected = registry.counter(metrics.REJECTED);
    this.wait = registry.histogram(metrics.WAIT);
    this.execution = registry.histogram(metrics.EXECUTION);
    this.fairFraction = registry.gauge(metrics.FAIR_FRACTION).labels();
    this.demand = new TimingRatioFamily(registry, metrics.TIMINGS.demand, now);
    this.requests = new TimingRatioFamily(registry, metrics.TIMINGS.requests, now);
    this.seats = new TimingRatioFamily(registry, metrics.TIMINGS.seats, now);
    this.readVersusWrite = new TimingRatioFamily(registry, metrics.TIMINGS.readVersusWrite, now);
  }
}

/** The metrics of one level, bound once. */
export class LevelMetrics {
  readonly demand: TimingRatio;
  readonly waiting: TimingRatio;
  readonly executing: TimingRatio;
  readonly seats: TimingRatio;
  readonly currentR: GaugeChild;

  constructor(
    private readonly families: FlowControlMetrics,
    private readonly level: string,
  ) {
    this.demand = families.demand.labels(level);
    this.waiting = families.requests.labels('waiting', level);
    this.executing = families.requests.labels('executing', level);
    this.seats = families.seats.labels('executing', level);
    this.currentR = this.gauge('currentR');
  }

  /** Returns one of the level's gauges. */
  gauge(name: keyof FlowControlMetrics['levelGauges']): GaugeChild {
    return this.families.levelGauges[name].labels(this.level);
  }

  /** Returns the lower and the upper one of a pair of gauges. */
  bounds(name: keyof FlowControlMetrics['boundGauges']): { readonly min: GaugeChild; readonly max: GaugeChild } {
    const family = this.families.boundGauges[name];
    return { min: family.labels('min', this.level), max: family.labels('max', this.level) };
  }

  /** Forgets the level. */
  remove(): void {
    const { levelGauges, boundGauges, demand, requests, seats } = this.families;
    for (const family of Object.values(levelGauges)) family.remove(this.level);
    for (const bound of ['min', 'max']) {
      for (const family of Object.values(boundGauges)) family.remove(bound, this.level);
    }
    demand.remove(this.level);
    for (const phase of ['waiting', 'executing']) requests.remove(phase, this.level);
    seats.remove('executing', this.level);
  }
}
