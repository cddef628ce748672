import type { Metric, Registry } from 'prom-client';
import {
  CounterFamily,
  GaugeFamily,
  HistogramFamily,
  type HistogramDefinition,
  type MetricDefinition,
  type Sample,
} from './metric-families.js';

/** Reads samples when the metrics are asked for, for values that are kept elsewhere. */
export type SampleReader = () => Sample[] | Promise<Sample[]>;

/** Which deprecated metrics a registry shows. */
export interface MetricsRegistrySettings {
  /** The release served, as `1.32`. */
  readonly release?: string;
  /** True shows the metrics that are hidden in this release (`--show-hidden-metrics-for-version`). */
  readonly showsHidden?: boolean;
  /** True leaves out prom-client's metrics of the process itself. */
  readonly isWithoutProcess?: boolean;
}

interface Exposed {
  readonly definition: MetricDefinition;
  readonly type: string;
  readonly read: SampleReader;
}

/** The media type of the text that `MetricsRegistry.expose()` gives. */
export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8; escaping=values';

const RELEASES_UNTIL_HIDDEN = 3;

/**
 * The metrics of one server. Defining a metric is cheap and can be repeated: the same name gives the same family.
 * The exposition format and the process's own metrics come from prom-client, loaded when they are first asked for.
 *
 * @public
 * @example
 * class Board { constructor(@Inject(MetricsRegistry) readonly metrics: MetricsRegistry) {} }
 */
export class MetricsRegistry {
  private readonly exposed = new Map<string, Exposed>();
  private readonly families = new Map<string, CounterFamily | GaugeFamily | HistogramFamily>();
  private registry: Promise<Registry> | undefined;

  constructor(private readonly settings: MetricsRegistrySettings = {}) {}

  /** A counter. */
  counter(definition: MetricDefinition): CounterFamily {
    return this.family(definition, CounterFamily);
  }

  /** A gauge. */
  gauge(definition: MetricDefinition): GaugeFamily {
    return this.family(definition, GaugeFamily);
  }

  /** A histogram. */
  histogram(definition: HistogramDefinition): HistogramFamily {
    return this.family(definition, HistogramFamily);
  }

  /** A metric whose samples are read at the time of exposition. */
  observed(definition: MetricDefinition, type: 'counter' | 'gauge' | 'histogram', read: SampleReader): void {
    if (!this.isHidden(definition)) this.exposed.set(definition.name, { definition, type, read });
  }

  /** Every metric loses its label combinations; who kept one of them is no longer heard. */
  forget(): void {
    for (const family of this.families.values()) family.reset();
  }

  /** Resets counters and histograms; gauges keep their current values. */
  reset(): void {
    for (const family of this.families.values()) if (!(family instanceof GaugeFamily)) family.clear();
  }

  /** The text for `GET /metrics`, sorted by name. */
  async expose(): Promise<string> {
    this.registry ??= createPromRegistry(this.settings);
    const registry = await this.registry;
    for (const metric of this.exposed.values()) {
      if (registry.getSingleMetric(metric.definition.name) === undefined) registry.registerMetric(asPromMetric(metric));
    }
    const names = registry.getMetricsAsArray().map((metric) => (metric as { name: string }).name);
    const texts = await Promise.all(names.sort().map((name) => registry.getSingleMetricAsString(name)));
    return `${texts.join('\n')}\n`;
  }

  private family<F extends CounterFamily | GaugeFamily | HistogramFamily, D extends MetricDefinition>(
    definition: D,
    Family: new (definition: D) => F,
  ): F {
    const known = this.families.get(definition.name);
    if (known instanceof Family) return known;
    if (known !== undefined) throw new Error(`metric ${definition.name} is already a ${known.type}`);
    const family = new Family(definition);
    this.families.set(definition.name, family);
    if (!this.isHidden(definition)) {
      this.exposed.set(definition.name, { definition, type: family.type, read: () => family.samples() });
    }
    return family;
  }

  private isHidden({ deprecatedFrom }: MetricDefinition): boolean {
    if (deprecatedFrom === undefined || this.settings.release === undefined || this.settings.showsHidden) return false;
    return minorOf(this.settings.release) >= minorOf(deprecatedFrom) + RELEASES_UNTIL_HIDDEN;
  }
}

async function createPromRegistry({ isWithoutProcess }: MetricsRegistrySettings): Promise<Registry> {
  const { Registry: PromRegistry, collectDefaultMetrics } = await import('prom-client');
  const registry = new PromRegistry();
  if (!isWithoutProcess) collectDefaultMetrics({ register: registry });
  return registry;
}

/** prom-client writes anything that has a name and can give its values. */
function asPromMetric({ definition, type, read }: Exposed): Metric {
  const { name } = definition;
  const get = async () => ({ name, type, help: helpOf(definition), aggregator: 'sum', values: await read() });
  return { name, get, reset: () => undefined } as unknown as Metric;
}

function helpOf({ help, stability = 'ALPHA', deprecatedFrom }: MetricDefinition): string {
  const text = deprecatedFrom === undefined ? help : `(Deprecated from ${deprecatedFrom}) ${help}`;
  return `[${stability}] ${text}`;
}

function minorOf(release: string): number {
  return Number(release.split('.')[1]);
}
