import type { CounterFamily, MetricsRegistry } from '../../observability/index.js';
import type { NumberRange } from './stored-range.js';

/** The name of the range of node ports; all others are of cluster addresses (upstream: storage_core.go). */
export const NODE_PORTS = 'servicenodeports';

/** How a number was given out: the one that was asked for, or any. */
export type AllocationScope = 'dynamic' | 'static';

/** Counts the numbers that are given out, and those that could not be. */
export class AllocationCounts {
  private readonly addresses: Record<'total' | 'errors', CounterFamily>;
  private readonly ports: Record<'total' | 'errors', CounterFamily>;

  constructor(metrics: MetricsRegistry) {
    const count = (name: string, help: string, labels: readonly string[]): CounterFamily =>
      metrics.counter({ name: `kube_apiserver_${name}_total`, help, labels });
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
  }

  /** Counts an attempt to give out a number of a range. */
  note({ name, range }: Pick<NumberRange, 'name' | 'range'>, scope: AllocationScope, isGiven: boolean): void {
    const outcome = isGiven ? 'total' : 'errors';
    if (name === NODE_PORTS) this.ports[outcome].labels(scope).increment();
    else this.addresses[outcome].labels(range, scope).increment();
  }
}
