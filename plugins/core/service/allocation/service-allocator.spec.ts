import { StatusError } from '../../../../src/plugin-api/index.js';
import type { Service, ServiceSpec } from '../service.v1.js';
import { AddressRange } from './address-range.js';
import { PortRange } from './port-range.js';
import { ServiceAllocator } from './service-allocator.js';

function allocatorOf(...ranges: string[]): ServiceAllocator {
  return new ServiceAllocator(
    ranges.map((range) => new AddressRange(range)),
    new PortRange(30_000, 30_031),
  );
}

function service(spec: Partial<ServiceSpec> = {}): Service {
  const clusterIPs = spec.clusterIP ? [spec.clusterIP] : undefined;
  return {
    metadata: { name: 's', namespace: 'n' },
    spec: { type: 'ClusterIP', ports: [{ port: 80, protocol: 'TCP' }], clusterIPs, ...spec },
  };
}

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof StatusError) return error.status.details?.causes?.[0]?.message ?? error.message;
    throw error;
  }
  return '';
}

describe('ServiceAllocator.allocate()', () => {
  it('never gives an address twice, and frees it when the service is released', () => {
    const allocator = allocatorOf('10.0.0.0/29');
    const services = Array.from({ length: 6 }, () => service());
    for (const s of services) void allocator.allocate(s, undefined, false).commit();
    expect(new Set(services.map((s) => s.spec?.clusterIP)).size).toBe(6);
    expect(messageOf(() => allocator.allocate(service(), undefined, false))).toContain('range is full');
    allocator.release(services[3]);
    const next = service();
    void allocator.allocate(next, undefined, false).commit();
    expect(next.spec?.clusterIP).toBe(services[3].spec?.clusterIP);
  });

  it('gives everything back on revert, also when a later step fails', () => {
    const allocator = allocatorOf('10.0.0.0/24');
    const held = service({ type: 'NodePort', ports: [{ port: 1, protocol: 'TCP', nodePort: 30_001 }] });
    void allocator.allocate(held, undefined, false).commit();
    const failing = service({ ...held.spec, clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'], ipFamilies: undefined });
    expect(messageOf(() => allocator.allocate(failing, undefined, false))).toContain('port is already allocated');
    expect(messageOf(() => allocator.allocate(service({ clusterIP: '10.0.0.9' }), undefined, false))).toBe('');
  });

  it('knows what stored services hold', () => {
    const allocator = allocatorOf('10.0.0.0/24');
    allocator.restore(service({ clusterIP: '10.0.0.7' }));
    expect(messageOf(() => allocator.allocate(service({ clusterIP: '10.0.0.7' }), undefined, false))).toBe(
      'Invalid value: []string{"10.0.0.7"}: failed to allocate IP 10.0.0.7: provided IP is already allocated',
    );
  });

  it('keeps nothing on dry runs', () => {
    const allocator = allocatorOf('10.0.0.0/24');
    void allocator.allocate(service({ clusterIP: '10.0.0.5' }), undefined, true).commit();
    expect(messageOf(() => allocator.allocate(service({ clusterIP: '10.0.0.5' }), undefined, false))).toBe('');
  });

  it.each([
    ['10.0.1.5', 'is not in the valid range. The range of valid IPs is 10.0.0.0/24'],
    ['10.0.0.0', 'is not in the valid range'],
    ['10.0.0.255', 'is not in the valid range'],
    ['fd00::5', 'IPv6 is not configured on this cluster'],
  ])('refuses %s', (clusterIP, text) => {
    const run = (): unknown => allocatorOf('10.0.0.0/24').allocate(service({ clusterIP }), undefined, false);
    expect(messageOf(run)).toContain(text);
  });

  it('gives a second address when a service becomes dual-stack and frees it when it stops', () => {
    const allocator = allocatorOf('10.0.0.0/24', 'fd00::/112');
    const single = service();
    void allocator.allocate(single, undefined, false).commit();
    const dual = structuredClone(single);
    dual.spec!.ipFamilyPolicy = 'RequireDualStack';
    void allocator.allocate(dual, single, false).commit();
    expect(dual.spec?.ipFamilies).toEqual(['IPv4', 'IPv6']);
    const second = dual.spec!.clusterIPs![1];
    const back = structuredClone(dual);
    back.spec!.ipFamilyPolicy = 'SingleStack';
    void allocator.allocate(back, dual, false).commit();
    expect(back.spec?.clusterIPs).toEqual([single.spec?.clusterIP]);
    const asked = service({ clusterIP: second });
    expect(messageOf(() => allocator.allocate(asked, undefined, false))).toBe('');
  });

  it('shares a node port between protocols and releases it with the type', () => {
    const allocator = allocatorOf('10.0.0.0/24');
    const ports = [
      { name: 't', port: 53, protocol: 'TCP' },
      { name: 'u', port: 53, protocol: 'UDP' },
    ];
    const node = service({ type: 'NodePort', ports });
    void allocator.allocate(node, undefined, false).commit();
    const [tcp, udp] = node.spec!.ports!;
    expect(tcp.nodePort).toBe(udp.nodePort);
    const plain = service({ ...structuredClone(node.spec), type: 'ClusterIP' });
    void allocator.allocate(plain, node, false).commit();
    const asked = service({ type: 'NodePort', ports: [{ port: 1, protocol: 'TCP', nodePort: tcp.nodePort }] });
    expect(messageOf(() => allocator.allocate(asked, undefined, false))).toBe('');
  });
});
