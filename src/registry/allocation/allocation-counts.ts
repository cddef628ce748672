import type { CounterFamily, HistogramFamily, MetricsRegistry } from '../../observability/index.js';
import type { NumberRange } from './stored-range.js';

/** The name of the range of node ports; all others are of cluster addresses (upstream: storage_core.go). */
export const NODE_PORTS = 'servicenodeports';

/** How a number was given out: the one that was asked for, or any. */
export type AllocationScope = 'dynamic' | 'static';

/** An attempt to give out a number, and how long it took. */
export interface AllocationAttempt {
  readonly scope: AllocationScope;
  readonly isGiven: boolean;
  readonly seconds: number;
}

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The release that gives out addresses as objects by default: its allocator measures the time. */
const DURATION_SINCE = '1.33';

/** Counts the numbers that are given out, and those that could not be. */
export class AllocationCounts {
  private readonly addresses: Record<'total' | 'errors', CounterFamily>;
  private readonly ports: Record<'total' | 'errors', CounterFamily>;
  /** Undefined before the release that has it. */
  private readonly duration: HistogramFamily | undefined;

  constructor(metrics: MetricsRegistry) {
    const count = (name: string, help: string, labels: readonly string[]): CounterFamily =>
      metrics.counter({ name: `kube_apiserver_${name}_total`, help, labels, releases: { since: '1.21' } });
    const byNetwork = ['cidr', 'scope'];
    this.addresses = {
      total: count('clusterip_allocator_allocation', 'Cluster addresses that were given out.', byNetwork),
      errors: count(
        'clusterip_allocator_allocation_errors',
        'Cluster addresses that could not be given out.',
        byNetwork,
      ),
    };
    this.ports = {
      total: count('nodeport_allocator_allocation', 'Node ports that were given out.', ['scope']),
      errors: count('nodeport_allocator_allocation_errors', 'Node ports that could not be given out.', ['scope']),
    };
    if (!metrics.isSince(DURATION_SINCE)) return;
    this.duration = metrics.histogram({
      name: 'kube_apiserver_clusterip_allocator_allocation_duration_seconds',
      help: 'Time until a cluster address is given out or refused, in seconds.',
      labels: ['cidr'],
      buckets: DURATION_BUCKETS,
      releases: { since: DURATION_SINCE },
    });
  }

  /** Counts an attempt to give out a number of a range. */
  note({ name, range }: Pick<NumberRange, 'name' | 'range'>, { scope, isGiven, seconds }: AllocationAttempt): void {
    const outcome = isGiven ? 'total' : 'errors';
    if (name === NODE_PORTS) return this.ports[outcome].labels(scope).increment();
    this.addresses[outcome].labels(range, scope).increment();
    this.duration?.labels(range).observe(seconds);
  }
}
