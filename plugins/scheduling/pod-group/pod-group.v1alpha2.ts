import { ApiType, Condition, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import {
  PodGroupResourceClaim,
  PodGroupSchedulingConstraints,
  PodGroupSchedulingPolicy,
} from '../group-policy/group-policy.v1alpha2.js';

/** Shape of v1alpha2.WorkloadPodGroupTemplateReference. */
@ApiType({
  name: 'k8s.io.api.scheduling.v1alpha2.WorkloadPodGroupTemplateReference',
  doc: 'A template of a workload.',
})
export class WorkloadPodGroupTemplateReference {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the workload, in the same namespace.' })
  workloadName: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Name of the template in the workload.' })
  podGroupTemplateName: string;
}

/** Shape of v1alpha2.PodGroupTemplateReference. */
@ApiType({ name: 'k8s.io.api.scheduling.v1alpha2.PodGroupTemplateReference', doc: 'The template of a group.' })
export class PodGroupTemplateReference {
  @Field(1, WorkloadPodGroupTemplateReference, { pointer: true, doc: 'A template of a workload.' })
  workload?: WorkloadPodGroupTemplateReference;
}

/** Shape of v1alpha2.PodGroupSpec. */
@ApiType({ name: 'k8s.io.api.scheduling.v1alpha2.PodGroupSpec', doc: 'How pods of the group are scheduled.' })
export class PodGroupSpec {
  @Field(1, PodGroupTemplateReference, { pointer: true, always: true, doc: 'The template that it was made from.' })
  podGroupTemplateRef?: PodGroupTemplateReference;

  @Field(2, PodGroupSchedulingPolicy, { always: true, required: true, doc: 'How the pods are scheduled.' })
  schedulingPolicy?: PodGroupSchedulingPolicy;

  @Field(3, PodGroupSchedulingConstraints, { pointer: true, doc: 'Nodes that the pods may run on.' })
  schedulingConstraints?: PodGroupSchedulingConstraints;

  @Field(4, PodGroupResourceClaim, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge', 'retainKeys'],
    patchMergeKey: 'name',
    doc: 'Claims to devices that the pods share.',
  })
  resourceClaims?: PodGroupResourceClaim[];

  @Field(5, 'string', {
    pointer: true,
    alias: 'v1alpha2.DisruptionMode',
    default: 'Pod',
    doc: 'Unit of disruption: Pod or PodGroup.',
  })
  disruptionMode?: string;

  @Field(6, 'string', { doc: 'Priority class of the group.' })
  priorityClassName?: string;

  @Field(7, 'int32', { pointer: true, doc: 'Priority of the group.' })
  priority?: number;
}

/** Shape of v1alpha2.PodGroupResourceClaimStatus. */
@ApiType({
  name: 'k8s.io.api.scheduling.v1alpha2.PodGroupResourceClaimStatus',
  doc: 'The object that a claim of the group stands for.',
})
export class PodGroupResourceClaimStatus {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the claim in the group.' })
  name: string;

  @Field(2, 'string', { pointer: true, doc: 'Name of the object; unset if there is no need for one.' })
  resourceClaimName?: string;
}

/** Shape of v1alpha2.PodGroupStatus. */
@ApiType({ name: 'k8s.io.api.scheduling.v1alpha2.PodGroupStatus', doc: 'Progress of the group.' })
export class PodGroupStatus {
  @Field(1, Condition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    doc: 'The states that are known.',
  })
  conditions?: Condition[];

  @Field(2, PodGroupResourceClaimStatus, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge', 'retainKeys'],
    patchMergeKey: 'name',
    doc: 'The objects that claims of the group stand for.',
  })
  resourceClaimStatuses?: PodGroupResourceClaimStatus[];
}

/** Shape of v1alpha2.PodGroup. */
@ApiType({ name: 'k8s.io.api.scheduling.v1alpha2.PodGroup', doc: 'Pods that are scheduled as one.' })
export class PodGroup {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, PodGroupSpec, { always: true, required: true, doc: 'What is wanted.' })
  spec: PodGroupSpec;

  @Field(3, PodGroupStatus, { doc: 'What is found; written by the scheduler.' })
  status?: PodGroupStatus;
}
