import { type Quantity } from '../../../../src/plugin-api/index.js';
import { podUsage } from '../../resource-name/resource-amounts.js';
import type { Pod } from '../../pod/shape/pod.v1.js';
import { isExtendedResource, isHugePages } from '../../resource-name/resource-name.js';
import { type Amounts, ONE, addAmounts, readAmounts } from './amounts.js';

type PodSpec = NonNullable<Pod['spec']>;
type Container = NonNullable<PodSpec['containers']>[number];
type Resources = Container['resources'];

const COUNT = 'count/pods';
const COMPUTE = ['cpu', 'memory', 'ephemeral-storage'];
const COUNTED = new Set([COUNT, 'pods', ...COMPUTE.flatMap((name) => [name, `requests.${name}`, `limits.${name}`])]);
/** The resources that every container must specify if a quota limits them. */
const DEMANDED = new Set(['cpu', 'memory'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]));
const REQUESTS = 'requests.';

/** Reports whether a quota of a resource counts pods. */
export function isPodResource(name: string): boolean {
  if (COUNTED.has(name) || isHugePages(name)) return true;
  if (!name.startsWith(REQUESTS)) return false;
  const requested = name.slice(REQUESTS.length);
  return isHugePages(requested) || isExtendedResource(requested);
}

/** Returns the usage of a pod; a finished pod only counts as an object. `now` is in milliseconds since 1970. */
export function usageOfPod(pod: Pod, now: number): Amounts {
  const count = new Map([[COUNT, ONE]]);
  if (hasEnded(pod, now)) return count;
  const { requests, limits } = podUsage(pod.spec ?? ({} as PodSpec));
  const overhead = readAmounts(pod.spec?.overhead);
  const withOverhead = new Map([...limits].map(([name, amount]) => [name, plus(amount, overhead.get(name))]));
  return addAmounts(count, computeUsage(addAmounts(requests, overhead), withOverhead));
}

/**
 * Describes the resources required by quotas that containers do not specify: `must specify requests.cpu for: a,b`;
 * undefined if none is missing.
 */
export function missingDemands({ spec }: Pod, resources: readonly string[]): string | undefined {
  const demanded = resources.filter((name) => DEMANDED.has(name)).sort();
  if (demanded.length === 0) return undefined;
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])].map(({ name, resources: own }) => ({
    name,
    said: usageOfContainer(own),
  }));
  const missing = demanded.flatMap((resource) => {
    const silent = containers.filter(({ said }) => !said.has(resource)).map(({ name }) => name);
    return silent.length === 0 ? [] : [`${resource} for: ${[...new Set(silent)].sort().join(',')}`];
  });
  return missing.length === 0 ? undefined : `must specify ${missing.join('; ')}`;
}

function usageOfContainer(resources: Resources): Amounts {
  return computeUsage(readAmounts(resources?.requests), readAmounts(resources?.limits));
}

function computeUsage(requests: Amounts, limits: Amounts): Amounts {
  const usage = new Map([['pods', ONE]]);
  for (const [name, amount] of requests) {
    const isCompute = COMPUTE.includes(name) || isHugePages(name);
    if (isCompute) usage.set(name, amount);
    if (isCompute || isExtendedResource(name)) usage.set(`${REQUESTS}${name}`, amount);
  }
  for (const [name, amount] of limits) {
    if (COMPUTE.includes(name)) usage.set(`limits.${name}`, amount);
  }
  return usage;
}

function plus(amount: Quantity, other: Quantity | undefined): Quantity {
  return other ? amount.add(other) : amount;
}

function hasEnded({ metadata, status }: Pod, now: number): boolean {
  if (status?.phase === 'Failed' || status?.phase === 'Succeeded') return true;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (!deletionTimestamp || deletionGracePeriodSeconds === undefined) return false;
  return now > Date.parse(deletionTimestamp) + deletionGracePeriodSeconds * 1000;
}
