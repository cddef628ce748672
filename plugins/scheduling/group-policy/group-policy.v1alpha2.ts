import { ApiType, Field } from '../../../src/plugin-api/index.js';

/** Shape of v1alpha2.BasicSchedulingPolicy. */
@ApiType({ name: 'k8s.io.api.scheduling.v1alpha2.BasicSchedulingPolicy', doc: 'Pods are scheduled one by one.' })
export class BasicSchedulingPolicy {}

/** Shape of v1alpha2.GangSchedulingPolicy. */
@ApiType({
  name: 'k8s.io.api.scheduling.v1alpha2.GangSchedulingPolicy',
  doc: 'Pods are scheduled together or not at all.',
})
export class GangSchedulingPolicy {
  @Field(1, 'int32', { always: true, required: true, doc: 'Pods that have to be schedulable at the same time.' })
  minCount: number;
}

/** Shape of v1alpha2.PodGroupSchedulingPolicy. */
@ApiType({
  name: 'k8s.io.api.scheduling.v1alpha2.PodGroupSchedulingPolicy',
  doc: 'How pods of a group are scheduled; exactly one member is set.',
})
export class PodGroupSchedulingPolicy {
  @Field(1, BasicSchedulingPolicy, { pointer: true, doc: 'One by one.' })
  basic?: BasicSchedulingPolicy;

  @Field(2, GangSchedulingPolicy, { pointer: true, doc: 'Together or not at all.' })
  gang?: GangSchedulingPolicy;
}

/** Shape of v1alpha2.TopologyConstraint. */
@ApiType({ name: 'k8s.io.api.scheduling.v1alpha2.TopologyConstraint', doc: 'Part of the cluster that all pods share.' })
export class TopologyConstraint {
  @Field(1, 'string', { always: true, required: true, doc: 'Label of nodes whose value they have in common.' })
  key: string;
}

/** Shape of v1alpha2.PodGroupSchedulingConstraints. */
@ApiType({
  name: 'k8s.io.api.scheduling.v1alpha2.PodGroupSchedulingConstraints',
  doc: 'Nodes that pods of a group may run on.',
})
export class PodGroupSchedulingConstraints {
  @Field(1, TopologyConstraint, {
    list: true,
    listType: 'atomic',
    doc: 'Parts of the cluster that all pods share, one at most.',
  })
  topology?: TopologyConstraint[];
}

/** Shape of v1alpha2.PodGroupResourceClaim. */
@ApiType({
  name: 'k8s.io.api.scheduling.v1alpha2.PodGroupResourceClaim',
  doc: 'A claim to devices that pods of a group share.',
})
export class PodGroupResourceClaim {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the claim in the group.' })
  name: string;

  @Field(2, 'string', { pointer: true, doc: 'Name of the object, in the same namespace.' })
  resourceClaimName?: string;

  @Field(3, 'string', { pointer: true, doc: 'Name of the template that the object is made from.' })
  resourceClaimTemplateName?: string;
}
