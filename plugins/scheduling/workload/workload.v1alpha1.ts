import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { TypesInVersion } from '../../../src/plugin-api/built-in.js';
import {
  BasicSchedulingPolicy,
  GangSchedulingPolicy,
  type PodGroupSchedulingPolicy,
} from '../group-policy/group-policy.v1alpha2.js';
import { TypedLocalObjectReference, Workload, WorkloadSpec } from './workload.v1alpha2.js';

const V1ALPHA1_TYPES = new TypesInVersion('k8s.io.api.scheduling.v1alpha2', 'v1alpha1');

/** Shape of v1alpha1.PodGroupPolicy. */
@ApiType({
  name: 'k8s.io.api.scheduling.v1alpha1.PodGroupPolicy',
  doc: 'How pods of a group are scheduled; exactly one member is set.',
})
class PodGroupPolicyV1alpha1 {
  @Field(2, V1ALPHA1_TYPES.of(BasicSchedulingPolicy), { pointer: true, doc: 'One by one.' })
  basic?: BasicSchedulingPolicy;

  @Field(3, V1ALPHA1_TYPES.of(GangSchedulingPolicy), { pointer: true, doc: 'Together or not at all.' })
  gang?: GangSchedulingPolicy;
}

/** Shape of v1alpha1.PodGroup. */
@ApiType({ name: 'k8s.io.api.scheduling.v1alpha1.PodGroup', doc: 'A group of pods of a workload.' })
class PodGroupV1alpha1 {
  @Field(1, 'string', { always: true, required: true, doc: 'Name, unique in the workload.' })
  name: string;

  @Field(3, PodGroupPolicyV1alpha1, { always: true, required: true, doc: 'How the pods are scheduled.' })
  policy?: PodGroupSchedulingPolicy;
}

/** Shape of v1alpha1.WorkloadSpec. */
@ApiType({ name: 'k8s.io.api.scheduling.v1alpha1.WorkloadSpec', doc: 'The groups of pods of a workload.' })
class WorkloadSpecV1alpha1 {
  @Field(1, V1ALPHA1_TYPES.of(TypedLocalObjectReference), {
    pointer: true,
    doc: 'The object that the workload belongs to.',
  })
  controllerRef?: TypedLocalObjectReference;

  @Field(2, PodGroupV1alpha1, {
    list: true,
    always: true,
    required: true,
    listType: 'map',
    listMapKeys: ['name'],
    doc: 'The groups, eight at most.',
  })
  podGroups?: PodGroupV1alpha1[];
}

/** Workload as v1alpha1 has it. */
export interface WorkloadV1alpha1 extends Omit<Workload, 'spec'> {
  spec: WorkloadSpecV1alpha1;
}

/** Shape of v1alpha1.Workload. */
export const WorkloadV1alpha1Type = V1ALPHA1_TYPES.replace(WorkloadSpec, WorkloadSpecV1alpha1).of(Workload);
