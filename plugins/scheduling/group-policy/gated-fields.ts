import { dropDisabledMembers, type GatedMembers } from '../../core/index.js';
import type { PodGroupTemplate } from '../workload/workload.v1alpha2.js';

type Gated = Pick<
  PodGroupTemplate,
  'disruptionMode' | 'priority' | 'priorityClassName' | 'resourceClaims' | 'schedulingConstraints'
>;

/** The members of groups, and of templates of groups, that gates switch. */
const GATED: GatedMembers<Gated> = [
  ['TopologyAwareWorkloadScheduling', 'schedulingConstraints'],
  ['DRAWorkloadResourceClaims', 'resourceClaims'],
  ['WorkloadAwarePreemption', 'disruptionMode'],
  ['WorkloadAwarePreemption', 'priorityClassName'],
  ['WorkloadAwarePreemption', 'priority'],
];

/** Drops members of a group by gates that are off, unless the stored one has them. */
export function dropGroupFields(now: Gated, old: Gated | undefined, isEnabled: (gate: string) => boolean): void {
  dropDisabledMembers({ now, old }, GATED, isEnabled);
}
