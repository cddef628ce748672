import { Inject, Injectable } from '@nestjs/common';
import {
  type Condition,
  QueueController,
  QueueControllerParts,
  type ResourceStore,
  formatTime,
  controllerContext,
  updateExisting,
} from '../../../src/plugin-api/index.js';
import { ApiServerOptions, type Cidr, cidrContains, parseCidr, parseIp } from '../../../src/plugin-api/built-in.js';
import type { IPAddress } from '../ip-address/ip-address.v1beta1.js';
import type { ServiceCIDR } from './service-cidr.v1beta1.js';

/** Holds ranges that addresses are taken from. */
const FINALIZER = 'networking.k8s.io/service-cidr-finalizer';
/** How long allocators of addresses may take to see that a range is deleted, in milliseconds. */
const GRACE = 10_000;

const READY = { status: 'True', reason: '', message: 'Kubernetes Service CIDR is ready' };
const TERMINATING = {
  status: 'False',
  reason: 'Terminating',
  message: 'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR',
};

/**
 * Marks ranges of services as ready, and keeps those from deletion that addresses are taken from, while no other range has
 * them (upstream: servicecidrs controller; gate `MultiCIDRServiceAllocator`).
 */
@Injectable()
export class ServiceCidrController extends QueueController {
  readonly name = 'service-cidr-controller';

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
  ) {
    super(parts);
  }

  protected watch(): void {
    if (!this.options.features.enabled('MultiCIDRServiceAllocator')) return;
    const names = new Set<string>();
    this.follow(this.cidrs, ({ metadata: { name = '' } }) => {
      names.add(name);
      return [...names];
    });
    this.followDeletions(this.cidrs, ({ metadata: { name = '' } }) => {
      names.delete(name);
      return [...names];
    });
    // An address that goes may let a range go.
    this.followDeletions(this.addresses, () => [...names]);
  }

  protected async reconcile(name: string): Promise<void> {
    const cidr = await this.cidrs.find(controllerContext(), name);
    if (!cidr) return;
    if (cidr.metadata.deletionTimestamp === undefined) {
      await this.hold(name);
      return this.tell(name, READY);
    }
    if (await this.isNeeded(cidr)) return this.tell(name, TERMINATING);
    const since = this.parts.clock.now() - Date.parse(cidr.metadata.deletionTimestamp);
    if (since < GRACE) return this.queue.addAfter(name, GRACE - since);
    await this.release(name);
  }

  private get cidrs(): ResourceStore<ServiceCIDR> {
    return this.parts.stores.of<ServiceCIDR>('networking.k8s.io', 'servicecidrs');
  }

  private get addresses(): ResourceStore<IPAddress> {
    return this.parts.stores.of<IPAddress>('networking.k8s.io', 'ipaddresses');
  }

  /** Reports whether an address is taken that no other range has. */
  private async isNeeded(cidr: ServiceCIDR): Promise<boolean> {
    const own = rangesOf(cidr);
    const all = await this.cidrs.list(controllerContext());
    const others = all
      .filter(({ metadata }) => metadata.name !== cidr.metadata.name && metadata.deletionTimestamp === undefined)
      .flatMap(rangesOf);
    const taken = await this.addresses.list(controllerContext());
    return taken.some(({ metadata }) => isIn(own, metadata.name) && !isIn(others, metadata.name));
  }

  private async hold(name: string): Promise<void> {
    await updateExisting(this.cidrs, { context: controllerContext(), name }, (current) => {
      const finalizers = current.metadata.finalizers ?? [];
      if (finalizers.includes(FINALIZER)) return undefined;
      return { ...current, metadata: { ...current.metadata, finalizers: [...finalizers, FINALIZER] } };
    });
  }

  private async release(name: string): Promise<void> {
    await updateExisting(this.cidrs, { context: controllerContext(), name }, (current) => {
      const finalizers = current.metadata.finalizers?.filter((each) => each !== FINALIZER);
      return { ...current, metadata: { ...current.metadata, finalizers } };
    });
  }

  private async tell(name: string, state: Pick<Condition, 'status' | 'reason' | 'message'>): Promise<void> {
    const context = controllerContext('', { subresource: 'status' });
    await updateExisting(this.cidrs, { context, name }, (current) => {
      const conditions = current.status?.conditions ?? [];
      const before = conditions.find(({ type }) => type === 'Ready');
      if (before?.status === state.status) return undefined;
      const lastTransitionTime = formatTime(new Date(this.parts.clock.now()));
      const next = { type: 'Ready', ...state, lastTransitionTime };
      return { ...current, status: { conditions: [...conditions.filter(({ type }) => type !== 'Ready'), next] } };
    });
  }
}

function rangesOf({ spec }: ServiceCIDR): Cidr[] {
  return (spec?.cidrs ?? []).flatMap((text) => parseCidr(text) ?? []);
}

function isIn(ranges: readonly Cidr[], name = ''): boolean {
  const address = parseIp(name);
  return address !== undefined && ranges.some((range) => cidrContains(range, address));
}
