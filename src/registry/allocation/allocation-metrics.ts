import type { CounterFamily, MetricsRegistry, Sample } from '../../observability/index.js';
import type { NumberRange } from './stored-range.js';
import type { StoredRangeAllocations } from './range-allocations.js';

type Ranges = Pick<StoredRangeAllocations, 'ranges'>;
type Range = ReturnType<Ranges['ranges']> extends ReadonlyMap<string, infer R> ? R : never;

/** The name of the range of node ports; all others are of cluster addresses (upstream: storage_core.go). */
const NODE_PORTS = 'servicenodeports';

/** Publishes how many cluster addresses and node ports are allocated, and how many are free. */
export function measureAllocations(metrics: MetricsRegistry, allocations: Ranges): void {
  const publish = (name: string, help: string, read: (range: Range) => number): void => {
    const isOfPorts = name.includes('nodeport');
    const labels = isOfPorts ? [] : ['cidr'];
    metrics.observed({ name, help, labels }, 'gauge', () => samplesOf(allocations, { isOfPorts, read }));
  };
  const allocated = ({ size, free }: Range): number => size - free;
  const available = ({ free }: Range): number => free;
  publish('kube_apiserver_clusterip_allocator_allocated_ips', 'Allocated cluster addresses, by network.', allocated);
  publish('kube_apiserver_clusterip_allocator_available_ips', 'Free cluster addresses, by network.', available);
  publish('kube_apiserver_nodeport_allocator_allocated_ports', 'Allocated node ports.', allocated);
  publish('kube_apiserver_nodeport_allocator_available_ports', 'Free node ports.', available);
}

function samplesOf(
  allocations: Ranges,
  { isOfPorts, read }: { readonly isOfPorts: boolean; readonly read: (range: Range) => number },
): Sample[] {
  // Two service CIDRs may name one network; a metric shows each series once.
  const values = new Map<string, number>();
  for (const [name, range] of allocations.ranges()) {
    if ((name === NODE_PORTS) === isOfPorts) values.set(range.range, read(range));
  }
  return [...values].map(([cidr, value]): Sample => (isOfPorts ? { labels: {}, value } : { labels: { cidr }, value }));
}

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
