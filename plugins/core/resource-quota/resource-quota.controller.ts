import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  QueueController,
  QueueControllerParts,
  Quantity,
  type ResourceStore,
  isDeepEqual,
  controllerContext,
  updateExisting,
} from '../../../src/plugin-api/index.js';
import type { Pod } from '../pod/shape/pod.v1.js';
import { PENDING, QuotaTurns, objectKey } from './quota-turns.js';
import type { ResourceQuota } from './resource-quota.v1.js';
import { type Amounts, addAmounts, writeAmounts } from './usage/amounts.js';
import { type Evaluator, evaluatorOf, isUncounted } from './usage/evaluators.js';
import { scopesOf } from './usage/pod-scopes.js';

/** A kind that quotas of a namespace count. */
interface CountedKind {
  readonly store: ResourceStore;
  readonly evaluator: Evaluator;
}

/** How long what goes is gathered before it is counted again, in milliseconds. */
const GATHERING = 100;
/** All is counted again this often, in milliseconds. */
const RESYNC = 300_000;

/** Works out what quotas enforce and what is used: of new and changed ones at once, of others when something goes. */
@Injectable()
export class ResourceQuotaController extends QueueController {
  readonly name = 'resourcequota-controller';
  override readonly alias = 'resourcequota';
  /** Those with quotas. */
  private readonly namespaces = new Set<string>();
  private followsCounted = false;
  private stopResync = (): void => {};

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(QuotaTurns) private readonly turns: QuotaTurns,
  ) {
    super(parts);
  }

  override async stop(): Promise<void> {
    this.stopResync();
    await super.stop();
  }

  protected watch(): void {
    this.followsCounted = false;
    this.follow(this.quotas, (quota) => {
      const namespace = quota.metadata.namespace ?? '';
      this.namespaces.add(namespace);
      return isWorkedOut(quota) ? [] : [namespace];
    });
    this.turns.follow((namespace) => this.gather(namespace));
    const timer = this.parts.clock.repeat(RESYNC, () => this.namespaces.forEach((each) => this.queue.add(each)));
    this.stopResync = () => timer.cancel();
  }

  protected async reconcile(namespace: string): Promise<void> {
    this.followCounted();
    await this.turns.take(namespace, () => this.recount(namespace));
    if (this.turns.pendingOf(namespace).length > 0) this.queue.addAfter(namespace, PENDING);
  }

  private get quotas(): ResourceStore<ResourceQuota> {
    return this.parts.stores.of<ResourceQuota>('', 'resourcequotas');
  }

  private get countedKinds(): CountedKind[] {
    return this.parts.stores
      .all()
      .filter(({ kind }) => kind.definition.namespaced && !isUncounted(kind.groupResource))
      .map((store) => ({ store, evaluator: evaluatorOf(store.kind.groupResource) }));
  }

  /** Nothing is watched in clusters without quotas. */
  private followCounted(): void {
    if (this.followsCounted) return;
    this.followsCounted = true;
    for (const { store, evaluator } of this.countedKinds) {
      const { groupResource } = store.kind;
      this.followDeletions(store, ({ metadata: { namespace = '', name } }) => {
        this.turns.forget(namespace, objectKey(groupResource, name));
        return this.gather(namespace);
      });
      if (evaluator.countsUpdates) this.follow(store, ({ metadata }) => this.gather(metadata.namespace ?? ''));
    }
    this.follow(this.parts.stores.of<Pod>('', 'pods'), (pod) =>
      hasEnded(pod) ? this.gather(pod.metadata.namespace!) : [],
    );
  }

  private gather(namespace: string): [] {
    if (this.namespaces.has(namespace)) this.queue.addAfter(namespace, GATHERING);
    return [];
  }

  private async recount(namespace: string): Promise<void> {
    const quotas = await this.quotas.list(controllerContext(namespace));
    if (quotas.length === 0) {
      this.namespaces.delete(namespace);
      return;
    }
    const objects = await this.objectsCountedBy(quotas, namespace);
    for (const quota of quotas) await this.tell(quota, this.usageOf(quota, objects));
  }

  private async objectsCountedBy(
    quotas: readonly ResourceQuota[],
    namespace: string,
  ): Promise<Map<CountedKind, ApiObject[]>> {
    const resources = [...new Set(quotas.flatMap(({ spec }) => Object.keys(spec?.hard ?? {})))];
    const found = new Map<CountedKind, ApiObject[]>();
    for (const kind of this.countedKinds) {
      if (!resources.some((resource) => kind.evaluator.counts(resource))) continue;
      found.set(kind, await kind.store.list(controllerContext(namespace)));
    }
    return found;
  }

  /** Returns the usage of each countable resource, pending charges included. */
  private usageOf(quota: ResourceQuota, objects: ReadonlyMap<CountedKind, readonly ApiObject[]>): Amounts {
    const resources = Object.keys(quota.spec?.hard ?? {});
    const conditions = scopesOf(quota.spec ?? {});
    const now = this.parts.clock.now();
    const stored = new Map<string, string | undefined>();
    const used = new Map<string, Quantity>();
    for (const [{ store, evaluator }, each] of objects) {
      for (const name of resources) if (evaluator.counts(name)) used.set(name, Quantity.zero);
      for (const object of each) {
        stored.set(objectKey(store.kind.groupResource, object.metadata.name), object.metadata.resourceVersion);
        if (!conditions.every((condition) => evaluator.isInScope(object, condition))) continue;
        addInto(used, evaluator.usage(object, now));
      }
    }
    return this.withPending(quota, used, stored);
  }

  private withPending(
    { metadata }: ResourceQuota,
    used: Amounts,
    stored: ReadonlyMap<string, string | undefined>,
  ): Amounts {
    return this.turns
      .missingFrom(stored, metadata.namespace ?? '')
      .reduce((sum, { taken }) => addAmounts(sum, taken.get(metadata.name ?? '') ?? new Map()), used);
  }

  private async tell({ metadata }: ResourceQuota, counted: Amounts): Promise<void> {
    const context = controllerContext(metadata.namespace, { subresource: 'status' });
    await updateExisting(this.quotas, { context, name: metadata.name ?? '' }, (quota) => {
      const hard = quota.spec?.hard ?? {};
      const known = Object.entries(quota.status?.used ?? {}).filter(([name]) => Object.hasOwn(hard, name));
      const status = { hard: { ...hard }, used: { ...Object.fromEntries(known), ...writeAmounts(counted) } };
      return isDeepEqual(status, quota.status) ? undefined : { ...quota, status };
    });
  }
}

/** Reports whether what a quota enforces is what it says, and all of it has been counted. */
function isWorkedOut({ spec, status }: ResourceQuota): boolean {
  const hard = spec?.hard ?? {};
  return isDeepEqual(hard, status?.hard ?? {}) && Object.keys(hard).every((name) => status?.used?.[name] !== undefined);
}

/** Adds amounts to those of the same resources that are there. */
function addInto(sums: Map<string, Quantity>, amounts: Amounts): void {
  for (const [name, amount] of amounts) {
    const sum = sums.get(name);
    if (sum) sums.set(name, sum.add(amount));
  }
}

function hasEnded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}
