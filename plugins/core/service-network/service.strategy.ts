import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  Clock,
  type FieldError,
  Logger,
  MetricsRegistry,
  type ObjectMeta,
  Stores,
  type Strategy,
  type StrategyContext,
  isNotFound,
  systemContext,
} from '../../../src/plugin-api/index.js';
import {
  ApiServerOptions,
  RangeAllocations,
  checkAs,
  hasRule,
  type SideEffect,
} from '../../../src/plugin-api/built-in.js';
import { AddressObjects } from './allocation/address-objects.js';
import { AddressRange } from './allocation/address-range.js';
import { AllocationRepair } from './allocation/allocation-repair.js';
import { dropUnusedFields, keepAllocatedValues, syncClusterIps } from './allocation/allocated-values.js';
import { defaultIpFamilies, dropFamilies } from './allocation/ip-families.js';
import { PortRange } from './allocation/port-range.js';
import { ServiceAllocator } from './allocation/service-allocator.js';
import { ServiceCidrRanges } from './allocation/service-cidr-ranges.js';
import { specOf } from '../service/service-traits.js';
import { validateServiceStatusUpdate, validateServiceUpdate } from '../service/service-update.validation.js';
import { warningsForService } from '../service/service-warnings.js';
import { validateService } from '../service/service.validation.js';
import type { Service, ServiceSpec } from '../service/service.v1.js';
import { dropDisabledMembers, type GatedMembers } from '../values/disabled-members.js';

/** Names of the allocations of the first and the second family (upstream: storage_core.go). */
const RANGE_NAMES = ['serviceips', 'secondaryserviceips'];

/** The gate of releases before 1.25; on without a gate after them. */
const DUAL_STACK = 'IPv6DualStack';

const GATED: GatedMembers<ServiceSpec> = [
  ['ServiceLBNodePortControl', 'allocateLoadBalancerNodePorts'],
  ['ServiceLoadBalancerClass', 'loadBalancerClass'],
  ['ServiceTrafficDistribution', 'trafficDistribution'],
];

/** The strategy of services: addresses and node ports are allocated before a write and released when it fails. */
@Injectable()
export class ServiceStrategy implements Strategy<Service>, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly allocator: ServiceAllocator;
  private readonly allocations: AllocationRepair;
  /** Undefined where addresses have no objects. */
  private readonly addresses: AddressObjects | undefined;
  private readonly cidrs: ServiceCidrRanges | undefined;
  /** False where services have one address, whose family nothing shows. */
  private readonly hasFamilies: boolean;
  private readonly showsNumbersInDryRuns: boolean;
  private stopFollowing = (): void => {};

  // eslint-disable-next-line max-params -- the container hands over each part by its own token
  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ApiServerOptions) { api, network, features }: ApiServerOptions,
    @Inject(RangeAllocations) allocations: RangeAllocations,
    @Inject(Clock) clock: Clock,
    @Inject(Logger) private readonly logger: Logger,
    @Inject(MetricsRegistry) metrics: MetricsRegistry,
  ) {
    const { from, to } = network.serviceNodePortRange;
    const ranges = network.serviceClusterIpRanges.map(
      (range, i) => new AddressRange(range, RANGE_NAMES[i], allocations),
    );
    this.showsNumbersInDryRuns = checkAs(api.emulatedRelease, () => hasRule({ since: '1.23' }));
    this.hasFamilies = features.enabled(DUAL_STACK);
    this.allocator = new ServiceAllocator(ranges, new PortRange(from, to, allocations), api.emulatedRelease);
    if (features.enabled('MultiCIDRServiceAllocator')) {
      this.addresses = new AddressObjects(stores);
      this.cidrs = new ServiceCidrRanges(ranges, allocations, () => this.allocations.renew());
    }
    const { allocator, addresses } = this;
    this.allocations = new AllocationRepair({ stores, allocator, addresses, clock, logger, metrics });
  }

  /** Resolves when what is written as taken has been compared with the stored services; rejects as the store does. */
  whenRepaired(): Promise<void> {
    return this.allocations.done();
  }

  onApplicationBootstrap(): void {
    this.allocations.start();
    if (this.cidrs) this.stopFollowing = this.cidrs.follow(this.stores);
  }

  beforeApplicationShutdown(): void {
    this.allocations.stop();
    this.stopFollowing();
  }

  prepareForCreate(service: Service, { isEnabled }: StrategyContext): void {
    service.status = { loadBalancer: {} };
    const spec = specOf(service);
    dropDisabledMembers({ now: spec, old: undefined }, GATED, isEnabled);
    syncClusterIps(spec, undefined);
    this.completeFamilies(spec, undefined);
  }

  prepareForUpdate(service: Service, old: Service, { subresource, isEnabled }: StrategyContext): void {
    if (subresource === 'status') return;
    const spec = specOf(service);
    const oldSpec = old.spec ?? {};
    dropDisabledMembers({ now: spec, old: oldSpec }, GATED, isEnabled);
    keepAllocatedValues(spec, oldSpec);
    syncClusterIps(spec, oldSpec);
    this.completeFamilies(spec, oldSpec);
    dropUnusedFields(spec, oldSpec);
    if (spec.type !== 'LoadBalancer') service.status = { ...service.status, loadBalancer: {} };
  }

  validate(service: Service): FieldError[] {
    return validateService(service);
  }

  validateUpdate(service: Service, old: Service): FieldError[] {
    return validateServiceUpdate(service, old);
  }

  validateStatusUpdate(service: Service): FieldError[] {
    return validateServiceStatusUpdate(service);
  }

  warningsOnCreate(service: Service): string[] {
    return warningsForService(service);
  }

  warningsOnUpdate(service: Service, _old: Service, { subresource }: StrategyContext): string[] {
    return subresource === 'status' ? [] : warningsForService(service);
  }

  async beginCreate(service: Service): Promise<SideEffect> {
    return this.allocate(service, undefined);
  }

  async beginUpdate(service: Service, old: Service, { subresource }: StrategyContext): Promise<SideEffect | undefined> {
    if (subresource === 'status') return undefined;
    return this.allocate(service, old);
  }

  private async allocate(service: Service, old: Service | undefined): Promise<SideEffect> {
    await this.allocations.done();
    const allocate = (): Promise<SideEffect> => this.takeNumbers(service, old, false);
    return this.addresses ? this.addresses.hold(service, old, allocate) : allocate();
  }

  async pretendCreate(service: Service): Promise<void> {
    if (!this.showsNumbersInDryRuns) return;
    await this.allocations.done();
    await this.takeNumbers(service, undefined, true);
  }

  async pretendUpdate(service: Service, old: Service, { subresource }: StrategyContext): Promise<void> {
    if (subresource === 'status' || !this.showsNumbersInDryRuns) return;
    await this.allocations.done();
    await this.takeNumbers(service, old, true);
  }

  async afterDelete(service: Service): Promise<void> {
    await this.allocator.release(service);
    await this.addresses?.release(service);
    await this.deleteEndpoints(service.metadata);
  }

  private async takeNumbers(service: Service, old: Service | undefined, dryRun: boolean): Promise<SideEffect> {
    const effect = await this.allocator.allocate(service, old, { dryRun });
    if (!this.hasFamilies) dropFamilies(specOf(service), old?.spec);
    return effect;
  }

  private completeFamilies(spec: ServiceSpec, old: ServiceSpec | undefined): void {
    if (this.hasFamilies) defaultIpFamilies(spec, old, this.allocator.families);
    else dropFamilies(spec, old);
  }

  /** Their author has no reason to delete them. */
  private async deleteEndpoints({ namespace = '', name = '' }: ObjectMeta): Promise<void> {
    try {
      await this.stores.of('', 'endpoints').delete(systemContext(namespace), name);
    } catch (error) {
      if (isNotFound(error)) return;
      this.logger.warn('the endpoints of a deleted service stay', { namespace, name, error });
    }
  }
}
