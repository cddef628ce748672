import { CounterChild, GaugeChild, HistogramChild } from './metric-children.js';
import type { MetricReleases, StabilityLevel } from './metric-releases.js';
import type { LabelLimit } from './metric-settings.js';
import { SummaryChild, type SummaryForm } from './summary-child.js';

/** A deprecated name under which samples of a metric are served too, as upstream does for some releases. */
export interface FormerMetric {
  readonly name: string;
  /** The release from which on the name is deprecated, as `1.27.0`; later minor releases hide it. Unset for a name that was replaced at once. */
  readonly deprecatedSince?: string;
  /** Labels whose values choose samples; the former metric has no such labels. All samples without. */
  readonly only?: Readonly<Record<string, string>>;
  /**
   * The releases that have the name.
   *
   * @internal
   */
  readonly releases?: Pick<MetricReleases, 'since' | 'until'>;
}

/** The definition of a metric. Labels are bound by position, in the order given here. */
export interface MetricDefinition {
  readonly name: string;
  readonly help: string;
  readonly stability?: StabilityLevel;
  readonly labels?: readonly string[];
  /** The release from which on the metric is deprecated, as `1.27.0`. */
  readonly deprecatedSince?: string;
  /** Deprecated names of the same values. */
  readonly former?: readonly FormerMetric[];
  /**
   * The releases that have the metric, its labels and its stability.
   *
   * @internal
   */
  readonly releases?: MetricReleases;
}

/** A histogram's definition; bucket limits ascend and leave out infinity. */
export interface HistogramDefinition extends MetricDefinition {
  readonly buckets: readonly number[];
}

/** A summary's definition: its quantiles, and the time that they cover. */
export interface SummaryDefinition extends MetricDefinition, SummaryForm {}

/** The types of metrics that families and readers of samples have. */
export type MetricType = 'counter' | 'gauge' | 'histogram' | 'summary';

/** One line of the exposition. */
export interface Sample {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** A metric with all its label combinations. */
export abstract class MetricFamily<Child> {
  abstract readonly type: MetricType;
  private readonly children = new Map<string, { values: readonly string[]; child: Child }>();

  constructor(
    readonly definition: MetricDefinition,
    private readonly limit?: LabelLimit,
  ) {}

  /** Returns the child for label values in the definition's order; made on first use. Bind once, then keep it. */
  labels(...given: string[]): Child {
    const values = this.limit ? this.limit(given) : given;
    const key = values.join('\u0000');
    let entry = this.children.get(key);
    if (entry === undefined) {
      entry = { values, child: this.createChild() };
      this.children.set(key, entry);
    }
    return entry.child;
  }

  /** Forgets one label combination. */
  remove(...values: string[]): void {
    this.children.delete(values.join('\u0000'));
  }

  /** Forgets every label combination. */
  reset(): void {
    this.children.clear();
  }

  /** Iterates over the children, one for each combination of labels. */
  protected *each(): Generator<Child> {
    for (const { child } of this.children.values()) yield child;
  }

  /** Returns the current samples. */
  samples(): Sample[] {
    const names = this.definition.labels ?? [];
    // A metric without labels shows its zero from the start.
    if (names.length === 0) this.labels();
    return [...this.children.values()].flatMap(({ values, child }) =>
      this.samplesOf(
        child,
        // Labels that the release does not have are bound all the same, and have no name.
        Object.fromEntries(names.map((name, i) => [name, values[i] ?? ''] as const).filter(([name]) => name !== '')),
      ),
    );
  }

  protected abstract createChild(): Child;
  protected abstract samplesOf(child: Child, labels: Sample['labels']): Sample[];
}

/** A counter by label values. */
export class CounterFamily extends MetricFamily<CounterChild> {
  readonly type = 'counter';

  /** Counts from nothing again, for all labels. */
  clear(): void {
    for (const child of this.each()) child.clear();
  }

  protected createChild(): CounterChild {
    return new CounterChild();
  }

  protected samplesOf(child: CounterChild, labels: Sample['labels']): Sample[] {
    return [{ labels, value: child.value }];
  }
}

/** A gauge by label values. */
export class GaugeFamily extends MetricFamily<GaugeChild> {
  readonly type = 'gauge';

  protected createChild(): GaugeChild {
    return new GaugeChild();
  }

  protected samplesOf(child: GaugeChild, labels: Sample['labels']): Sample[] {
    return [{ labels, value: child.value }];
  }
}

/** A histogram by label values. */
export class HistogramFamily extends MetricFamily<HistogramChild> {
  readonly type = 'histogram';

  constructor(
    override readonly definition: HistogramDefinition,
    limit?: LabelLimit,
  ) {
    super(definition, limit);
  }

  /** Counts from nothing again, for all labels. */
  clear(): void {
    for (const child of this.each()) child.clear();
  }

  protected createChild(): HistogramChild {
    return new HistogramChild(this.definition.buckets);
  }

  protected samplesOf(child: HistogramChild, labels: Sample['labels']): Sample[] {
    const { name, buckets } = this.definition;
    const samples: Sample[] = [];
    let count = 0;
    child.counts.forEach((inBucket, i) => {
      count += inBucket;
      samples.push({ metricName: `${name}_bucket`, labels: { ...labels, le: buckets[i] ?? '+Inf' }, value: count });
    });
    samples.push({ metricName: `${name}_sum`, labels, value: child.sum });
    samples.push({ metricName: `${name}_count`, labels, value: count });
    return samples;
  }
}

/** A summary by label values. */
export class SummaryFamily extends MetricFamily<SummaryChild> {
  readonly type = 'summary';

  constructor(
    override readonly definition: SummaryDefinition,
    limit?: LabelLimit,
  ) {
    super(definition, limit);
  }

  /** Counts from nothing again, for all labels. */
  clear(): void {
    for (const child of this.each()) child.clear();
  }

  protected createChild(): SummaryChild {
    return new SummaryChild(this.definition);
  }

  protected samplesOf(child: SummaryChild, labels: Sample['labels']): Sample[] {
    const { name, objectives } = this.definition;
    const values = child.quantiles();
    return [
      ...objectives.map(({ quantile }, i) => ({ labels: { ...labels, quantile }, value: values[i] })),
      { metricName: `${name}_sum`, labels, value: child.sum },
      { metricName: `${name}_count`, labels, value: child.count },
    ];
  }
}
