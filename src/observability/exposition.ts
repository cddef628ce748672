import { formatMetricNumber, formatOpenMetricsNumber } from './metric-numbers.js';
import type { Sample } from './metric-families.js';

/** A metric with its current samples. */
export interface ExposedMetric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: readonly Sample[];
}

/** A form of the exposition. */
export type MetricsForm = 'text' | 'openmetrics';

/** Writes metrics in a form, sorted by name. */
export function writeMetrics(metrics: readonly ExposedMetric[], form: MetricsForm): string {
  const sorted = metrics.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return form === 'text' ? writeMetricsText(sorted) : writeOpenMetrics(sorted);
}

/** Writes metrics in the Prometheus text format, version 0.0.4. */
export function writeMetricsText(metrics: readonly ExposedMetric[]): string {
  return metrics.map(writeTextFamily).join('');
}

/**
 * Writes metrics in the OpenMetrics text format 1.0. A counter whose name does not end in `_total` is of unknown type
 * there, and keeps its name (upstream: prometheus/common expfmt).
 */
export function writeOpenMetrics(metrics: readonly ExposedMetric[]): string {
  return `${metrics.map(writeOpenFamily).join('')}# EOF\n`;
}

function writeTextFamily({ name, help, type, samples }: ExposedMetric): string {
  const lines = samples.map((sample) => writeSample(name, sample, formatMetricNumber));
  return `# HELP ${name} ${escapeText(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function writeOpenFamily({ name, help, type, samples }: ExposedMetric): string {
  const isTotal = type === 'counter' && name.endsWith(TOTAL);
  const family = isTotal ? name.slice(0, -TOTAL.length) : name;
  const shownType = type === 'counter' && !isTotal ? 'unknown' : type;
  const lines = samples.map((sample) => writeSample(name, sample, formatOpenMetricsNumber));
  return `# HELP ${family} ${escapeValue(help)}\n# TYPE ${family} ${shownType}\n${lines.join('')}`;
}

const TOTAL = '_total';

function writeSample(name: string, { metricName = name, labels, value }: Sample, format: NumberFormat): string {
  const texts: string[] = [];
  for (const label in labels) {
    const given = labels[label];
    texts.push(`${label}="${typeof given === 'number' ? format(given) : escapeValue(given)}"`);
  }
  return `${metricName}${texts.length > 0 ? `{${texts.join(',')}}` : ''} ${format(value)}\n`;
}

type NumberFormat = (value: number) => string;

function escapeText(text: string): string {
  return /[\\\n]/.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n') : text;
}

function escapeValue(text: string): string {
  return /[\\\n"]/.test(text) ? escapeText(text).replaceAll('"', '\\"') : text;
}
