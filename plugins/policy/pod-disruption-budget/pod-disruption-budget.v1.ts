import { ApiType, Condition, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast, OneOf } from '../../../src/plugin-api/built-in.js';

/** Shape of v1.PodDisruptionBudgetSpec. */
@ApiType({ name: 'k8s.io.api.policy.v1.PodDisruptionBudgetSpec', doc: 'How many pods must stay, or may go at a time.' })
export class PodDisruptionBudgetSpec {
  @Field(1, 'intOrString', {
    pointer: true,
    doc: 'How many of the pods, or which share, must be there after an eviction; not beside maxUnavailable.',
  })
  minAvailable?: number | string;

  @Field(2, LabelSelector, {
    pointer: true,
    patchStrategy: ['replace'],
    doc: 'Pods the budget is for; an empty one selects all of the namespace.',
  })
  selector?: LabelSelector;

  @Field(3, 'intOrString', {
    pointer: true,
    doc: 'How many of the pods, or which share, may be missing after an eviction; not beside minAvailable.',
  })
  maxUnavailable?: number | string;

  @Field(4, 'string', {
    since: '1.26',
    pointer: true,
    enum: ['AlwaysAllow', 'IfHealthyBudget'],
    alias: 'v1.UnhealthyPodEvictionPolicyType',
    doc: 'Whether pods that are not ready go while the budget is spent (AlwaysAllow) or only while enough others are healthy (IfHealthyBudget, which holds when unset).',
  })
  @OneOf('AlwaysAllow', 'IfHealthyBudget')
  unhealthyPodEvictionPolicy?: string;
}

/** Shape of v1.PodDisruptionBudgetStatus. */
@ApiType({ name: 'k8s.io.api.policy.v1.PodDisruptionBudgetStatus', doc: 'What is known of a budget and its pods.' })
export class PodDisruptionBudgetStatus {
  @Field(1, 'int64', { doc: 'Generation the status belongs to; while it is an older one nothing is evicted.' })
  observedGeneration?: number;

  @Field(2, 'time', {
    map: true,
    valueAlias: 'v1.Time',
    doc: 'Pods with an accepted eviction whose deletion has not been observed yet, with the time of the eviction.',
  })
  disruptedPods?: Record<string, string>;

  @Field(3, 'int32', {
    variants: [{ since: '1.36', required: undefined }],
    always: true,
    required: true,
    doc: 'How many pods may go now.',
  })
  @AtLeast(0)
  disruptionsAllowed: number;

  @Field(4, 'int32', {
    variants: [{ since: '1.36', required: undefined }],
    always: true,
    required: true,
    doc: 'How many pods are healthy.',
  })
  @AtLeast(0)
  currentHealthy: number;

  @Field(5, 'int32', {
    variants: [{ since: '1.36', required: undefined }],
    always: true,
    required: true,
    doc: 'How many pods must be healthy at least.',
  })
  @AtLeast(0)
  desiredHealthy: number;

  @Field(6, 'int32', {
    variants: [{ since: '1.36', required: undefined }],
    always: true,
    required: true,
    doc: 'How many pods the budget counts.',
  })
  @AtLeast(0)
  expectedPods: number;

  @Field(7, Condition, {
    since: '1.21',
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    doc: 'States the budget is in, such as DisruptionAllowed.',
  })
  conditions?: Condition[];
}

/** Shape of v1.PodDisruptionBudget. */
@ApiType({ name: 'k8s.io.api.policy.v1.PodDisruptionBudget', doc: 'Limits how many pods go at a time by evictions.' })
export class PodDisruptionBudget {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, PodDisruptionBudgetSpec, { doc: 'What is wanted.' })
  spec?: PodDisruptionBudgetSpec;

  @Field(3, PodDisruptionBudgetStatus, { doc: 'What is known.' })
  status?: PodDisruptionBudgetStatus;
}
