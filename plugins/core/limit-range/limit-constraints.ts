import type { Quantity } from '../../../src/plugin-api/index.js';
import type { PersistentVolumeClaim } from '../persistent-volume-claim/persistent-volume-claim.v1.js';
import type { PodSpec } from '../pod/shape/pod.v1.js';
import { type Usage, amountsOf, podUsage } from '../resource-name/resource-amounts.js';
import type { LimitRange, LimitRangeItem } from './limit-range.v1.js';

/** One amount an item of a limit range sets. */
interface Bound {
  /** The resource. */
  readonly name: string;
  /** The type of the limit: `Pod`, `Container` or a kind. */
  readonly type: string;
  readonly amount: Quantity;
}

/** The constraint of one kind of bound. */
interface Constraint {
  /** The member of an item that holds such bounds. */
  readonly member: 'min' | 'max' | 'maxLimitRequestRatio';
  /** The faults of a usage, or undefined. */
  readonly check: (bound: Bound, usage: Usage) => string | undefined;
}

const MIN: Constraint = { member: 'min', check: belowMin };
const MAX: Constraint = { member: 'max', check: aboveMax };
const MAX_REQUEST: Constraint = { member: 'max', check: requestAboveMax };
const MAX_RATIO: Constraint = { member: 'maxLimitRequestRatio', check: aboveRatio };

/** Returns the violations of a limit range by a pod. */
export function podViolations({ spec }: LimitRange, pod: PodSpec): string[] {
  const containers = [...(pod.containers ?? []), ...(pod.initContainers ?? [])].map(({ resources = {} }) => ({
    requests: amountsOf(resources.requests),
    limits: amountsOf(resources.limits),
  }));
  return (spec?.limits ?? []).flatMap((item) => {
    if (item.type === 'Container') return containers.flatMap((usage) => violationsOf(item, usage));
    return item.type === 'Pod' ? violationsOf(item, podUsage(pod)) : [];
  });
}

/** Returns the violations of a limit range by a claim; only its requests count. */
export function claimViolations({ spec }: LimitRange, claim: PersistentVolumeClaim): string[] {
  const usage = { requests: amountsOf(claim.spec?.resources?.requests), limits: new Map() };
  const items = (spec?.limits ?? []).filter(({ type }) => type === 'PersistentVolumeClaim');
  return items.flatMap((item) => [...checked(item, MIN, usage), ...checked(item, MAX_REQUEST, usage)]);
}

function violationsOf(item: LimitRangeItem, usage: Usage): string[] {
  return [...checked(item, MIN, usage), ...checked(item, MAX, usage), ...checked(item, MAX_RATIO, usage)];
}

function checked(item: LimitRangeItem, { member, check }: Constraint, usage: Usage): string[] {
  const { type } = item;
  const found = [...amountsOf(item[member])].map(([name, amount]) => check({ name, type, amount }, usage));
  return found.filter((violation) => violation !== undefined);
}

function belowMin({ name, type, amount }: Bound, { requests, limits }: Usage): string | undefined {
  const rule = `minimum ${name} usage per ${type} is ${amount}`;
  const [request, limit] = [requests.get(name), limits.get(name)];
  if (!request) return `${rule}.  No request is specified`;
  if (request.compare(amount) < 0) return `${rule}, but request is ${request}`;
  return limit && limit.compare(amount) < 0 ? `${rule}, but limit is ${limit}` : undefined;
}

function aboveMax({ name, type, amount }: Bound, { requests, limits }: Usage): string | undefined {
  const rule = `maximum ${name} usage per ${type} is ${amount}`;
  const [request, limit] = [requests.get(name), limits.get(name)];
  if (!limit) return `${rule}.  No limit is specified`;
  if (limit.compare(amount) > 0) return `${rule}, but limit is ${limit}`;
  return request && request.compare(amount) > 0 ? `${rule}, but request is ${request}` : undefined;
}

function requestAboveMax({ name, type, amount }: Bound, { requests }: Usage): string | undefined {
  const rule = `maximum ${name} usage per ${type} is ${amount}`;
  const request = requests.get(name);
  if (!request) return `${rule}.  No request is specified`;
  return request.compare(amount) > 0 ? `${rule}, but request is ${request}` : undefined;
}

function aboveRatio({ name, type, amount }: Bound, { requests, limits }: Usage): string | undefined {
  const rule = `${name} max limit to request ratio per ${type} is ${amount}`;
  const [request, limit] = [requests.get(name), limits.get(name)];
  if (!request || request.isZero) return `${rule}, but no request is specified or request is 0`;
  if (!limit || limit.isZero) return `${rule}, but no limit is specified or limit is 0`;
  const ratio = limit.toNumber() / request.toNumber();
  return ratio > amount.toNumber() ? `${rule}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}
