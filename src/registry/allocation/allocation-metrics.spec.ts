import { MetricsRegistry } from '../../observability/index.js';
import { AllocationCounts } from './allocation-counts.js';
import { measureAllocations } from './allocation-metrics.js';

describe('measureAllocations()', () => {
  it('publishes addresses by network, each once, and ports', async () => {
    const ranges = new Map([
      ['serviceips', { range: '10.0.0.0/24', size: 254, free: 250 }],
      ['more', { range: '10.0.0.0/24', size: 254, free: 250 }],
      ['servicenodeports', { range: '30000-32767', size: 2768, free: 2768 }],
    ]);
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    measureAllocations(registry, { ranges: () => ranges });
    expect((await registry.expose()).match(/^kube.*/gm)).toEqual([
      'kube_apiserver_clusterip_allocator_allocated_ips{cidr="10.0.0.0/24"} 4',
      'kube_apiserver_clusterip_allocator_available_ips{cidr="10.0.0.0/24"} 250',
      'kube_apiserver_nodeport_allocator_allocated_ports 0',
      'kube_apiserver_nodeport_allocator_available_ports 2768',
    ]);
    const labels = registry.definitions().map(({ definition }) => definition.labels);
    expect(labels).toEqual([['cidr'], ['cidr'], [], []]);
  });
});

describe('AllocationCounts', () => {
  it('counts numbers of addresses by network, and of ports, by how they were asked for', async () => {
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    const counts = new AllocationCounts(registry);
    const addresses = { name: 'serviceips', range: '10.0.0.0/24' };
    const ports = { name: 'servicenodeports', range: '30000-32767' };
    counts.note(addresses, 'static', true);
    counts.note(addresses, 'dynamic', true);
    counts.note(addresses, 'dynamic', true);
    counts.note(addresses, 'static', false);
    counts.note(ports, 'dynamic', true);
    counts.note(ports, 'dynamic', false);
    expect((await registry.expose()).match(/^kube.*/gm)).toEqual([
      'kube_apiserver_clusterip_allocator_allocation_errors_total{cidr="10.0.0.0/24",scope="static"} 1',
      'kube_apiserver_clusterip_allocator_allocation_total{cidr="10.0.0.0/24",scope="static"} 1',
      'kube_apiserver_clusterip_allocator_allocation_total{cidr="10.0.0.0/24",scope="dynamic"} 2',
      'kube_apiserver_nodeport_allocator_allocation_errors_total{scope="dynamic"} 1',
      'kube_apiserver_nodeport_allocator_allocation_total{scope="dynamic"} 1',
    ]);
  });
});
