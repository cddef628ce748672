import type { Quantity } from '../../../src/plugin-api/index.js';
import type { PersistentVolumeClaim } from '../persistent-volume-claim/persistent-volume-claim.v1.js';
import type { PodSpec } from '../pod/pod.v1.js';
import { type Usage, amountsOf, podUsage } from './limit-amounts.js';
import type { LimitRange, LimitRangeItem } from './limit-range.v1.js';

/** One bound of one item: what is wrong with a usage, or undefined. */
type Check = (name: string, type: string, bound: Quantity, usage: Usage) => string | undefined;

/** What a limit range has against a pod. */
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

/** What a limit range has against a claim; only what the claim requests counts. */
export function claimViolations({ spec }: LimitRange, claim: PersistentVolumeClaim): string[] {
  const usage = { requests: amountsOf(claim.spec?.resources?.requests), limits: new Map() };
  const items = (spec?.limits ?? []).filter(({ type }) => type === 'PersistentVolumeClaim');
  return items.flatMap((item) => [
    ...checked(item, 'min', usage, belowMin),
    ...checked(item, 'max', usage, requestAboveMax),
  ]);
}

function violationsOf(item: LimitRangeItem, usage: Usage): string[] {
  return [
    ...checked(item, 'min', usage, belowMin),
    ...checked(item, 'max', usage, aboveMax),
    ...checked(item, 'maxLimitRequestRatio', usage, aboveRatio),
  ];
}

function checked(
  item: LimitRangeItem,
  member: 'min' | 'max' | 'maxLimitRequestRatio',
  usage: Usage,
  check: Check,
): string[] {
  const found = [...amountsOf(item[member])].map(([name, bound]) => check(name, item.type, bound, usage));
  return found.filter((violation) => violation !== undefined);
}

function belowMin(name: string, type: string, bound: Quantity, { requests, limits }: Usage): string | undefined {
  const rule = `minimum ${name} usage per ${type} is ${bound}`;
  const [request, limit] = [requests.get(name), limits.get(name)];
  if (!request) return `${rule}.  No request is specified`;
  if (request.compare(bound) < 0) return `${rule}, but request is ${request}`;
  return limit && limit.compare(bound) < 0 ? `${rule}, but limit is ${limit}` : undefined;
}

function aboveMax(name: string, type: string, bound: Quantity, { requests, limits }: Usage): string | undefined {
  const rule = `maximum ${name} usage per ${type} is ${bound}`;
  const [request, limit] = [requests.get(name), limits.get(name)];
  if (!limit) return `${rule}.  No limit is specified`;
  if (limit.compare(bound) > 0) return `${rule}, but limit is ${limit}`;
  return request && request.compare(bound) > 0 ? `${rule}, but request is ${request}` : undefined;
}

function requestAboveMax(name: string, type: string, bound: Quantity, { requests }: Usage): string | undefined {
  const rule = `maximum ${name} usage per ${type} is ${bound}`;
  const request = requests.get(name);
  if (!request) return `${rule}.  No request is specified`;
  return request.compare(bound) > 0 ? `${rule}, but request is ${request}` : undefined;
}

function aboveRatio(name: string, type: string, bound: Quantity, { requests, limits }: Usage): string | undefined {
  const rule = `${name} max limit to request ratio per ${type} is ${bound}`;
  const [request, limit] = [requests.get(name), limits.get(name)];
  if (!request || request.isZero) return `${rule}, but no request is specified or request is 0`;
  if (!limit || limit.isZero) return `${rule}, but no limit is specified or limit is 0`;
  const ratio = limit.toNumber() / request.toNumber();
  return ratio > bound.toNumber() ? `${rule}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}
