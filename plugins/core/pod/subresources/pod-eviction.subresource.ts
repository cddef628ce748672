import { Inject, Injectable } from '@nestjs/common';
import {
  Stores,
  badRequest,
  conflict,
  formatTime,
  isConflict,
  notFound,
  type ApiObject,
  type ResourceStore,
  type SubresourceHandler,
  type SubresourceRequest,
} from '../../../../src/plugin-api/index.js';
import { type DeleteOptions, type StoreContext } from '../../../../src/plugin-api/built-in.js';
import { DisruptionBudgets, stillProcessed } from './disruption-budgets.js';
import type { Eviction } from './eviction.v1.js';
import type { PodCondition } from '../shape/pod-status.v1.js';
import type { Pod } from '../shape/pod.v1.js';
import { refuseOtherName } from './refuse-other-name.js';

/** Handles `pods/{name}/eviction`: asks the pod's disruption budget, notes on the pod why it goes, and deletes it. */
@Injectable()
export class PodEvictionHandler implements SubresourceHandler {
  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(DisruptionBudgets) private readonly budgets: DisruptionBudgets,
  ) {}

  async handle({ name, body, storeContext }: SubresourceRequest): Promise<ApiObject> {
    refuseOtherName('Eviction', name, body);
    const options = (body as Eviction).deleteOptions ?? {};
    if (storeContext.dryRun) refuseOtherDryRun(options);
    const dryRun = storeContext.dryRun || Boolean(options.dryRun?.length);
    const context = { ...storeContext, dryRun, fieldManager: undefined };
    await this.evict({ context, name, options });
    const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
    return success;
  }

  private async evict(order: Order): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const pod = await this.pods.get(order.context, order.name);
      if (!goesWithoutBudget(pod)) return this.evictGuarded(order, pod);
      const mayTryAgain = attempt < ATTEMPTS && order.options.preconditions?.resourceVersion === undefined;
      try {
        return await this.remove(order, hasEnded(pod) ? undefined : pod);
      } catch (error) {
        if (!mayTryAgain || !isConflict(error)) throw error;
      }
    }
  }

  private async evictGuarded(order: Order, pod: Pod): Promise<void> {
    const { unspent } = await this.budgets.spend(pod, { dryRun: Boolean(order.context.dryRun) });
    if (unspent === undefined) return this.remove(order);
    try {
      await this.remove(order, pod);
    } catch (error) {
      const isOfClient = order.options.preconditions?.resourceVersion !== undefined;
      throw isConflict(error) && !isOfClient ? stillProcessed(unspent) : error;
    }
  }

  /** Deletes the pod; with `expected` only while it is as it was then, unless the client has said what it has to be. */
  private async remove(order: Order, expected?: Pod): Promise<void> {
    const { context, name } = order;
    const options = expected ? pinned(order.options, expected) : order.options;
    const fitting = context.dryRun ? options : await noteEviction(this.pods, { ...order, options });
    await this.pods.delete(context, name, fitting);
  }

  private get pods(): ResourceStore<Pod> {
    return this.stores.of<Pod>('', 'pods');
  }
}

/** Rejects a dry run in the body that differs from the query; a body without one follows the query. */
function refuseOtherDryRun({ dryRun = [] }: DeleteOptions): void {
  if (dryRun.length === 0 || (dryRun.length === 1 && dryRun[0] === 'All')) return;
  const sent = dryRun.join(' ');
  throw badRequest(`Non-matching dry-run options in request and content: [All] and [${sent}]`);
}

/** How often a pod is looked at that others change meanwhile. */
const ATTEMPTS = 20;

/** Pods whose disruption is no loss: those that have not begun, have ended, or go already. */
function goesWithoutBudget(pod: Pod): boolean {
  return hasEnded(pod) || pod.status?.phase === 'Pending';
}

function hasEnded({ metadata, status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed' || Boolean(metadata.deletionTimestamp);
}

function pinned(options: DeleteOptions, { metadata: { resourceVersion } }: Pod): DeleteOptions {
  const { preconditions } = options;
  return {
    ...options,
    preconditions: { ...preconditions, resourceVersion: preconditions?.resourceVersion ?? resourceVersion },
  };
}

interface Order {
  readonly context: StoreContext;
  readonly name: string;
  readonly options: DeleteOptions;
}

/** Sets the condition, and answers the options that fit the pod as it is then. */
async function noteEviction(pods: ResourceStore<Pod>, { context, name, options }: Order): Promise<DeleteOptions> {
  const { preconditions } = options;
  const noted = await pods.update({ ...context, subresource: 'status' }, name, (pod) => {
    if (!pod) throw notFound(PODS, name);
    checkExpected(pod, preconditions);
    return withDisruption(pod);
  });
  if (!preconditions?.resourceVersion) return options;
  return { ...options, preconditions: { ...preconditions, resourceVersion: noted.metadata.resourceVersion } };
}

const PODS = { group: '', resource: 'pods' };
/** Conflicts of an eviction name the kind in place of the resource in the reference. */
const EVICTED = { group: '', resource: 'Pod' };

const EXPECTATIONS = [
  ['uid', 'UID', 'The object might have been deleted and then recreated'],
  ['resourceVersion', 'ResourceVersion', 'The object might have been modified'],
] as const;

function checkExpected({ metadata }: Pod, expected: DeleteOptions['preconditions'] = {}): void {
  for (const [member, label, why] of EXPECTATIONS) {
    const [sent, stored] = [expected[member], metadata[member]];
    if (!sent || sent === stored) continue;
    const text = `the ${label} in the precondition (${sent}) does not match the ${label} in record (${stored}). ${why}`;
    throw conflict(EVICTED, metadata.name ?? '', text);
  }
}

function withDisruption(pod: Pod): Pod {
  const conditions = pod.status?.conditions ?? [];
  const before = conditions.find(({ type }) => type === 'DisruptionTarget');
  const condition: PodCondition = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
    lastTransitionTime: before?.status === 'True' ? before.lastTransitionTime : formatTime(new Date()),
  };
  const next = before ? conditions.map((each) => (each === before ? condition : each)) : [...conditions, condition];
  return { ...pod, status: { ...pod.status, conditions: next } };
}
