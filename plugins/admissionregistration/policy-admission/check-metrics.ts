import type { MetricsRegistry } from '../../../src/plugin-api/index.js';

/** Bounds of the histograms in seconds, as in the reference. */
const BUCKETS = [0.0000005, 0.001, 0.01, 0.1, 1];

/** The facts by which the two metrics of one sort of policies are made. */
export interface CheckMetricTerms {
  /** `validating` or `mutating`. */
  readonly sort: string;
  /** The subject of the help texts: what is counted, and what is timed. */
  readonly counted: string;
  readonly timed: string;
  readonly stability: 'ALPHA' | 'BETA';
  readonly labels: readonly string[];
}

/** Counts and times what the expressions of one sort of policies say. */
export class CheckMetrics {
  private readonly checks: ReturnType<MetricsRegistry['counter']>;
  private readonly durations: ReturnType<MetricsRegistry['histogram']>;

  constructor(registry: MetricsRegistry, { sort, counted, timed, stability, labels }: CheckMetricTerms) {
    const name = `apiserver_${sort}_admission_policy_check`;
    const by = labels.map((label) => label.replaceAll('_', ' ')).join(', ');
    this.checks = registry.counter({ name: `${name}_total`, help: `${counted} by ${by}.`, stability, labels });
    this.durations = registry.histogram({
      name: `${name}_duration_seconds`,
      help: `${timed} by ${by}.`,
      stability,
      labels,
      buckets: BUCKETS,
    });
  }

  /** Records one check, with the values of the labels in their order. */
  observe(labels: readonly string[], seconds: number): void {
    this.checks.labels(...labels).increment();
    this.durations.labels(...labels).observe(seconds);
  }
}

/** Returns the kind of an error as metrics name it; upstream distinguishes errors by their texts, too. */
export function errorTypeOf(message: string): string {
  if (message.startsWith('compilation')) return 'compile_error';
  if (message.startsWith('validation failed due to running out of cost budget')) return 'out_of_budget';
  return 'invalid_error';
}
