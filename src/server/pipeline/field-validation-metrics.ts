import type { HistogramChild, MetricsRegistry } from '../../observability/index.js';

const BUCKETS = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];
const INVALID = 'invalid';
const KNOWN = ['', 'Ignore', 'Strict', 'Warn', INVALID];

/** Times requests by their `fieldValidation` parameter; other values than the known ones count as invalid. */
export class FieldValidationMetrics {
  private readonly children: ReadonlyMap<string, HistogramChild>;
  private readonly unset: HistogramChild;
  private readonly invalid: HistogramChild;

  constructor(registry: MetricsRegistry) {
    const family = registry.histogram({
      name: 'field_validation_request_duration_seconds',
      help: 'Time to answer a request, in seconds, by the field validation it asks for.',
      labels: ['field_validation'],
      releases: { since: '1.23' },
      buckets: BUCKETS,
    });
    this.children = new Map(KNOWN.map((value) => [value, family.labels(value)]));
    this.unset = family.labels('');
    this.invalid = family.labels(INVALID);
  }

  /** Counts an answered request, by its query. */
  observe(query: URLSearchParams, seconds: number): void {
    const asked = query.size === 0 ? null : query.get('fieldValidation');
    const child = asked === null ? this.unset : (this.children.get(asked) ?? this.invalid);
    child.observe(seconds);
  }
}
