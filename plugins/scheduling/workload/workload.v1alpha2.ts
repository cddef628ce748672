import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import {
  PodGroupResourceClaim,
  PodGroupSchedulingConstraints,
  PodGroupSchedulingPolicy,
} from '../group-policy/group-policy.v1alpha2.js';

/** Shape of v1alpha2.TypedLocalObjectReference. */
@ApiType({
  name: 'k8s.io.api.scheduling.v1alpha2.TypedLocalObjectReference',
  doc: 'An object in the same namespace.',
})
export class TypedLocalObjectReference {
  @Field(1, 'string', { doc: 'Group of the object.' })
  apiGroup?: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Kind of the object.' })
  kind: string;

  @Field(3, 'string', { always: true, required: true, doc: 'Name of the object.' })
  name: string;
}

/** Shape of v1alpha2.PodGroupTemplate. */
@ApiType({ name: 'k8s.io.api.scheduling.v1alpha2.PodGroupTemplate', doc: 'Describes groups of pods of a workload.' })
export class PodGroupTemplate {
  @Field(1, 'string', { always: true, required: true, doc: 'Name, unique in the workload.' })
  name: string;

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
    doc: 'Unit of disruption: Pod or PodGroup.',
  })
  disruptionMode?: string;

  @Field(6, 'string', { doc: 'Priority class of the groups.' })
  priorityClassName?: string;

  @Field(7, 'int32', { pointer: true, doc: 'Priority of the groups.' })
  priority?: number;
}

/** Shape of v1alpha2.WorkloadSpec. */
@ApiType({ name: 'k8s.io.api.scheduling.v1alpha2.WorkloadSpec', doc: 'The groups of pods of a workload.' })
export class WorkloadSpec {
  @Field(1, TypedLocalObjectReference, { pointer: true, doc: 'The object that the workload belongs to.' })
  controllerRef?: TypedLocalObjectReference;

  @Field(2, PodGroupTemplate, {
    list: true,
    always: true,
    required: true,
    listType: 'map',
    listMapKeys: ['name'],
    doc: 'Templates of the groups, eight at most.',
  })
  podGroupTemplates?: PodGroupTemplate[];
}

/** Shape of v1alpha2.Workload. */
@ApiType({
  name: 'k8s.io.api.scheduling.v1alpha2.Workload',
  doc: 'Pods that are scheduled with regard to one another.',
})
export class Workload {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, WorkloadSpec, { always: true, required: true, doc: 'What is wanted.' })
  spec: WorkloadSpec;
}
