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
    counts.note(addresses, { scope: 'static', isGiven: true, seconds: 0.1 });
    counts.note(addresses, { scope: 'dynamic', isGiven: true, seconds: 0.1 });
    counts.note(addresses, { scope: 'dynamic', isGiven: true, seconds: 0.1 });
    counts.note(addresses, { scope: 'static', isGiven: false, seconds: 0.1 });
    counts.note(ports, { scope: 'dynamic', isGiven: true, seconds: 0.1 });
    counts.note(ports, { scope: 'dynamic', isGiven: false, seconds: 0.1 });
    expect((await registry.expose()).match(/^kube.*/gm)).toEqual([
      'kube_apiserver_clusterip_allocator_allocation_errors_total{cidr="10.0.0.0/24",scope="static"} 1',
      'kube_apiserver_clusterip_allocator_allocation_total{cidr="10.0.0.0/24",scope="static"} 1',
      'kube_apiserver_clusterip_allocator_allocation_total{cidr="10.0.0.0/24",scope="dynamic"} 2',
      'kube_apiserver_nodeport_allocator_allocation_errors_total{scope="dynamic"} 1',
      'kube_apiserver_nodeport_allocator_allocation_total{scope="dynamic"} 1',
    ]);
  });

  it.each([
    ['1.32', undefined],
    ['1.33', 'kube_apiserver_clusterip_allocator_allocation_duration_seconds_sum{cidr="10.0.0.0/24"} 0.75'],
  ])('measures how long addresses take in %s, and not ports', async (release, line) => {
    const registry = new MetricsRegistry({ release, isWithoutProcess: true });
    const counts = new AllocationCounts(registry);
    counts.note({ name: 'serviceips', range: '10.0.0.0/24' }, { scope: 'static', isGiven: true, seconds: 0.5 });
    counts.note({ name: 'serviceips', range: '10.0.0.0/24' }, { scope: 'static', isGiven: false, seconds: 0.25 });
    counts.note({ name: 'servicenodeports', range: '30000-32767' }, { scope: 'static', isGiven: true, seconds: 8 });
    expect((await registry.expose()).split('\n').find((each) => each.includes('seconds_sum'))).toBe(line);
  });
});
