import { virtualMemoryLimit } from './process-limits.js';
import type { Registry } from 'prom-client';
import { type ExposedMetric, type MetricsForm, writeMetrics } from './exposition.js';
import {
  CounterFamily,
  GaugeFamily,
  HistogramFamily,
  type HistogramDefinition,
  type MetricDefinition,
  type MetricType,
  type Sample,
  type SummaryDefinition,
  SummaryFamily,
} from './metric-families.js';
import { formerDefinition, formerSamples } from './former-metrics.js';
import { hasMetric, inRelease, isHiddenIn } from './metric-releases.js';
import { limitLabels, type LabelLimit, type MetricsRegistrySettings } from './metric-settings.js';
import { RegistryMetrics } from './registry-metrics.js';
import { eachInTurns } from './steps.js';

/** Reads samples when the metrics are asked for, for values that are kept elsewhere. */
export type SampleReader = () => Sample[] | Promise<Sample[]>;

/** The metrics of a part, and what takes them away. */
export interface MetricsPart {
  readonly registry: MetricsRegistry;
  readonly close: () => void;
}

/** The release of registries that no server has. */
const DEFAULT_RELEASE = '1.32';

interface Exposed {
  readonly definition: MetricDefinition;
  readonly type: MetricType;
  readonly read: SampleReader;
}

type Family = CounterFamily | GaugeFamily | HistogramFamily | SummaryFamily;

/**
 * The metrics of one server. Defining a metric is cheap and can be repeated: the same name gives the same family.
 * The process's own metrics come from prom-client, loaded when they are first asked for.
 *
 * @public
 * @example
 * class Board { constructor(@Inject(MetricsRegistry) readonly metrics: MetricsRegistry) {} }
 */
export class MetricsRegistry {
  private readonly exposed = new Map<string, Exposed>();
  private readonly families = new Map<string, Family>();
  private registry: Promise<Registry> | undefined;

  private readonly parts = new Set<MetricsRegistry>();
  private readonly disabled: ReadonlySet<string>;
  private readonly own: RegistryMetrics | undefined;

  constructor(private readonly settings: MetricsRegistrySettings = {}) {
    const { disabled = [], isWithoutProcess } = settings;
    this.disabled = new Set(disabled);
    if (isWithoutProcess) return;
    this.own = new RegistryMetrics();
    for (const family of this.own.families) this.adopt(family);
    this.own.disabled.increment(disabled.length);
  }

  /** Returns a counter. */
  counter(definition: MetricDefinition): CounterFamily {
    return this.family(definition, CounterFamily);
  }

  /** Returns a gauge. */
  gauge(definition: MetricDefinition): GaugeFamily {
    return this.family(definition, GaugeFamily);
  }

  /** Returns a histogram. */
  histogram(definition: HistogramDefinition): HistogramFamily {
    return this.family(definition, HistogramFamily);
  }

  /** Returns a summary. */
  summary(definition: SummaryDefinition): SummaryFamily {
    return this.family(definition, SummaryFamily);
  }

  /** Registers a metric whose samples are read at the time of exposition. */
  observed(definition: MetricDefinition, type: MetricType, read: SampleReader): void {
    this.publish({ definition: this.served(definition), type, read });
  }

  /**
   * Reports whether the release served is the named one or a later one, as `1.34`.
   *
   * @internal
   */
  isSince(release: string): boolean {
    return hasMetric(this.settings.release ?? DEFAULT_RELEASE, { releases: { since: release } });
  }

  /**
   * Creates a registry for what comes and goes, such as a plugin. Its metrics are served with these until it is closed;
   * their names begin with a prefix, which is added where it is missing. Throws where a name is malformed, or one of these.
   */
  openPart(prefix: string): MetricsPart {
    const nameOf = (name: string): string => this.partName(name, prefix);
    const registry = new MetricsRegistry({ ...this.settings, isWithoutProcess: true, nameOf });
    this.parts.add(registry);
    return { registry, close: () => void this.parts.delete(registry) };
  }

  /** Returns the metrics that can be served, with their types; those of the process and hidden ones excepted. */
  definitions(): { readonly definition: MetricDefinition; readonly type: MetricType }[] {
    const own = [...this.exposed.values()].map(({ definition, type }) => ({
      definition: withShownLabels(definition),
      type,
    }));
    return [...own, ...[...this.parts].flatMap((part) => part.definitions())];
  }

  /** Removes the label combinations of every metric; children that callers kept no longer count. */
  forget(): void {
    for (const family of this.families.values()) family.reset();
    for (const part of this.parts) part.forget();
  }

  /** Resets counters and histograms; gauges keep their current values. */
  reset(): void {
    for (const family of this.families.values()) if (!(family instanceof GaugeFamily)) family.clear();
    for (const part of this.parts) part.reset();
  }

  /** Returns the text for `GET /metrics`. */
  async expose(form: MetricsForm = 'text'): Promise<string> {
    return writeMetrics(await this.collect(), form);
  }

  /** Returns the metrics with their current samples; those without any are left out. */
  async collect(): Promise<ExposedMetric[]> {
    const own = [...(await this.processMetrics()), ...(await this.ownMetrics())];
    return this.parts.size === 0 ? own : [...own, ...(await this.partMetrics())];
  }

  /** Of parts that have a metric of one name, as when a plugin takes the place of another, the newest counts. */
  private async partMetrics(): Promise<ExposedMetric[]> {
    const found = new Map<string, ExposedMetric>();
    for (const part of this.parts) for (const metric of await part.collect()) found.set(metric.name, metric);
    return [...found.values()];
  }

  private partName(name: string, prefix: string): string {
    const full = name.startsWith(`${prefix}_`) ? name : `${prefix}_${name}`;
    if (!/^[a-z_][a-z0-9_]*$/i.test(full))
      throw new Error(`metric ${JSON.stringify(name)} cannot be; use a name such as ${prefix}_queue_length`);
    if (this.exposed.has(full)) throw new Error(`metric ${full} is one of the server; rename it`);
    return full;
  }

  /** Returns a definition as it is served: with the name of its part, and in the form of the release. */
  private served<D extends MetricDefinition>(given: D): D {
    const { nameOf } = this.settings;
    const definition = this.released(given);
    if (!nameOf) return definition;
    const former = definition.former?.map((each) => ({ ...each, name: nameOf(each.name) }));
    return { ...definition, name: nameOf(definition.name), former };
  }

  private async ownMetrics(): Promise<ExposedMetric[]> {
    const metrics: ExposedMetric[] = [];
    await eachInTurns(this.exposed.values(), async ({ definition, type, read }) => {
      const samples = await read();
      if (samples.length > 0) metrics.push({ name: definition.name, help: helpOf(definition), type, samples });
    });
    return metrics;
  }

  private async processMetrics(): Promise<ExposedMetric[]> {
    if (this.settings.isWithoutProcess) return [];
    this.registry ??= createPromRegistry();
    const metrics = (await (await this.registry).getMetricsAsJSON()) as unknown as ProcessMetric[];
    return metrics
      .filter(({ name, values }) => values.length > 0 && !this.disabled.has(name) && !this.exposed.has(name))
      .map(({ values, ...metric }) => ({ ...metric, samples: values }));
  }

  private family<F extends Family, D extends MetricDefinition>(
    given: D,
    Made: new (definition: D, limit?: LabelLimit) => F,
  ): F {
    const definition = this.served(given);
    const known = this.families.get(definition.name);
    if (known instanceof Made) return known;
    if (known !== undefined) throw new Error(`metric ${definition.name} is already a ${known.type}`);
    const family = new Made(definition, this.limitOf(definition));
    this.adopt(family);
    return family;
  }

  private adopt(family: Family): void {
    const { definition, type } = family;
    this.families.set(definition.name, family);
    this.publish({ definition, type, read: () => family.samples() });
  }

  private publish(metric: Exposed): void {
    this.publishName(metric);
    const { definition, type, read } = metric;
    for (const former of definition.former ?? []) {
      const readFormer = async (): Promise<Sample[]> => formerSamples(await read(), definition.name, former);
      this.publishName({ definition: this.released(formerDefinition(definition, former)), type, read: readFormer });
    }
  }

  private publishName({ definition, type, read }: Exposed): void {
    const { name, stability = 'ALPHA', deprecatedSince = '' } = definition;
    if (this.disabled.has(name) || !this.isServed(definition)) return;
    if (this.isHidden(definition)) return this.own?.hidden.increment();
    if (!this.exposed.has(name)) this.own?.registered.labels(stability, deprecatedSince).increment();
    this.exposed.set(name, { definition, type, read });
  }

  private limitOf({ name, labels = [] }: MetricDefinition): LabelLimit | undefined {
    return limitLabels(labels, this.settings.allowedLabels?.get(name), () => this.own?.unexpected.increment());
  }

  private released<D extends MetricDefinition>(definition: D): D {
    return inRelease(this.settings.release ?? DEFAULT_RELEASE, definition);
  }

  private isServed(definition: MetricDefinition): boolean {
    return hasMetric(this.settings.release ?? DEFAULT_RELEASE, definition);
  }

  private isHidden(definition: MetricDefinition): boolean {
    const { release, showsHidden } = this.settings;
    return release !== undefined && !showsHidden && isHiddenIn(release, definition);
  }
}

/** A metric as prom-client lists it. */
type ProcessMetric = Omit<ExposedMetric, 'samples'> & { readonly values: readonly Sample[] };

async function createPromRegistry(): Promise<Registry> {
  const { Gauge, Registry: PromRegistry, collectDefaultMetrics } = await import('prom-client');
  const registry = new PromRegistry();
  collectDefaultMetrics({ register: registry });
  const limit = virtualMemoryLimit();
  if (limit !== undefined) {
    const help = 'Maximum amount of virtual memory available in bytes.';
    new Gauge({ name: 'process_virtual_memory_max_bytes', help, registers: [registry] }).set(limit);
  }
  return registry;
}

/** Labels that the release does not have have no name. */
function withShownLabels(definition: MetricDefinition): MetricDefinition {
  const labels = definition.labels?.filter((name) => name !== '');
  return labels?.length === definition.labels?.length ? definition : { ...definition, labels };
}

function helpOf({ help, stability = 'ALPHA', deprecatedSince }: MetricDefinition): string {
  const text = deprecatedSince === undefined ? help : `(Deprecated since ${deprecatedSince}) ${help}`;
  return `[${stability}] ${text}`;
}
