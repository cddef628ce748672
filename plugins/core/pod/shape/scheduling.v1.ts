import { ApiType, Field, LabelSelector } from '../../../../src/plugin-api/index.js';
import { AtLeast, AtMost, OneOf, Required } from '../../../../src/plugin-api/built-in.js';
import { NodeSelector, NodeSelectorTerm } from '../../reference/reference.v1.js';

/** Shape of v1.PreferredSchedulingTerm. */
@ApiType({ name: 'k8s.io.api.core.v1.PreferredSchedulingTerm', doc: 'A wish for certain nodes, with its weight.' })
export class PreferredSchedulingTerm {
  @Field(1, 'int32', { always: true, required: true, doc: 'How much the preference counts, from 1 to 100.' })
  @AtLeast(1, 'must be in the range 1-100')
  @AtMost(100, 'must be in the range 1-100')
  weight: number;

  @Field(2, NodeSelectorTerm, { always: true, required: true, doc: 'What the node should be like.' })
  preference: NodeSelectorTerm;
}

/** Shape of v1.NodeAffinity. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeAffinity', doc: 'Which nodes a pod must or would rather run on.' })
export class NodeAffinity {
  @Field(1, NodeSelector, {
    pointer: true,
    doc: 'Rules that must hold when the pod is scheduled; not checked again later.',
  })
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;

  @Field(2, PreferredSchedulingTerm, {
    list: true,
    doc: 'Weighted preferences; the scheduler favors nodes with the highest sum.',
  })
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
}

/** Shape of v1.PodAffinityTerm. */
@ApiType({ name: 'k8s.io.api.core.v1.PodAffinityTerm', doc: 'Set of pods, and how near to them counts as together.' })
export class PodAffinityTerm {
  @Field(1, LabelSelector, { pointer: true, doc: 'Labels of the pods meant; null matches no pods.' })
  labelSelector?: LabelSelector;

  @Field(2, 'string', { list: true, doc: 'Namespaces to look in; that of the pod if no selector is set either.' })
  namespaces?: string[];

  @Field(3, 'string', {
    always: true,
    required: true,
    doc: 'Node label whose equal values make nodes one place; must be set.',
  })
  @Required('can not be empty')
  topologyKey: string;

  @Field(4, LabelSelector, {
    since: '1.21',
    pointer: true,
    doc: 'Labels of further namespaces to look in; empty means all of them.',
  })
  namespaceSelector?: LabelSelector;

  @Field(5, 'string', {
    since: '1.29',
    list: true,
    listType: 'atomic',
    doc: 'Label keys whose values must equal those of the incoming pod.',
  })
  matchLabelKeys?: string[];

  @Field(6, 'string', {
    since: '1.29',
    list: true,
    listType: 'atomic',
    doc: 'Label keys whose values must differ from those of the incoming pod.',
  })
  mismatchLabelKeys?: string[];
}

/** Shape of v1.WeightedPodAffinityTerm. */
@ApiType({ name: 'k8s.io.api.core.v1.WeightedPodAffinityTerm', doc: 'A wish about neighboring pods, with its weight.' })
export class WeightedPodAffinityTerm {
  @Field(1, 'int32', { always: true, required: true, doc: 'How much the preference counts, from 1 to 100.' })
  @AtLeast(1, 'must be in the range 1-100')
  @AtMost(100, 'must be in the range 1-100')
  weight: number;

  @Field(2, PodAffinityTerm, { always: true, required: true, doc: 'Which pods to be near to or away from.' })
  podAffinityTerm: PodAffinityTerm;
}

/** Shape of v1.PodAffinity. */
@ApiType({ name: 'k8s.io.api.core.v1.PodAffinity', doc: 'Which pods a pod must or would rather run near.' })
export class PodAffinity {
  @Field(1, PodAffinityTerm, {
    list: true,
    doc: 'Rules that must all hold when the pod is scheduled; not checked again later.',
  })
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];

  @Field(2, WeightedPodAffinityTerm, {
    list: true,
    doc: 'Weighted preferences; the scheduler favors nodes with the highest sum.',
  })
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

/** Shape of v1.PodAntiAffinity. */
@ApiType({ name: 'k8s.io.api.core.v1.PodAntiAffinity', doc: 'Which pods a pod must or would rather stay away from.' })
export class PodAntiAffinity {
  @Field(1, PodAffinityTerm, {
    list: true,
    doc: 'Rules that must all hold when the pod is scheduled; not checked again later.',
  })
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];

  @Field(2, WeightedPodAffinityTerm, {
    list: true,
    doc: 'Weighted preferences; the scheduler avoids nodes with the highest sum.',
  })
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

/** Shape of v1.Affinity. */
@ApiType({ name: 'k8s.io.api.core.v1.Affinity', doc: 'Which nodes and which neighbors are wanted.' })
export class Affinity {
  @Field(1, NodeAffinity, { pointer: true, doc: 'Which nodes the pod should run on.' })
  nodeAffinity?: NodeAffinity;

  @Field(2, PodAffinity, { pointer: true, doc: 'Which pods should be close by.' })
  podAffinity?: PodAffinity;

  @Field(3, PodAntiAffinity, { pointer: true, doc: 'Which pods should not be close by.' })
  podAntiAffinity?: PodAntiAffinity;
}

/** Shape of v1.Toleration. */
@ApiType({ name: 'k8s.io.api.core.v1.Toleration', doc: 'Lets a pod onto nodes with a matching taint.' })
export class Toleration {
  @Field(1, 'string', { doc: 'Key of the taint; empty with Exists tolerates every taint.' })
  key?: string;

  @Field(2, 'string', {
    enum: ['Equal', 'Exists'],
    alias: 'v1.TolerationOperator',
    variants: [{ since: '1.35', enum: ['Equal', 'Exists', 'Gt', 'Lt'] }],
    doc: 'Equal compares the values, Exists does not; Equal when unset.',
  })
  operator?: string;

  @Field(3, 'string', { doc: 'Value of the taint; must be empty with Exists.' })
  value?: string;

  @Field(4, 'string', {
    enum: ['NoExecute', 'NoSchedule', 'PreferNoSchedule'],
    alias: 'v1.TaintEffect',
    doc: 'NoSchedule, PreferNoSchedule or NoExecute; every effect when unset.',
  })
  effect?: string;

  @Field(5, 'int64', { pointer: true, doc: 'Seconds before eviction, with NoExecute only; no eviction when unset.' })
  tolerationSeconds?: number;
}

/** Shape of v1.TopologySpreadConstraint. */
@ApiType({
  name: 'k8s.io.api.core.v1.TopologySpreadConstraint',
  doc: 'A rule for spreading equal pods over zones, nodes or the like.',
})
export class TopologySpreadConstraint {
  @Field(1, 'int32', { always: true, required: true, doc: 'Greatest difference in pods between domains; at least 1.' })
  @AtLeast(1, 'must be greater than zero')
  maxSkew: number;

  @Field(2, 'string', { always: true, required: true, doc: 'Node label whose values form the domains.' })
  @Required('can not be empty')
  topologyKey: string;

  @Field(3, 'string', {
    always: true,
    required: true,
    enum: ['DoNotSchedule', 'ScheduleAnyway'],
    alias: 'v1.UnsatisfiableConstraintAction',
    doc: 'DoNotSchedule leaves the pod waiting, ScheduleAnyway only ranks nodes.',
  })
  @OneOf('DoNotSchedule', 'ScheduleAnyway')
  whenUnsatisfiable: string;

  @Field(4, LabelSelector, { pointer: true, doc: 'Labels of the pods that are counted.' })
  labelSelector?: LabelSelector;

  @Field(5, 'int32', {
    since: '1.24',
    pointer: true,
    doc: 'Fewest domains expected; 1 when unset; only with DoNotSchedule.',
  })
  @AtLeast(1, 'must be greater than zero')
  minDomains?: number;

  @Field(6, 'string', {
    since: '1.25',
    pointer: true,
    enum: ['Honor', 'Ignore'],
    alias: 'v1.NodeInclusionPolicy',
    doc: 'Honor counts only nodes the pod may choose, Ignore all; Honor when unset.',
  })
  @OneOf('Honor', 'Ignore')
  nodeAffinityPolicy?: string;

  @Field(7, 'string', {
    since: '1.25',
    pointer: true,
    enum: ['Honor', 'Ignore'],
    alias: 'v1.NodeInclusionPolicy',
    doc: 'Honor leaves out nodes with untolerated taints; Ignore when unset.',
  })
  @OneOf('Honor', 'Ignore')
  nodeTaintsPolicy?: string;

  @Field(8, 'string', {
    since: '1.25',
    list: true,
    listType: 'atomic',
    doc: 'Label keys whose values on the pod are added to labelSelector.',
  })
  matchLabelKeys?: string[];
}

/** Shape of v1.PodSchedulingGate. */
@ApiType({ name: 'k8s.io.api.core.v1.PodSchedulingGate', doc: 'Hold on the scheduling of a pod until it is removed.' })
export class PodSchedulingGate {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the gate, unique in the pod.' })
  name: string;
}
