import type { GroupResource } from '../apimachinery/index.js';
import type { CounterFamily, Logger, MetricsRegistry } from '../observability/index.js';

/** Keys that are remembered as logged: bounds the memory, and the log, when a whole store is unreadable. */
const MAX_LOGGED = 1000;

/** Counts stored values that cannot be read, and logs each once. Both type and injection token. */
export class UnreadableValues {
  private readonly errors: CounterFamily;
  private readonly logged = new Set<string>();

  constructor(
    metrics: MetricsRegistry,
    private readonly logger: Logger,
  ) {
    this.errors = metrics.counter({
      name: 'apiserver_storage_decode_errors_total',
      help: 'Number of stored object decode errors split by object type',
      labels: ['resource'],
    });
  }

  /** Counts and logs one. `why` must not reveal the value itself, which may be a secret. */
  report({ resource }: GroupResource, key: string, why: string): void {
    this.errors.labels(resource).increment();
    if (this.logged.has(key) || this.logged.size >= MAX_LOGGED) return;
    this.logged.add(key);
    this.logger.error('a stored value cannot be read', { resource, key, why });
  }
}
