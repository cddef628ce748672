import { Inject, Injectable, MetricsRegistry } from '../../../src/plugin-api/index.js';
import type { RunProgress } from './migration-run.js';

/** The progress of migrations by resource. */
@Injectable()
export class MigrationMetrics {
  private readonly rewritten;
  private readonly remaining;

  constructor(@Inject(MetricsRegistry) metrics: MetricsRegistry) {
    this.rewritten = metrics.counter({
      name: 'binnacle_storage_migration_rewritten_objects_total',
      help: 'Objects that migrations have stored again in the current storage version and with the current encryption key.',
      labels: ['resource'],
    });
    this.remaining = metrics.gauge({
      name: 'binnacle_storage_migration_remaining_objects',
      help: 'Objects that a running migration has not looked at yet.',
      labels: ['resource'],
    });
  }

  /** Counts some objects of a resource. */
  count(resource: string, { rewritten, remaining }: RunProgress): void {
    this.rewritten.labels(resource).increment(rewritten);
    this.remaining.labels(resource).set(remaining);
  }

  /** Records the end of a migration of a resource. */
  end(resource: string): void {
    this.remaining.remove(resource);
  }
}
