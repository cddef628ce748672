import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  ApiServerOptions,
  type FieldError,
  type SideEffect,
  StatusError,
  Stores,
  type Strategy,
  type StrategyContext,
  systemContext,
} from '../../../src/plugin-api/index.js';
import { AddressRange } from './allocation/address-range.js';
import { dropUnusedFields, keepAllocatedValues, syncClusterIps } from './allocation/allocated-values.js';
import { defaultIpFamilies } from './allocation/ip-families.js';
import { PortRange } from './allocation/port-range.js';
import { ServiceAllocator } from './allocation/service-allocator.js';
import { specOf } from './service-traits.js';
import { validateServiceStatusUpdate, validateServiceUpdate } from './service-update.validation.js';
import { warningsForService } from './service-warnings.js';
import { validateService } from './service.validation.js';
import type { Service } from './service.v1.js';

/** The life of services: addresses and node ports are taken before a write and given back when it fails. */
@Injectable()
export class ServiceStrategy implements Strategy<Service>, OnApplicationBootstrap {
  private readonly allocator: ServiceAllocator;
  private loading?: Promise<void>;

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(ApiServerOptions) { network }: ApiServerOptions,
  ) {
    const { from, to } = network.serviceNodePortRange;
    const ranges = network.serviceClusterIpRanges.map((range) => new AddressRange(range));
    this.allocator = new ServiceAllocator(ranges, new PortRange(from, to));
  }

  /** Learns what the stored services hold, before the first write asks. */
  async onApplicationBootstrap(): Promise<void> {
    await this.load();
  }

  prepareForCreate(service: Service): void {
    service.status = { loadBalancer: {} };
    const spec = specOf(service);
    if (spec.type === 'ExternalName') delete spec.internalTrafficPolicy;
    syncClusterIps(spec, undefined);
    defaultIpFamilies(spec, undefined, this.allocator.families);
  }

  prepareForUpdate(service: Service, old: Service, { subresource }: StrategyContext): void {
    if (subresource === 'status') return;
    const spec = specOf(service);
    const oldSpec = old.spec ?? {};
    if (spec.type === 'ExternalName') delete spec.internalTrafficPolicy;
    keepAllocatedValues(spec, oldSpec);
    syncClusterIps(spec, oldSpec);
    defaultIpFamilies(spec, oldSpec, this.allocator.families);
    dropUnusedFields(spec, oldSpec);
    if (spec.type !== 'LoadBalancer') service.status = { ...service.status, loadBalancer: {} };
  }

  validate(service: Service, { dryRun }: StrategyContext): FieldError[] {
    return this.onTrial(service, undefined, dryRun, validateService);
  }

  validateUpdate(service: Service, old: Service, { dryRun }: StrategyContext): FieldError[] {
    return this.onTrial(service, old, dryRun, (trial) => validateServiceUpdate(trial, old));
  }

  validateStatusUpdate(service: Service): FieldError[] {
    return validateServiceStatusUpdate(service);
  }

  warningsOnCreate(service: Service): string[] {
    return warningsForService(service);
  }

  warningsOnUpdate(service: Service): string[] {
    return warningsForService(service);
  }

  async beginCreate(service: Service, { dryRun }: StrategyContext): Promise<SideEffect> {
    await this.load();
    return this.allocator.allocate(service, undefined, dryRun);
  }

  async beginUpdate(
    service: Service,
    old: Service,
    { dryRun, subresource }: StrategyContext,
  ): Promise<SideEffect | undefined> {
    if (subresource === 'status') return undefined;
    await this.load();
    return this.allocator.allocate(service, old, dryRun);
  }

  afterDelete(service: Service): void {
    this.allocator.release(service);
  }

  /**
   * Allocates for a copy and gives everything back. Requests that cannot be met are the only faults reported then, as
   * the reference allocates before it validates; the rules see the service as it would be stored.
   */
  private onTrial(
    service: Service,
    old: Service | undefined,
    dryRun: boolean,
    validate: (trial: Service) => FieldError[],
  ): FieldError[] {
    const trial = structuredClone(service);
    try {
      const effect = this.allocator.allocate(trial, old, dryRun);
      void effect.revert();
    } catch (error) {
      if (!(error instanceof StatusError) || error.status.reason !== 'Invalid') throw error;
      return (error.status.details?.causes ?? []) as FieldError[];
    }
    return validate(trial);
  }

  private load(): Promise<void> {
    this.loading ??= this.stores
      .of<Service>('', 'services')
      .list(systemContext(), ({ unreadable }) => unreadable === undefined)
      .then((services) => services.forEach((service) => this.allocator.restore(service)));
    return this.loading;
  }
}
