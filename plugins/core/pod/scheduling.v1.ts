import { ApiType, Field, LabelSelector } from '../../../src/plugin-api/index.js';
import { NodeSelector, NodeSelectorTerm } from '../reference/reference.v1.js';

/** Shape of v1.PreferredSchedulingTerm. */
@ApiType({ name: 'k8s.io.api.core.v1.PreferredSchedulingTerm' })
export class PreferredSchedulingTerm {
  @Field(1, 'int32', { always: true, required: true })
  weight: number;

  @Field(2, NodeSelectorTerm, { always: true, required: true })
  preference: NodeSelectorTerm;
}

/** Shape of v1.NodeAffinity. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeAffinity' })
export class NodeAffinity {
  @Field(1, NodeSelector, { pointer: true })
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;

  @Field(2, PreferredSchedulingTerm, { list: true })
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
}

/** Shape of v1.PodAffinityTerm. */
@ApiType({ name: 'k8s.io.api.core.v1.PodAffinityTerm' })
export class PodAffinityTerm {
  @Field(1, LabelSelector, { pointer: true })
  labelSelector?: LabelSelector;

  @Field(2, 'string', { list: true })
  namespaces?: string[];

  @Field(3, 'string', { always: true, required: true })
  topologyKey: string;

  @Field(4, LabelSelector, { pointer: true })
  namespaceSelector?: LabelSelector;

  @Field(5, 'string', { list: true })
  matchLabelKeys?: string[];

  @Field(6, 'string', { list: true })
  mismatchLabelKeys?: string[];
}

/** Shape of v1.WeightedPodAffinityTerm. */
@ApiType({ name: 'k8s.io.api.core.v1.WeightedPodAffinityTerm' })
export class WeightedPodAffinityTerm {
  @Field(1, 'int32', { always: true, required: true })
  weight: number;

  @Field(2, PodAffinityTerm, { always: true, required: true })
  podAffinityTerm: PodAffinityTerm;
}

/** Shape of v1.PodAffinity. */
@ApiType({ name: 'k8s.io.api.core.v1.PodAffinity' })
export class PodAffinity {
  @Field(1, PodAffinityTerm, { list: true })
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];

  @Field(2, WeightedPodAffinityTerm, { list: true })
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

/** Shape of v1.PodAntiAffinity. */
@ApiType({ name: 'k8s.io.api.core.v1.PodAntiAffinity' })
export class PodAntiAffinity {
  @Field(1, PodAffinityTerm, { list: true })
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];

  @Field(2, WeightedPodAffinityTerm, { list: true })
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

/** Shape of v1.Affinity. */
@ApiType({ name: 'k8s.io.api.core.v1.Affinity' })
export class Affinity {
  @Field(1, NodeAffinity, { pointer: true })
  nodeAffinity?: NodeAffinity;

  @Field(2, PodAffinity, { pointer: true })
  podAffinity?: PodAffinity;

  @Field(3, PodAntiAffinity, { pointer: true })
  podAntiAffinity?: PodAntiAffinity;
}

/** Shape of v1.Toleration. */
@ApiType({ name: 'k8s.io.api.core.v1.Toleration' })
export class Toleration {
  @Field(1, 'string')
  key?: string;

  @Field(2, 'string', { enum: ['Equal', 'Exists'], alias: 'v1.TolerationOperator' })
  operator?: string;

  @Field(3, 'string')
  value?: string;

  @Field(4, 'string', { enum: ['NoExecute', 'NoSchedule', 'PreferNoSchedule'], alias: 'v1.TaintEffect' })
  effect?: string;

  @Field(5, 'int64', { pointer: true })
  tolerationSeconds?: number;
}

/** Shape of v1.TopologySpreadConstraint. */
@ApiType({ name: 'k8s.io.api.core.v1.TopologySpreadConstraint' })
export class TopologySpreadConstraint {
  @Field(1, 'int32', { always: true, required: true })
  maxSkew: number;

  @Field(2, 'string', { always: true, required: true })
  topologyKey: string;

  @Field(3, 'string', {
    always: true,
    required: true,
    enum: ['DoNotSchedule', 'ScheduleAnyway'],
    alias: 'v1.UnsatisfiableConstraintAction',
  })
  whenUnsatisfiable: string;

  @Field(4, LabelSelector, { pointer: true })
  labelSelector?: LabelSelector;

  @Field(5, 'int32', { pointer: true })
  minDomains?: number;

  @Field(6, 'string', { pointer: true, enum: ['Honor', 'Ignore'], alias: 'v1.NodeInclusionPolicy' })
  nodeAffinityPolicy?: string;

  @Field(7, 'string', { pointer: true, enum: ['Honor', 'Ignore'], alias: 'v1.NodeInclusionPolicy' })
  nodeTaintsPolicy?: string;

  @Field(8, 'string', { list: true })
  matchLabelKeys?: string[];
}

/** Shape of v1.PodSchedulingGate. */
@ApiType({ name: 'k8s.io.api.core.v1.PodSchedulingGate' })
export class PodSchedulingGate {
  @Field(1, 'string', { always: true, required: true })
  name: string;
}
