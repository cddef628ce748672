import { MetricsRegistry } from '../../observability/index.js';
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
  });
});
