import { type ResourceAmounts, roundResourceAmounts } from '../pod/shape/container.defaults.js';

/** Keeps the single pod network in step with the list; the single one wins when they differ. */
export function defaultNodeSpec(spec: { podCIDR?: string; podCIDRs?: string[] }): void {
  if (spec.podCIDR && spec.podCIDR !== spec.podCIDRs?.[0]) spec.podCIDRs = [spec.podCIDR];
  else if (spec.podCIDRs?.[0]) spec.podCIDR = spec.podCIDRs[0];
}

/** Sets the allocatable resources to the capacity unless the status has others. */
export function defaultNodeStatus(status: { capacity?: ResourceAmounts; allocatable?: ResourceAmounts }): void {
  const isUnset = Object.keys(status.allocatable ?? {}).length === 0;
  if (isUnset && status.capacity) status.allocatable = { ...status.capacity };
  roundResourceAmounts(status.capacity);
  roundResourceAmounts(status.allocatable);
}
