import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { PodTemplateSpec } from '../../core/index.js';
import { defaultDaemonSet } from './daemon-set.defaults.js';

/** Shape of v1.RollingUpdateDaemonSet. */
@ApiType({ name: 'k8s.io.api.apps.v1.RollingUpdateDaemonSet' })
export class RollingUpdateDaemonSet {
  @Field(1, 'intOrString', { pointer: true })
  maxUnavailable?: number | string;

  @Field(2, 'intOrString', { pointer: true })
  maxSurge?: number | string;
}

/** Shape of v1.DaemonSetUpdateStrategy. */
@ApiType({ name: 'k8s.io.api.apps.v1.DaemonSetUpdateStrategy' })
export class DaemonSetUpdateStrategy {
  @Field(1, 'string', { enum: ['OnDelete', 'RollingUpdate'], alias: 'v1.DaemonSetUpdateStrategyType' })
  type?: string;

  @Field(2, RollingUpdateDaemonSet, { pointer: true })
  rollingUpdate?: RollingUpdateDaemonSet;
}

/** Shape of v1.DaemonSetSpec. */
@ApiType({ name: 'k8s.io.api.apps.v1.DaemonSetSpec', doc: 'Which pods run on the nodes.' })
export class DaemonSetSpec {
  @Field(1, LabelSelector, {
    pointer: true,
    always: true,
    required: true,
    doc: 'Labels by which pods are found; cannot change.',
  })
  selector: LabelSelector;

  @Field(2, PodTemplateSpec, { always: true, required: true, doc: 'The pods.' })
  template: PodTemplateSpec;

  @Field(3, DaemonSetUpdateStrategy, { doc: 'How pods are replaced by new ones.' })
  updateStrategy?: DaemonSetUpdateStrategy;

  @Field(4, 'int32', { doc: 'Time a pod is ready before it counts as available.' })
  minReadySeconds?: number;

  @Field(6, 'int32', { pointer: true, doc: 'Former states to keep.' })
  revisionHistoryLimit?: number;
}

/** Shape of v1.DaemonSetCondition. */
@ApiType({ name: 'k8s.io.api.apps.v1.DaemonSetCondition' })
export class DaemonSetCondition {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.DaemonSetConditionType' })
  type: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.ConditionStatus' })
  status: string;

  @Field(3, 'time')
  lastTransitionTime?: string;

  @Field(4, 'string')
  reason?: string;

  @Field(5, 'string')
  message?: string;
}

/** Shape of v1.DaemonSetStatus. */
@ApiType({ name: 'k8s.io.api.apps.v1.DaemonSetStatus' })
export class DaemonSetStatus {
  @Field(1, 'int32', { always: true, required: true })
  currentNumberScheduled: number;

  @Field(2, 'int32', { always: true, required: true })
  numberMisscheduled: number;

  @Field(3, 'int32', { always: true, required: true })
  desiredNumberScheduled: number;

  @Field(4, 'int32', { always: true, required: true })
  numberReady: number;

  @Field(5, 'int64')
  observedGeneration?: number;

  @Field(6, 'int32')
  updatedNumberScheduled?: number;

  @Field(7, 'int32')
  numberAvailable?: number;

  @Field(8, 'int32')
  numberUnavailable?: number;

  @Field(9, 'int32', { pointer: true })
  collisionCount?: number;

  @Field(10, DaemonSetCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
  })
  conditions?: DaemonSetCondition[];
}

/** Shape of v1.DaemonSet. */
@ApiType({
  name: 'k8s.io.api.apps.v1.DaemonSet',
  doc: 'Keeps one pod running on each node.',
  defaults: defaultDaemonSet,
})
export class DaemonSet {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, DaemonSetSpec, { doc: 'What is wanted.' })
  spec?: DaemonSetSpec;

  @Field(3, DaemonSetStatus, { doc: 'What is known.' })
  status?: DaemonSetStatus;
}
