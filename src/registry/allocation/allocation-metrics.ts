import type { MetricsRegistry, Sample } from '../../observability/index.js';
import { NODE_PORTS } from './allocation-counts.js';
import type { StoredRangeAllocations } from './range-allocations.js';

type Ranges = Pick<StoredRangeAllocations, 'ranges'>;
type Range = ReturnType<Ranges['ranges']> extends ReadonlyMap<string, infer R> ? R : never;

/** Publishes how many cluster addresses and node ports are allocated, and how many are free. */
export function measureAllocations(metrics: MetricsRegistry, allocations: Ranges): void {
  const publish = (name: string, help: string, read: (range: Range) => number): void => {
    const isOfPorts = name.includes('nodeport');
    const labels = isOfPorts ? [] : ['cidr'];
    metrics.observed({ name, help, labels, releases: { since: '1.21' } }, 'gauge', () =>
      samplesOf(allocations, { isOfPorts, read }),
    );
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
