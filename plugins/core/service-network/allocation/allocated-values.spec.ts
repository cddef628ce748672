import type { ServiceSpec } from '../../service/service.v1.js';
import { dropUnusedFields, keepAllocatedValues, syncClusterIps } from './allocated-values.js';

/** A spec after a change that left allocated values out, in the order in which the allocator calls the functions. */
function changed(next: ServiceSpec, old: ServiceSpec): ServiceSpec {
  const spec = structuredClone(next);
  keepAllocatedValues(spec, old);
  syncClusterIps(spec, old);
  dropUnusedFields(spec, old);
  return spec;
}

const BALANCED: ServiceSpec = {
  type: 'LoadBalancer',
  clusterIP: '10.0.0.7',
  clusterIPs: ['10.0.0.7'],
  ports: [{ name: 'a', port: 80, nodePort: 30_080 }] as ServiceSpec['ports'],
};
const withoutNodePort = [{ name: 'a', port: 80 }] as ServiceSpec['ports'];

describe('the allocated values of a service', () => {
  it('stay where a client leaves them out', () => {
    expect(changed({ type: 'LoadBalancer', ports: withoutNodePort }, BALANCED)).toEqual(BALANCED);
  });

  it('are not kept for a load balancer that does without node ports', () => {
    const next: ServiceSpec = { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports: withoutNodePort };
    expect(changed(next, BALANCED).ports).toEqual(withoutNodePort);
  });

  it('stay where a load balancer that has them does without further ones', () => {
    const next = { ...BALANCED, allocateLoadBalancerNodePorts: false };
    expect(changed(next, BALANCED).ports).toEqual(BALANCED.ports);
  });

  it('go with the type that needs them', () => {
    expect(changed({ ...BALANCED, type: 'ClusterIP' }, BALANCED).ports).toEqual(withoutNodePort);
    const { clusterIP, clusterIPs } = changed({ ...BALANCED, type: 'ExternalName' }, BALANCED);
    expect([clusterIP, clusterIPs]).toEqual([undefined, undefined]);
  });

  it('of an external name have no list of addresses, whatever address is sent', () => {
    const next: ServiceSpec = { type: 'ExternalName', externalName: 'a.b', clusterIP: '10.0.0.9', ports: [] };
    expect(changed(next, BALANCED).clusterIPs).toBeUndefined();
  });
});
