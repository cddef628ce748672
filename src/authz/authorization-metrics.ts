import type { CounterChild, HistogramChild, MetricsRegistry } from '../observability/index.js';
import type { ObservedAuthorization, ObservedRequest, RequestObserver } from '../request/index.js';
import type { Verdict } from './authorizer.js';

interface BoundVerdict {
  readonly attempts: CounterChild;
  readonly durations: HistogramChild;
}

const RESULTS: Readonly<Record<Verdict, string>> = { Allow: 'allowed', Deny: 'denied', NoOpinion: 'no-opinion' };
/** From a millisecond on, each twice the one before. */
const BUCKETS = Array.from({ length: 15 }, (_, i) => 0.001 * 2 ** i);

/** Counts decisions on requests, and how long they take. */
export class AuthorizationMetrics implements RequestObserver {
  private readonly verdicts: Readonly<Record<Verdict, BoundVerdict>>;

  constructor(registry: MetricsRegistry) {
    const attempts = registry.counter({
      name: 'authorization_attempts_total',
      help: 'Requests that were decided on, by result.',
      labels: ['result'],
      releases: { since: '1.27' },
    });
    const durations = registry.histogram({
      name: 'authorization_duration_seconds',
      help: 'Time it takes to decide on a request, in seconds, by result.',
      labels: ['result'],
      releases: { since: '1.27' },
      buckets: BUCKETS,
    });
    const bind = (verdict: Verdict): BoundVerdict => ({
      attempts: attempts.labels(RESULTS[verdict]),
      durations: durations.labels(RESULTS[verdict]),
    });
    this.verdicts = { Allow: bind('Allow'), Deny: bind('Deny'), NoOpinion: bind('NoOpinion') };
  }

  authorized(_request: ObservedRequest, { verdict, seconds }: ObservedAuthorization): void {
    const { attempts, durations } = this.verdicts[verdict];
    attempts.increment();
    durations.observe(seconds);
  }
}
