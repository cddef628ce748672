import type { CounterChild, HistogramChild, MetricsRegistry } from '../observability/index.js';
import type { ObservedAuthentication, ObservedRequest, RequestObserver } from '../request/index.js';

type Outcome = ObservedAuthentication['outcome'];

interface BoundOutcome {
  readonly attempts: CounterChild;
  readonly durations: HistogramChild;
}

const BUCKETS = [
  0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1.024, 2.048, 4.096, 8.192, 16.384,
];

/** Users that are counted by their names (upstream: compressUsername). */
const NAMED_USERS = ['admin', 'client', 'kube_proxy', 'kubelet', 'system:serviceaccount:kube-system:default'];

/** Counts and times how requests are authenticated. What it counts by is a closed set, whatever users are called. */
export class AuthenticationMetrics implements RequestObserver {
  private readonly outcomes: Readonly<Record<Outcome, BoundOutcome>>;
  private readonly users: ReadonlyMap<string, CounterChild>;
  private readonly mailUsers: CounterChild;
  private readonly otherUsers: CounterChild;

  constructor(registry: MetricsRegistry) {
    const users = registry.counter({
      name: 'authenticated_user_requests',
      help: 'Requests whose sender is known, by user; most users count as others.',
      labels: ['username'],
    });
    const attempts = registry.counter({
      name: 'authentication_attempts',
      help: 'Attempts to find out who a request comes from, by result.',
      labels: ['result'],
    });
    const durations = registry.histogram({
      name: 'authentication_duration_seconds',
      help: 'Time it takes to find out who a request comes from, in seconds, by result.',
      labels: ['result'],
      buckets: BUCKETS,
    });
    const bind = (outcome: Outcome): BoundOutcome => ({
      attempts: attempts.labels(outcome),
      durations: durations.labels(outcome),
    });
    this.outcomes = { success: bind('success'), failure: bind('failure'), error: bind('error') };
    this.users = new Map(NAMED_USERS.map((name) => [name, users.labels(name)]));
    this.mailUsers = users.labels('email_id');
    this.otherUsers = users.labels('other');
  }

  authenticated({ caller }: ObservedRequest, { outcome, seconds }: ObservedAuthentication): void {
    const { attempts, durations } = this.outcomes[outcome];
    attempts.increment();
    durations.observe(seconds);
    if (outcome === 'success' && caller) this.counterOf(caller.name).increment();
  }

  private counterOf(name: string): CounterChild {
    return this.users.get(name) ?? (name.includes('@') ? this.mailUsers : this.otherUsers);
  }
}
