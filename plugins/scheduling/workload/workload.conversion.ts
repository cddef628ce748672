import type { Conversion } from '../../../src/plugin-api/index.js';
import type { WorkloadV1alpha1 } from './workload.v1alpha1.js';
import type { Workload } from './workload.v1alpha2.js';

/** Between v1alpha1, which has groups, and v1alpha2, which has templates of them. */
export const workloadFromV1alpha1: Conversion<WorkloadV1alpha1, Workload> = {
  toHub: ({ spec: { podGroups, ...spec }, ...rest }) => ({
    ...rest,
    spec: { ...spec, podGroupTemplates: podGroups?.map(({ name, policy }) => ({ name, schedulingPolicy: policy })) },
  }),
  fromHub: ({ spec: { podGroupTemplates, ...spec }, ...rest }) => ({
    ...rest,
    spec: {
      ...spec,
      podGroups: podGroupTemplates?.map(({ name, schedulingPolicy }) => ({ name, policy: schedulingPolicy })),
    },
  }),
};
