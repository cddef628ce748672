import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast, OneOf } from '../../../src/plugin-api/built-in.js';
import { PersistentVolumeClaim, PodTemplateSpec, StateCondition } from '../../core/index.js';
import { defaultStatefulSet } from './stateful-set.defaults.js';

/** Shape of v1.RollingUpdateStatefulSetStrategy. */
@ApiType({
  name: 'k8s.io.api.apps.v1.RollingUpdateStatefulSetStrategy',
  doc: 'Settings of a rolling update of a stateful set.',
})
export class RollingUpdateStatefulSetStrategy {
  @Field(1, 'int32', { pointer: true, doc: 'Lowest ordinal that gets updated; 0 when unset.' })
  @AtLeast(0)
  partition?: number;

  @Field(2, 'intOrString', {
    since: '1.24',
    pointer: true,
    doc: 'Pods that may be unavailable meanwhile; 1 when unset, alpha.',
  })
  maxUnavailable?: number | string;
}

/** Shape of v1.StatefulSetUpdateStrategy. */
@ApiType({
  name: 'k8s.io.api.apps.v1.StatefulSetUpdateStrategy',
  doc: 'How pods of a stateful set are replaced by new ones.',
})
export class StatefulSetUpdateStrategy {
  @Field(1, 'string', {
    enum: ['OnDelete', 'RollingUpdate'],
    alias: 'v1.StatefulSetUpdateStrategyType',
    doc: 'RollingUpdate or OnDelete; RollingUpdate when unset.',
  })
  type?: string;

  @Field(2, RollingUpdateStatefulSetStrategy, {
    pointer: true,
    doc: 'Settings of a rolling update; only with type RollingUpdate.',
  })
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
}

/** Shape of v1.StatefulSetPersistentVolumeClaimRetentionPolicy. */
@ApiType({
  name: 'k8s.io.api.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy',
  doc: 'What becomes of claims made from volumeClaimTemplates.',
})
export class StatefulSetPersistentVolumeClaimRetentionPolicy {
  @Field(1, 'string', {
    alias: 'v1.PersistentVolumeClaimRetentionPolicyType',
    doc: 'Delete or Retain claims with the set; Retain when unset.',
  })
  @OneOf('Retain', 'Delete')
  whenDeleted?: string;

  @Field(2, 'string', {
    alias: 'v1.PersistentVolumeClaimRetentionPolicyType',
    doc: 'Delete or Retain claims on scaling down; Retain when unset.',
  })
  @OneOf('Retain', 'Delete')
  whenScaled?: string;
}

/** Shape of v1.StatefulSetOrdinals. */
@ApiType({ name: 'k8s.io.api.apps.v1.StatefulSetOrdinals', doc: 'How pods of a stateful set are numbered.' })
export class StatefulSetOrdinals {
  @Field(1, 'int32', { always: true, doc: 'Number of the first pod; 0 when unset.' })
  @AtLeast(0)
  start?: number;
}

/** Shape of v1.StatefulSetSpec. */
@ApiType({ name: 'k8s.io.api.apps.v1.StatefulSetSpec', doc: 'Which pods are wanted and what they keep.' })
export class StatefulSetSpec {
  @Field(1, 'int32', { pointer: true, doc: 'Number of pods.' })
  @AtLeast(0)
  replicas?: number;

  @Field(2, LabelSelector, {
    pointer: true,
    always: true,
    required: true,
    doc: 'Labels by which pods are found; cannot change.',
  })
  selector: LabelSelector;

  @Field(3, PodTemplateSpec, {
    always: true,
    required: true,
    doc: 'Template of the pods, which are named after the set and a number.',
  })
  template: PodTemplateSpec;

  @Field(4, PersistentVolumeClaim, { list: true, doc: 'Storage each pod claims.' })
  volumeClaimTemplates?: PersistentVolumeClaim[];

  @Field(5, 'string', {
    variants: [{ since: '1.33', required: undefined }],
    always: true,
    required: true,
    doc: 'Service that names the pods.',
  })
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

  @Field(9, 'int32', { since: '1.22', doc: 'Time a pod is ready before it counts as available.' })
  @AtLeast(0)
  minReadySeconds?: number;

  @Field(10, StatefulSetPersistentVolumeClaimRetentionPolicy, {
    since: '1.23',
    pointer: true,
    doc: 'What becomes of the claims.',
  })
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;

  @Field(11, StatefulSetOrdinals, { since: '1.26', pointer: true, doc: 'How the pods are numbered.' })
  ordinals?: StatefulSetOrdinals;
}

/** Shape of v1.StatefulSetCondition. */
@ApiType({ name: 'k8s.io.api.apps.v1.StatefulSetCondition', doc: 'One state a stateful set is in.', inherits: true })
export class StatefulSetCondition extends StateCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.StatefulSetConditionType',
    doc: 'Name of the condition; one entry for each name.',
  })
  override type: string;
}

/** Shape of v1.StatefulSetStatus. */
@ApiType({ name: 'k8s.io.api.apps.v1.StatefulSetStatus', doc: 'What is known of a stateful set.' })
export class StatefulSetStatus {
  @Field(1, 'int64', { doc: 'Generation the status belongs to.' })
  @AtLeast(0)
  observedGeneration?: number;

  @Field(2, 'int32', { always: true, required: true, doc: 'Number of pods there are.' })
  @AtLeast(0)
  replicas: number;

  @Field(3, 'int32', { doc: 'Number of pods that are ready.' })
  @AtLeast(0)
  readyReplicas?: number;

  @Field(4, 'int32', { doc: 'Pods made from the revision named in currentRevision.' })
  @AtLeast(0)
  currentReplicas?: number;

  @Field(5, 'int32', { doc: 'Pods made from the revision named in updateRevision.' })
  @AtLeast(0)
  updatedReplicas?: number;

  @Field(6, 'string', { doc: 'Revision that pods not yet updated are made from.' })
  currentRevision?: string;

  @Field(7, 'string', { doc: 'Revision that updated pods are made from.' })
  updateRevision?: string;

  @Field(9, 'int32', { pointer: true, doc: 'Name clashes met so far; goes into the hash of the next name.' })
  @AtLeast(0)
  collisionCount?: number;

  @Field(10, StatefulSetCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'States the stateful set is in.',
  })
  conditions?: StatefulSetCondition[];

  @Field(11, 'int32', { since: '1.22', always: true, doc: 'Pods that have been ready for long enough.' })
  @AtLeast(0)
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

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, StatefulSetSpec, { doc: 'What is wanted.' })
  spec?: StatefulSetSpec;

  @Field(3, StatefulSetStatus, { doc: 'What is known.' })
  status?: StatefulSetStatus;
}
