import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  Clock,
  type ResourceStore,
  Stores,
  forbiddenResource,
  systemContext,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { LimitedResources } from './limited-resources.js';
import { type Charge, excessOf, faultOfQuota, resourcesCharged, takenBy, withTaken } from './quota-charge.js';
import { QuotaTurns, objectKey } from './quota-turns.js';
import type { ResourceQuota } from './resource-quota.v1.js';
import { type Amounts, onlyOf } from './usage/amounts.js';
import { evaluatorOf, isUncounted } from './usage/evaluators.js';

/** A quota that a write counts for. */
interface ChargedQuota {
  readonly quota: ResourceQuota;
  readonly resources: readonly string[];
}

/** Rejects writes that exceed the quotas of a namespace, and charges the quotas in their status. */
@Injectable()
export class ResourceQuotaAdmission extends AdmissionPlugin {
  readonly name = 'ResourceQuota';
  private limited = new LimitedResources([]);

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(QuotaTurns) private readonly turns: QuotaTurns,
  ) {
    super();
  }

  override configure(configuration: unknown): void {
    this.limited = LimitedResources.read(configuration);
  }

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    if (resource.subresource !== '' || isUncounted(resource) || isNamespace(resource)) return false;
    return operation === 'CREATE' || operation === 'UPDATE';
  }

  override async validate(attributes: AdmissionAttributes): Promise<void> {
    const { namespace } = attributes;
    if (namespace === '') return;
    const charge = this.chargeOf(attributes);
    if (!charge) return;
    const quotas = await this.quotas.list(systemContext(namespace));
    if (quotas.length === 0 && this.limited.isEmpty) return;
    const charged = quotasCharged(attributes, quotas, charge);
    const taken = takenBy(charge);
    if (taken.size === 0) return;
    const uncovered = this.limited.faultOf(attributes.resource, charge, charged);
    if (uncovered !== undefined) throw refuse(attributes, uncovered);
    const names = charged.map(({ quota }) => quota.metadata.name!);
    if (names.length > 0) await this.turns.take(namespace, () => this.take(attributes, names, taken));
  }

  private get quotas(): ResourceStore<ResourceQuota> {
    return this.stores.of<ResourceQuota>('', 'resourcequotas');
  }

  private chargeOf({ operation, resource, object, oldObject }: AdmissionAttributes): Charge | undefined {
    const evaluator = evaluatorOf(resource);
    if (!object || (operation === 'UPDATE' && !evaluator.countsUpdates)) return undefined;
    return { evaluator, object, oldObject, now: this.clock.now() };
  }

  /** All quotas are asked before anything is taken from one. */
  private async take(attributes: AdmissionAttributes, names: readonly string[], taken: Amounts): Promise<void> {
    const { namespace, dryRun, resource, name } = attributes;
    const takenByQuota = new Map<string, Amounts>();
    for (const quotaName of names) {
      const quota = await this.quotas.find(systemContext(namespace), quotaName);
      const hard = quota?.status?.hard ?? {};
      const own = onlyOf(taken, (each) => Object.hasOwn(hard, each));
      if (!quota || own.size === 0) continue;
      refuseExcess(attributes, quota, own);
      takenByQuota.set(quotaName, own);
    }
    if (dryRun) return;
    if (takenByQuota.size > 0) attributes.onFailure(() => this.turns.giveBack(namespace, objectKey(resource, name)));
    for (const [quotaName, own] of takenByQuota) await this.takeFrom(attributes, quotaName, own);
    const replaced = attributes.oldObject?.metadata.resourceVersion;
    const object = objectKey(resource, name);
    if (takenByQuota.size > 0) this.turns.note({ namespace, object, replaced, taken: takenByQuota });
  }

  private async takeFrom(attributes: AdmissionAttributes, name: string, taken: Amounts): Promise<void> {
    const context = systemContext(attributes.namespace, { subresource: 'status' });
    await this.quotas.update(context, name, (quota) => {
      if (!quota) throw refuse(attributes, `quota ${name} is gone; try again`);
      refuseExcess(attributes, quota, taken);
      return withTaken(quota, taken);
    });
  }
}

function isNamespace({ group, resource }: AdmittedResource): boolean {
  return group === '' && resource === 'namespaces';
}

function quotasCharged(
  attributes: AdmissionAttributes,
  quotas: readonly ResourceQuota[],
  charge: Charge,
): ChargedQuota[] {
  return quotas.flatMap((quota) => {
    const resources = resourcesCharged(quota, charge);
    if (!resources) return [];
    const fault = faultOfQuota(quota, resources, charge);
    if (fault !== undefined) throw refuse(attributes, fault);
    return [{ quota, resources }];
  });
}

function refuseExcess(attributes: AdmissionAttributes, quota: ResourceQuota, taken: Amounts): void {
  const excess = excessOf(quota, taken);
  if (excess !== undefined) throw refuse(attributes, excess);
}

function refuse({ resource, name }: AdmissionAttributes, why: string): Error {
  return forbiddenResource(resource, name, why);
}
