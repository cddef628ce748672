import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  type Condition,
  type LabelSelector,
  type StatusError,
  Clock,
  Stores,
  forbiddenResource,
  formatTime,
  notFound,
  systemContext,
} from '../../../../src/plugin-api/index.js';
import { failure } from '../../../../src/plugin-api/built-in.js';
import type { Pod } from '../shape/pod.v1.js';
import { matcherOf } from '../workload-template.js';

/** The members of a disruption budget that evictions read; the kind belongs to another group. */
interface DisruptionBudget extends ApiObject {
  spec?: { selector?: LabelSelector; unhealthyPodEvictionPolicy?: string };
  status?: BudgetStatus;
}

interface BudgetStatus {
  observedGeneration?: number;
  disruptedPods?: Record<string, string>;
  disruptionsAllowed: number;
  currentHealthy: number;
  desiredHealthy: number;
  expectedPods: number;
  conditions?: Condition[];
}

const BUDGETS = { group: 'policy', resource: 'poddisruptionbudgets' };
/** Refusals name the resource so in the reference. */
const REFUSED = { group: 'policy', resource: 'poddisruptionbudget' };
const NO_STATUS: BudgetStatus = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
/** Further evictions are rejected above this number of unobserved ones. */
const MAX_DISRUPTED = 2000;
const WOULD_VIOLATE = "Cannot evict pod as it would violate the pod's disruption budget.";
const TOO_MANY_BUDGETS =
  'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';

/** The verdict of a pod's budget on its eviction. */
export interface BudgetVerdict {
  /** The budget that let it through without being spent: the pod has to be still what it was then. */
  readonly unspent?: string;
}

/** Asks the disruption budgets of pods whether they may be evicted, and spends them. */
@Injectable()
export class DisruptionBudgets {
  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Takes one disruption from the budget of a pod; throws TooManyRequests when none is left. Dry runs take nothing. */
  async spend(pod: Pod, { dryRun }: { readonly dryRun: boolean }): Promise<BudgetVerdict> {
    const budget = await this.budgetOf(pod);
    if (!budget) return {};
    const name = budget.metadata.name ?? '';
    if (!isReady(pod) && maySkip(budget)) return { unspent: name };
    if (dryRun) spent(budget, pod, this.clock.now());
    else await this.take(name, pod);
    return {};
  }

  private async budgetOf({ metadata }: Pod): Promise<DisruptionBudget | undefined> {
    const store = this.stores.find<DisruptionBudget>(BUDGETS.group, BUDGETS.resource);
    if (!store) return undefined;
    const all = await store.list(systemContext(metadata.namespace));
    const found = all.filter(({ spec }) => matcherOf(spec?.selector)?.matches(metadata.labels));
    if (found.length > 1) throw failure(500, TOO_MANY_BUDGETS);
    return found[0];
  }

  private async take(name: string, pod: Pod): Promise<void> {
    const store = this.stores.of<DisruptionBudget>(BUDGETS.group, BUDGETS.resource);
    const context = systemContext(pod.metadata.namespace, { subresource: 'status' });
    await store.update(context, name, (budget) => {
      if (!budget) throw notFound(BUDGETS, name);
      return spent(budget, pod, this.clock.now());
    });
  }
}

/** Returns a 429: the budget has to be worked out first. */
export function stillProcessed(budget: string): StatusError {
  const message = `The disruption budget ${budget} is still being processed by the server.`;
  return tooManyDisruptions(message, 10);
}

function tooManyDisruptions(message: string, retryAfterSeconds?: number): StatusError {
  const causes = [{ reason: 'DisruptionBudget', message }];
  return failure(429, WOULD_VIOLATE, { reason: 'TooManyRequests', details: { causes, retryAfterSeconds } });
}

function isReady({ status }: Pod): boolean {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
}

/** Reports whether a pod that is not ready may go whatever is left of its budget. */
function maySkip({ spec, status = NO_STATUS }: DisruptionBudget): boolean {
  if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  return status.desiredHealthy > 0 && status.currentHealthy >= status.desiredHealthy;
}

/** The budget after the eviction of a pod. */
function spent(budget: DisruptionBudget, { metadata }: Pod, now: number): DisruptionBudget {
  const { status = NO_STATUS } = budget;
  refuseExhausted(budget, status);
  const disruptionsAllowed = status.disruptionsAllowed - 1;
  const next: BudgetStatus = {
    ...status,
    disruptionsAllowed,
    disruptedPods: { ...status.disruptedPods, [metadata.name ?? '']: formatTime(new Date(now)) },
  };
  if (disruptionsAllowed === 0) next.conditions = withInsufficientPods(next, formatTime(new Date(now)));
  return { ...budget, status: next };
}

function refuseExhausted({ metadata }: DisruptionBudget, status: BudgetStatus): void {
  const { name = '', generation = 0 } = metadata;
  const { disruptionsAllowed, desiredHealthy, currentHealthy, disruptedPods = {} } = status;
  if ((status.observedGeneration ?? 0) < generation) throw stillProcessed(name);
  if (disruptionsAllowed < 0) throw forbiddenResource(REFUSED, name, 'pdb disruptions allowed is negative');
  if (Object.keys(disruptedPods).length > MAX_DISRUPTED) {
    const why = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller';
    throw forbiddenResource(REFUSED, name, why);
  }
  if (disruptionsAllowed > 0) return;
  const needs = `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  throw tooManyDisruptions(`The disruption budget ${name} ${needs}`);
}

function withInsufficientPods({ conditions = [], observedGeneration }: BudgetStatus, now: string): Condition[] {
  const before = conditions.find(({ type }) => type === 'DisruptionAllowed');
  const condition: Condition = {
    type: 'DisruptionAllowed',
    status: 'False',
    observedGeneration,
    lastTransitionTime: before?.status === 'False' ? before.lastTransitionTime : now,
    reason: 'InsufficientPods',
    message: '',
  };
  return before ? conditions.map((each) => (each === before ? condition : each)) : [...conditions, condition];
}
