import { openRangesForTest } from '../../../../test/support/allocation-ranges.js';
import { eventually } from '../../../../test/support/storage-recorder.js';
import { MetricsRegistry, createLogger } from '../../../../src/observability/index.js';
import { FakeClock } from '../../../../src/testing/fake-clock.js';
import type { Stores } from '../../../../src/plugin-api/index.js';
import type { RangeAllocations } from '../../../../src/plugin-api/built-in.js';
import type { Service, ServiceSpec } from '../../service/service.v1.js';
import { AddressRange } from './address-range.js';
import { AllocationRepair } from './allocation-repair.js';
import { PortRange } from './port-range.js';
import { ServiceAllocator } from './service-allocator.js';

const MINUTES = 60_000;

let allocations: RangeAllocations;
let close: () => Promise<void>;
let services: Map<string, ServiceSpec | 'unreadable'>;
let reads: number;
let isBroken: boolean;
let repair: AllocationRepair;
let metrics: MetricsRegistry;
let range: AddressRange;
const clock = new FakeClock();

/** The services as the repair asks for them. */
const stores = {
  of: () => ({
    list: async (_context: unknown, filter: (entry: object) => boolean) => {
      if (isBroken) throw new Error('no store');
      reads++;
      const entries = [...services].map(([name, spec]) => ({
        fields: { 'metadata.namespace': 'n', 'metadata.name': name },
        ...(spec === 'unreadable' && { unreadable: 'it is not JSON' }),
      }));
      return entries.filter(filter);
    },
    find: async (_context: unknown, name: string): Promise<Service> => ({
      metadata: { name, namespace: 'n' },
      spec: services.get(name) as ServiceSpec,
    }),
  }),
} as unknown as Stores;

beforeEach(async () => {
  ({ allocations, close } = await openRangesForTest());
  services = new Map();
  reads = 0;
  isBroken = false;
  metrics = new MetricsRegistry({ release: '1.32', isWithoutProcess: true });
  range = new AddressRange('10.0.0.0/24', 'serviceips', allocations);
  const allocator = new ServiceAllocator([range], new PortRange(30_000, 30_031, allocations));
  repair = new AllocationRepair({ stores, allocator, clock, metrics, logger: createLogger({ isEnabled: false }) });
});
afterEach(async () => {
  repair.stop();
  await close();
});

const isTaken = (ip: string): boolean => range.numbers.has(range.numberOf(ip)!);

/** Takes an address for a service that is never written. */
async function leak(ip: string): Promise<void> {
  const number = range.numberOf(ip)!;
  range.numbers.reserve(number);
  await range.numbers.store([number]);
}

/** Advances the time until the next repair has checked the services. */
async function passPeriod(): Promise<void> {
  const before = reads;
  clock.advance(3 * MINUTES);
  await eventually(() => reads > before, 'the next repair');
}

describe('AllocationRepair.done()', () => {
  it('takes what the services hold, once', async () => {
    for (let i = 0; i < 450; i++) services.set(`s-${i}`, { type: 'ClusterIP', clusterIPs: ['10.0.0.7'] });
    await Promise.all([repair.done(), repair.done()]);
    await repair.done();
    expect([isTaken('10.0.0.7'), isTaken('10.0.0.8'), reads]).toEqual([true, false, 1]);
  });

  it('starts again after a failure', async () => {
    isBroken = true;
    await expect(repair.done()).rejects.toThrow('no store');
    isBroken = false;
    await repair.done();
    expect(reads).toBe(1);
  });

  it('counts failed repairs', async () => {
    await repair.done();
    isBroken = true;
    await expect(repair.repair()).rejects.toThrow('no store');
    expect((await metrics.expose()).match(/^apiserver.*/gm)).toEqual([
      'apiserver_clusterip_repair_reconcile_errors_total 1',
      'apiserver_nodeport_repair_reconcile_errors_total 1',
    ]);
  });
});

describe('AllocationRepair.start()', () => {
  it('frees what a crash has left taken when it was seen three times', async () => {
    await repair.done();
    await leak('10.0.0.9');
    repair.start();
    await passPeriod();
    await passPeriod();
    expect(isTaken('10.0.0.9')).toBe(true);
    await passPeriod();
    await eventually(() => !isTaken('10.0.0.9'), 'the address to be free');
  });

  it('frees nothing while a service cannot be read', async () => {
    await repair.done();
    await leak('10.0.0.9');
    services.set('broken', 'unreadable');
    repair.start();
    for (let i = 0; i < 5; i++) await passPeriod();
    expect(isTaken('10.0.0.9')).toBe(true);
  });
});
