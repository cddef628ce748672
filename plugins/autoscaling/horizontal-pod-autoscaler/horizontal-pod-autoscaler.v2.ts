import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast } from '../../../src/plugin-api/built-in.js';
import { StateCondition } from '../../core/index.js';
import { defaultBehavior, defaultMetrics, defaultMinReplicas } from './horizontal-pod-autoscaler.defaults.js';
import { CrossVersionObjectReference, MetricSpec } from './metric-source.v2.js';
import { HorizontalPodAutoscalerBehavior } from './scaling-behavior.v2.js';
import { MetricStatus } from './metric-status.v2.js';
import { withoutRoundTrip } from './round-trip-annotations.js';

/** Shape of v2.HorizontalPodAutoscalerSpec. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v2.HorizontalPodAutoscalerSpec',
  doc: 'What is scaled, between which bounds, and by what.',
})
export class HorizontalPodAutoscalerSpec {
  @Field(1, CrossVersionObjectReference, { always: true, required: true, doc: 'The workload that is scaled.' })
  scaleTargetRef: CrossVersionObjectReference;

  @Field(2, 'int32', { pointer: true, doc: 'The fewest pods; 1 when unset.' })
  minReplicas?: number;

  @Field(3, 'int32', { always: true, required: true, doc: 'The most pods.' })
  @AtLeast(1, 'must be greater than 0')
  maxReplicas: number;

  @Field(4, MetricSpec, {
    list: true,
    listType: 'atomic',
    variants: [{ until: '1.22', listType: undefined }],
    doc: 'What the size depends on; the largest outcome counts.',
  })
  metrics?: MetricSpec[];

  @Field(5, HorizontalPodAutoscalerBehavior, {
    since: '1.18',
    pointer: true,
    doc: 'How fast it scales in each direction.',
  })
  behavior?: HorizontalPodAutoscalerBehavior;
}

/** Shape of v2.HorizontalPodAutoscalerCondition. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v2.HorizontalPodAutoscalerCondition',
  doc: 'One state an autoscaler is in.',
  inherits: true,
})
export class HorizontalPodAutoscalerCondition extends StateCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v2.HorizontalPodAutoscalerConditionType',
    doc: 'Name of the condition, such as AbleToScale.',
  })
  override type: string;
}

/** Shape of v2.HorizontalPodAutoscalerStatus. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v2.HorizontalPodAutoscalerStatus',
  doc: 'What the autoscaler has found and done.',
})
export class HorizontalPodAutoscalerStatus {
  @Field(1, 'int64', { pointer: true, doc: 'Generation the status belongs to.' })
  observedGeneration?: number;

  @Field(2, 'time', { pointer: true, doc: 'When the size was last changed.' })
  lastScaleTime?: string;

  @Field(3, 'int32', { doc: 'Pods there were last.' })
  @AtLeast(0)
  currentReplicas?: number;

  @Field(4, 'int32', { always: true, required: true, doc: 'Pods the autoscaler last asked for.' })
  @AtLeast(0)
  desiredReplicas: number;

  @Field(5, MetricStatus, {
    list: true,
    always: true,
    listType: 'atomic',
    variants: [{ until: '1.22', listType: undefined }],
    doc: 'What the metrics were last.',
  })
  currentMetrics?: MetricStatus[] | null;

  @Field(6, HorizontalPodAutoscalerCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    variants: [{ until: '1.22', listType: undefined, listMapKeys: undefined }],
    doc: 'States the autoscaler is in.',
  })
  conditions?: HorizontalPodAutoscalerCondition[];
}

/** Shape of v2.HorizontalPodAutoscaler. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v2.HorizontalPodAutoscaler',
  doc: 'Sets the size of a workload by what its pods do.',
  defaults: defaultAutoscaler,
})
export class HorizontalPodAutoscaler {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, HorizontalPodAutoscalerSpec, { variants: [{ since: '1.36', required: true }], doc: 'What is wanted.' })
  spec?: HorizontalPodAutoscalerSpec;

  @Field(3, HorizontalPodAutoscalerStatus, { doc: 'What is known.' })
  status?: HorizontalPodAutoscalerStatus;
}

/** The annotations of v1 mean nothing here; they are removed before a manager owns them. */
function defaultAutoscaler(autoscaler: HorizontalPodAutoscaler): void {
  autoscaler.metadata = withoutRoundTrip(autoscaler.metadata);
  defaultMinReplicas(autoscaler);
  const spec = autoscaler.spec!;
  if (!spec.metrics?.length) spec.metrics = defaultMetrics();
  defaultBehavior(spec.behavior);
}
