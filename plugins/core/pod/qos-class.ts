import { Quantity } from '../../../src/plugin-api/index.js';
import { isPodResource } from '../resource-name/resource-name.js';
import type { PodSpec } from './shape/pod.v1.js';

const COMPUTE = ['cpu', 'memory'];

/** Returns the service class of a pod, by what it asks for and may use as a whole, or else by what its containers do. */
export function qosClassOf(spec: PodSpec): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const requests = new Map<string, Quantity>();
  const limits = new Map<string, Quantity>();
  let isGuaranteed = true;
  for (const { resources } of holdersOf(spec)) {
    addAmounts(requests, resources?.requests);
    const limited = addAmounts(limits, resources?.limits);
    if (limited < COMPUTE.length) isGuaranteed = false;
  }
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
  const isEqual = [...requests].every(([name, amount]) => limits.get(name)?.equals(amount));
  return isGuaranteed && isEqual && requests.size === limits.size ? 'Guaranteed' : 'Burstable';
}

function holdersOf(spec: PodSpec): Pick<PodSpec, 'resources'>[] {
  const { requests = {}, limits = {} } = spec.resources ?? {};
  if (Object.keys({ ...requests, ...limits }).some(isPodResource)) return [{ resources: spec.resources }];
  return [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
}

/** Adds amounts of cpu and memory up; answers how many of the two there were. */
function addAmounts(sums: Map<string, Quantity>, amounts: Readonly<Record<string, string | number>> = {}): number {
  let count = 0;
  for (const name of COMPUTE) {
    const amount = Quantity.fromJson(amounts[name] ?? '0');
    if (amount.sign <= 0) continue;
    sums.set(name, amount.add(sums.get(name) ?? Quantity.zero));
    count++;
  }
  return count;
}
