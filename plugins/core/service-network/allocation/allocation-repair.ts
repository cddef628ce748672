import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Clock,
  type Logger,
  type MetricsRegistry,
  type ResourceStore,
  type Stores,
  systemContext,
} from '../../../../src/plugin-api/index.js';
import type { Service } from '../../service/service.v1.js';
import type { AddressObjects } from './address-objects.js';
import type { HeldByServices, ServiceAllocator } from './service-allocator.js';

/** Interval of the comparison of allocations with existing services, in milliseconds (upstream: repair interval). */
const PERIOD = 180_000;
/** Services looked into before others get a turn of the event loop. */
const CHUNK = 200;

type CounterFamily = ReturnType<MetricsRegistry['counter']>;

/** Both are repaired together, so that both fail. From 1.33 on addresses are objects, whose repair counts nothing as a whole. */
const FAILURES: readonly Parameters<MetricsRegistry['counter']>[0][] = [
  {
    name: 'apiserver_clusterip_repair_reconcile_errors_total',
    help: 'Comparisons of cluster addresses with services that failed.',
    releases: { since: '1.29', until: '1.32' },
  },
  {
    name: 'apiserver_nodeport_repair_reconcile_errors_total',
    help: 'Comparisons of node ports with services that failed.',
    releases: { since: '1.29' },
  },
];

/** The dependencies of repairs. */
export interface AllocationRepairParts {
  readonly stores: Stores;
  readonly allocator: ServiceAllocator;
  /** The objects of addresses, where there are any. */
  readonly addresses?: AddressObjects;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
}

/**
 * Compares stored allocations with the existing services: before the first allocation, and periodically (upstream:
 * ipallocator and portallocator repair). A crash between an allocation and the write of its service leaks nothing
 * permanently.
 */
export class AllocationRepair {
  private first: Promise<void> | undefined;
  private timer: ReturnType<Clock['repeat']> | undefined;

  private readonly failures: readonly CounterFamily[];

  constructor(private readonly parts: AllocationRepairParts) {
    this.failures = FAILURES.map((definition) => parts.metrics.counter(definition));
  }

  /** Resolves after the first repair; rejects with the store's error, and starts again at the next call. */
  done(): Promise<void> {
    this.first ??= this.repair().catch((error: unknown) => {
      this.first = undefined;
      throw error;
    });
    return this.first;
  }

  /** Requires a repair before the next allocation, because a range has been added. */
  renew(): void {
    this.first = undefined;
  }

  /** Starts to do it again and again. */
  start(): void {
    this.timer = this.parts.clock.repeat(PERIOD, () => void this.repairOrLog());
  }

  /** Ends that. */
  stop(): void {
    this.timer?.cancel();
  }

  /** Repairs the allocations now. Failures are counted. */
  async repair(): Promise<void> {
    try {
      await this.compare();
    } catch (error) {
      for (const family of this.failures) family.labels().increment();
      throw error;
    }
  }

  private async compare(): Promise<void> {
    const { allocator, addresses, clock } = this.parts;
    let found: Found | undefined;
    await allocator.repair(async () => {
      const { services, isWhole } = (found = await this.list());
      return { services: services.map(({ spec = {} }) => spec), isWhole };
    });
    // An object may belong to a service that cannot be read.
    if (found?.isWhole) await addresses?.repair(found.services, clock.now());
  }

  private async repairOrLog(): Promise<void> {
    try {
      await this.repair();
    } catch (error) {
      this.parts.logger.warn('service allocations cannot be checked', { error });
    }
  }

  private async list(): Promise<Found> {
    const store = this.parts.stores.of<Service>('', 'services');
    const { names, isWhole } = await namesOf(store);
    const services: Service[] = [];
    for (const [i, { namespace, name }] of names.entries()) {
      const service = await store.find(systemContext(namespace), name);
      if (service) services.push(service);
      if (i % CHUNK === CHUNK - 1) await nextTurn();
    }
    return { services, isWhole };
  }
}

interface Found extends Pick<HeldByServices, 'isWhole'> {
  readonly services: readonly Service[];
}

/** The names of all services that can be read, and whether those are all. */
async function namesOf(
  store: ResourceStore<Service>,
): Promise<{ names: { namespace: string; name: string }[]; isWhole: boolean }> {
  const names: { namespace: string; name: string }[] = [];
  let isWhole = true;
  await store.list(systemContext(), ({ fields, unreadable }) => {
    if (unreadable === undefined)
      names.push({ namespace: fields['metadata.namespace'], name: fields['metadata.name'] });
    else isWhole = false;
    return false;
  });
  return { names, isWhole };
}
