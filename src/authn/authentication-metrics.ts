import type { MaybePromise } from '../apimachinery/index.js';
import type { CounterChild, HistogramChild, MetricsRegistry } from '../observability/index.js';
import type { AuthenticationResult } from './authenticator.js';

type Outcome = 'success' | 'failure' | 'error';

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
export class AuthenticationMetrics {
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

  /** Asks, and notes what came of it; answers, or fails, as what was asked. */
  measure(ask: () => MaybePromise<AuthenticationResult | undefined>): MaybePromise<AuthenticationResult | undefined> {
    const started = performance.now();
    let answer: MaybePromise<AuthenticationResult | undefined>;
    try {
      answer = ask();
    } catch (error) {
      this.note('error', started);
      throw error;
    }
    return answer instanceof Promise ? this.measureLate(answer, started) : this.noteResult(answer, started);
  }

  private async measureLate(
    answer: Promise<AuthenticationResult | undefined>,
    started: number,
  ): Promise<AuthenticationResult | undefined> {
    try {
      return this.noteResult(await answer, started);
    } catch (error) {
      this.note('error', started);
      throw error;
    }
  }

  private noteResult(result: AuthenticationResult | undefined, started: number): AuthenticationResult | undefined {
    this.note(result ? 'success' : 'failure', started);
    if (result) this.counterOf(result.user.name).increment();
    return result;
  }

  private note(outcome: Outcome, started: number): void {
    const { attempts, durations } = this.outcomes[outcome];
    attempts.increment();
    durations.observe((performance.now() - started) / 1000);
  }

  private counterOf(name: string): CounterChild {
    return this.users.get(name) ?? (name.includes('@') ? this.mailUsers : this.otherUsers);
  }
}
