import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { PersistentVolumeClaim, PodTemplateSpec } from '../../core/index.js';
import { defaultStatefulSet } from './stateful-set.defaults.js';

/** Shape of v1.RollingUpdateStatefulSetStrategy. */
@ApiType({ name: 'k8s.io.api.apps.v1.RollingUpdateStatefulSetStrategy' })
export class RollingUpdateStatefulSetStrategy {
  @Field(1, 'int32', { pointer: true })
  partition?: number;

  @Field(2, 'intOrString', { pointer: true })
  maxUnavailable?: number | string;
}

/** Shape of v1.StatefulSetUpdateStrategy. */
@ApiType({ name: 'k8s.io.api.apps.v1.StatefulSetUpdateStrategy' })
export class StatefulSetUpdateStrategy {
  @Field(1, 'string', { enum: ['OnDelete', 'RollingUpdate'], alias: 'v1.StatefulSetUpdateStrategyType' })
  type?: string;

  @Field(2, RollingUpdateStatefulSetStrategy, { pointer: true })
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
}

/** Shape of v1.StatefulSetPersistentVolumeClaimRetentionPolicy. */
@ApiType({ name: 'k8s.io.api.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy' })
export class StatefulSetPersistentVolumeClaimRetentionPolicy {
  @Field(1, 'string', { alias: 'v1.PersistentVolumeClaimRetentionPolicyType' })
  whenDeleted?: string;

  @Field(2, 'string', { alias: 'v1.PersistentVolumeClaimRetentionPolicyType' })
  whenScaled?: string;
}

/** Shape of v1.StatefulSetOrdinals. */
@ApiType({ name: 'k8s.io.api.apps.v1.StatefulSetOrdinals' })
export class StatefulSetOrdinals {
  @Field(1, 'int32', { always: true })
  start?: number;
}

/** Shape of v1.StatefulSetSpec. */
@ApiType({ name: 'k8s.io.api.apps.v1.StatefulSetSpec', doc: 'Which pods are wanted and what they keep.' })
export class StatefulSetSpec {
  @Field(1, 'int32', { pointer: true, doc: 'Number of pods.' })
  replicas?: number;

  @Field(2, LabelSelector, {
    pointer: true,
    always: true,
    required: true,
    doc: 'Labels by which pods are found; cannot change.',
  })
  selector: LabelSelector;

  @Field(3, PodTemplateSpec, { always: true, required: true, doc: 'The pods.' })
  template: PodTemplateSpec;

  @Field(4, PersistentVolumeClaim, { list: true, doc: 'Storage each pod claims.' })
  volumeClaimTemplates?: PersistentVolumeClaim[];

  @Field(5, 'string', { always: true, required: true, doc: 'Service that names the pods.' })
  serviceName: string;

  @Field(6, 'string', {
    enum: ['OrderedReady', 'Parallel'],
    alias: 'v1.PodManagementPolicyType',
    doc: 'One after the other, or all at once.',
  })
  podManagementPolicy?: string;

  @Field(7, StatefulSetUpdateStrategy, { doc: 'How pods are replaced by new ones.' })
  updateStrategy?: StatefulSetUpdateStrategy;

  @Field(8, 'int32', { pointer: true, doc: 'Former states to keep.' })
  revisionHistoryLimit?: number;

  @Field(9, 'int32')
  minReadySeconds?: number;

  @Field(10, StatefulSetPersistentVolumeClaimRetentionPolicy, { pointer: true, doc: 'What becomes of the claims.' })
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;

  @Field(11, StatefulSetOrdinals, { pointer: true, doc: 'How the pods are numbered.' })
  ordinals?: StatefulSetOrdinals;
}

/** Shape of v1.StatefulSetCondition. */
@ApiType({ name: 'k8s.io.api.apps.v1.StatefulSetCondition' })
export class StatefulSetCondition {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.StatefulSetConditionType' })
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

/** Shape of v1.StatefulSetStatus. */
@ApiType({ name: 'k8s.io.api.apps.v1.StatefulSetStatus' })
export class StatefulSetStatus {
  @Field(1, 'int64')
  observedGeneration?: number;

  @Field(2, 'int32', { always: true, required: true })
  replicas: number;

  @Field(3, 'int32')
  readyReplicas?: number;

  @Field(4, 'int32')
  currentReplicas?: number;

  @Field(5, 'int32')
  updatedReplicas?: number;

  @Field(6, 'string')
  currentRevision?: string;

  @Field(7, 'string')
  updateRevision?: string;

  @Field(9, 'int32', { pointer: true })
  collisionCount?: number;

  @Field(10, StatefulSetCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
  })
  conditions?: StatefulSetCondition[];

  @Field(11, 'int32', { always: true })
  availableReplicas?: number;
}

/** Shape of v1.StatefulSet. */
@ApiType({
  name: 'k8s.io.api.apps.v1.StatefulSet',
  doc: 'Keeps pods running that have names and storage of their own.',
  defaults: defaultStatefulSet,
})
export class StatefulSet {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, StatefulSetSpec, { doc: 'What is wanted.' })
  spec?: StatefulSetSpec;

  @Field(3, StatefulSetStatus, { doc: 'What is known.' })
  status?: StatefulSetStatus;
}
