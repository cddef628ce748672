import type { ApiObject } from '../../../src/plugin-api/index.js';
import type { ResourceQuota } from './resource-quota.v1.js';
import {
  type Amounts,
  addAmounts,
  describeAmounts,
  increaseOf,
  onlyOf,
  readAmounts,
  writeAmounts,
} from './usage/amounts.js';
import type { Evaluator } from './usage/evaluators.js';
import { scopesOf } from './usage/pod-scopes.js';

/** A write that quotas have to allow. */
export interface Charge {
  readonly evaluator: Evaluator;
  readonly object: ApiObject;
  /** The stored object where it is replaced: only what is more counts. */
  readonly oldObject?: ApiObject;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** Returns the resources of a quota that a write counts for; undefined where the quota is about others. */
export function resourcesCharged({ spec, status }: ResourceQuota, charge: Charge): string[] | undefined {
  const { evaluator, object } = charge;
  const resources = Object.keys(status?.hard ?? {}).filter((name) => evaluator.counts(name));
  const isMeant = scopesOf(spec ?? {}).every((condition) => evaluator.isInScope(object, condition));
  return resources.length > 0 && isMeant ? resources : undefined;
}

/** Returns why a quota cannot decide on a write; undefined if it can. */
export function faultOfQuota(quota: ResourceQuota, resources: readonly string[], charge: Charge): string | undefined {
  const { name } = quota.metadata;
  const missing = charge.evaluator.missing(charge.object, resources);
  if (missing !== undefined) return `failed quota: ${name}: ${missing}`;
  const used = quota.status?.used ?? {};
  if (resources.every((resource) => Object.hasOwn(used, resource))) return undefined;
  return `status unknown for quota: ${name}, resources: ${[...resources].sort().join(',')}`;
}

/** Returns the additional usage of a write. */
export function takenBy({ evaluator, object, oldObject, now }: Charge): Amounts {
  const before: Amounts = oldObject ? evaluator.usage(oldObject, now) : new Map();
  return increaseOf(evaluator.usage(object, now), before);
}

/** Returns why a quota rejects the additional usage; undefined if enough is left. */
export function excessOf({ metadata, status }: ResourceQuota, taken: Amounts): string | undefined {
  const hard = readAmounts(status?.hard);
  const used = readAmounts(status?.used);
  const requested = onlyOf(taken, (name) => hard.has(name));
  const next = addAmounts(used, requested);
  const exceeded = new Set([...requested.keys()].filter((name) => next.get(name)!.compare(hard.get(name)!) > 0));
  if (exceeded.size === 0) return undefined;
  const shown = (amounts: Amounts): string => describeAmounts(onlyOf(amounts, (name) => exceeded.has(name)));
  return `exceeded quota: ${metadata.name}, requested: ${shown(requested)}, used: ${shown(used)}, limited: ${shown(hard)}`;
}

/** Returns the quota with more of it used. */
export function withTaken(quota: ResourceQuota, taken: Amounts): ResourceQuota {
  const hard = quota.status?.hard ?? {};
  const requested = onlyOf(taken, (name) => Object.hasOwn(hard, name));
  const used = writeAmounts(addAmounts(readAmounts(quota.status?.used), requested));
  return { ...quota, status: { ...quota.status, used } };
}
