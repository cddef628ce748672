import { openRangesForTest } from '../../../../test/support/allocation-ranges.js';
import { MetricsRegistry, StatusError } from '../../../../src/plugin-api/index.js';
import { type RangeAllocations } from '../../../../src/plugin-api/built-in.js';
import type { Service, ServiceSpec } from '../../service/service.v1.js';
import { AddressRange } from './address-range.js';
import { PortRange } from './port-range.js';
import { ServiceAllocator } from './service-allocator.js';

let allocations: RangeAllocations;
let close: () => Promise<void>;

let metrics: MetricsRegistry;

beforeEach(async () => {
  metrics = new MetricsRegistry({ isWithoutProcess: true });
  ({ allocations, close } = await openRangesForTest(metrics));
});
afterEach(() => close());

async function allocatorOf(...ranges: string[]): Promise<ServiceAllocator> {
  const allocator = new ServiceAllocator(
    ranges.map((range, i) => new AddressRange(range, `ips-${i}`, allocations)),
    new PortRange(30_000, 30_031, allocations),
  );
  await allocator.repair(async () => ({ services: [], isWhole: true }));
  return allocator;
}

function service(spec: Partial<ServiceSpec> = {}): Service {
  const clusterIPs = spec.clusterIP ? [spec.clusterIP] : undefined;
  return {
    metadata: { name: 's', namespace: 'n' },
    spec: { type: 'ClusterIP', ports: [{ port: 80, protocol: 'TCP' }], clusterIPs, ...spec },
  };
}

/** Allocates for good; answers why that is not possible. */
async function take(allocator: ServiceAllocator, taker: Service, old?: Service): Promise<string> {
  try {
    await (await allocator.allocate(taker, old, { dryRun: false })).commit();
    return '';
  } catch (error) {
    if (error instanceof StatusError) return error.status.details?.causes?.[0]?.message ?? error.message;
    throw error;
  }
}

describe('ServiceAllocator.allocate()', () => {
  it('never gives an address twice, and frees it when the service is released', async () => {
    const allocator = await allocatorOf('10.0.0.0/29');
    const services = Array.from({ length: 6 }, () => service());
    await Promise.all(services.map((s) => take(allocator, s)));
    expect(new Set(services.map((s) => s.spec?.clusterIP)).size).toBe(6);
    expect(await take(allocator, service())).toContain('range is full');
    await allocator.release(services[3]);
    const next = service();
    await take(allocator, next);
    expect(next.spec?.clusterIP).toBe(services[3].spec?.clusterIP);
  });

  it('gives everything back on revert, also when a later step fails', async () => {
    const allocator = await allocatorOf('10.0.0.0/24');
    const held = service({ type: 'NodePort', ports: [{ port: 1, protocol: 'TCP', nodePort: 30_001 }] });
    await take(allocator, held);
    const failing = service({ ...held.spec, clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'], ipFamilies: undefined });
    expect(await take(allocator, failing)).toContain('port is already allocated');
    const reverted = service({ clusterIP: '10.0.0.9' });
    await (await allocator.allocate(reverted, undefined, { dryRun: false })).revert();
    expect(await take(allocator, service({ clusterIP: '10.0.0.9' }))).toBe('');
  });

  it('counts what it gives out, and what it cannot; nothing on dry runs', async () => {
    const allocator = await allocatorOf('10.0.0.0/24');
    const asked = (): Service => service({ type: 'NodePort', clusterIP: '10.0.0.7' });
    await allocator.allocate(asked(), undefined, { dryRun: true });
    await take(allocator, asked());
    await take(allocator, service());
    await take(allocator, service({ clusterIP: '10.0.0.7' }));
    const lines = (await metrics.expose()).match(/^kube_apiserver_.*allocation_.*/gm);
    expect(lines).toEqual([
      'kube_apiserver_clusterip_allocator_allocation_errors_total{cidr="10.0.0.0/24",scope="static"} 1',
      'kube_apiserver_clusterip_allocator_allocation_total{cidr="10.0.0.0/24",scope="static"} 1',
      'kube_apiserver_clusterip_allocator_allocation_total{cidr="10.0.0.0/24",scope="dynamic"} 1',
      'kube_apiserver_nodeport_allocator_allocation_total{scope="dynamic"} 1',
    ]);
  });

  it('says of an address that is taken that it is', async () => {
    const allocator = await allocatorOf('10.0.0.0/24');
    await take(allocator, service({ clusterIP: '10.0.0.7' }));
    expect(await take(allocator, service({ clusterIP: '10.0.0.7' }))).toBe(
      'Invalid value: []string{"10.0.0.7"}: failed to allocate IP 10.0.0.7: provided IP is already allocated',
    );
  });

  it('keeps nothing on dry runs', async () => {
    const allocator = await allocatorOf('10.0.0.0/24');
    await (await allocator.allocate(service({ clusterIP: '10.0.0.5' }), undefined, { dryRun: true })).commit();
    expect(await take(allocator, service({ clusterIP: '10.0.0.5' }))).toBe('');
  });

  it.each([
    ['from the first port no range has', [0, 0], [32_769, 32_770]],
    ['after the highest port given or asked for so far', [30_005, 0, 30_001, 0], [30_005, 30_006, 30_001, 30_007]],
    ['the same for ports outside the range', [40_000, 0], [40_000, 40_001]],
  ])('numbers node ports on dry runs %s', async (_, asked, expected) => {
    const ports = asked.map((nodePort, i) => ({ name: `p${i}`, port: i + 1, protocol: 'TCP', nodePort }));
    const pretended = service({ type: 'NodePort', ports });
    await (await allocatorOf('10.0.0.0/24')).allocate(pretended, undefined, { dryRun: true });
    expect(pretended.spec?.ports?.map(({ nodePort }) => nodePort)).toEqual(expected);
  });

  it.each([
    ['held by another service', [30_001], 0],
    ['asked for twice', [30_002, 30_002], 1],
  ])('refuses a node port %s on dry runs', async (_, asked, index) => {
    const allocator = await allocatorOf('10.0.0.0/24');
    await take(allocator, service({ type: 'NodePort', ports: [{ port: 1, protocol: 'TCP', nodePort: 30_001 }] }));
    const ports = asked.map((nodePort, i) => ({ name: `p${i}`, port: i + 1, protocol: 'TCP', nodePort }));
    const pretended = allocator.allocate(service({ type: 'NodePort', ports }), undefined, { dryRun: true });
    await expect(pretended).rejects.toMatchObject({
      status: {
        details: {
          causes: [
            {
              field: `spec.ports[${index}].nodePort`,
              message: expect.stringMatching('provided port is already allocated'),
            },
          ],
        },
      },
    });
  });

  it.each([
    ['10.0.1.5', 'is not in the valid range. The range of valid IPs is 10.0.0.0/24'],
    ['10.0.0.0', 'is not in the valid range'],
    ['10.0.0.255', 'is not in the valid range'],
    ['fd00::5', 'IPv6 is not configured on this cluster'],
  ])('refuses %s', async (clusterIP, text) => {
    expect(await take(await allocatorOf('10.0.0.0/24'), service({ clusterIP }))).toContain(text);
  });

  it('gives a second address when a service becomes dual-stack and frees it when it stops', async () => {
    const allocator = await allocatorOf('10.0.0.0/24', 'fd00::/112');
    const single = service();
    await take(allocator, single);
    const dual = structuredClone(single);
    dual.spec!.ipFamilyPolicy = 'RequireDualStack';
    await take(allocator, dual, single);
    expect(dual.spec?.ipFamilies).toEqual(['IPv4', 'IPv6']);
    const second = dual.spec!.clusterIPs![1];
    const back = structuredClone(dual);
    back.spec!.ipFamilyPolicy = 'SingleStack';
    await take(allocator, back, dual);
    expect(back.spec?.clusterIPs).toEqual([single.spec?.clusterIP]);
    expect(await take(allocator, service({ clusterIP: second }))).toBe('');
  });

  it('refuses a node port that an update names twice for one protocol', async () => {
    const allocator = await allocatorOf('10.0.0.0/24');
    const port = { name: 'a', port: 1, protocol: 'TCP', nodePort: 30_001 };
    const held = service({ type: 'NodePort', ports: [port] });
    await take(allocator, held);
    const repeated = service({ ...structuredClone(held.spec), ports: [port, { ...port, name: 'b' }] });
    await expect(allocator.allocate(repeated, held, { dryRun: true })).rejects.toMatchObject({
      status: { code: 400, message: 'duplicate nodePort: {TCP 30001}' },
    });
  });

  it('shares a node port between protocols and releases it with the type', async () => {
    const allocator = await allocatorOf('10.0.0.0/24');
    const ports = [
      { name: 't', port: 53, protocol: 'TCP' },
      { name: 'u', port: 53, protocol: 'UDP' },
    ];
    const node = service({ type: 'NodePort', ports });
    await take(allocator, node);
    const [tcp, udp] = node.spec!.ports!;
    expect(tcp.nodePort).toBe(udp.nodePort);
    const plain = service({ ...structuredClone(node.spec), type: 'ClusterIP' });
    await take(allocator, plain, node);
    const asked = service({ type: 'NodePort', ports: [{ port: 1, protocol: 'TCP', nodePort: tcp.nodePort }] });
    expect(await take(allocator, asked)).toBe('');
  });
});

describe('ServiceAllocator.repair()', () => {
  it('takes what stored services hold, and frees what nobody holds after the third look', async () => {
    const allocator = await allocatorOf('10.0.0.0/24');
    await take(allocator, service({ clusterIP: '10.0.0.7' }));
    const held = service({ type: 'NodePort', clusterIPs: ['10.0.0.9'], ports: [{ port: 1, nodePort: 30_003 }] }).spec!;
    const repair = (isWhole = true): Promise<void> => allocator.repair(async () => ({ services: [held], isWhole }));
    await repair();
    await repair();
    expect(await take(allocator, service({ clusterIP: '10.0.0.7' }))).toContain('already allocated');
    expect(await take(allocator, service({ clusterIP: '10.0.0.9' }))).toContain('already allocated');
    const ports = [{ port: 1, protocol: 'TCP', nodePort: 30_003 }];
    expect(await take(allocator, service({ type: 'NodePort', ports }))).toContain('already allocated');
    await repair(false);
    expect(await take(allocator, service({ clusterIP: '10.0.0.7' }))).toContain('already allocated');
    await repair();
    await repair();
    await repair();
    expect(await take(allocator, service({ clusterIP: '10.0.0.7' }))).toBe('');
  });
});
