import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast } from '../../../src/plugin-api/built-in.js';
import { PodTemplateSpec, StateCondition } from '../../core/index.js';
import { defaultReplicaSet } from './replica-set.defaults.js';

/** Shape of v1.ReplicaSetSpec. */
@ApiType({ name: 'k8s.io.api.apps.v1.ReplicaSetSpec', doc: 'How many pods of which kind are wanted.' })
export class ReplicaSetSpec {
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

  @Field(3, PodTemplateSpec, { doc: 'Template by which missing pods are created.' })
  template?: PodTemplateSpec;

  @Field(4, 'int32', { doc: 'Time a pod is ready before it counts as available.' })
  @AtLeast(0)
  minReadySeconds?: number;
}

/** Shape of v1.ReplicaSetCondition. */
@ApiType({ name: 'k8s.io.api.apps.v1.ReplicaSetCondition', doc: 'One state a replica set is in.', inherits: true })
export class ReplicaSetCondition extends StateCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.ReplicaSetConditionType',
    doc: 'Name of the condition, such as ReplicaFailure.',
  })
  override type: string;
}

/** Shape of v1.ReplicaSetStatus. */
@ApiType({ name: 'k8s.io.api.apps.v1.ReplicaSetStatus', doc: 'What is known of a replica set.' })
export class ReplicaSetStatus {
  @Field(1, 'int32', { always: true, required: true, doc: 'Number of pods there are.' })
  @AtLeast(0)
  replicas: number;

  @Field(2, 'int32', { doc: 'Pods that carry all labels of the template.' })
  @AtLeast(0)
  fullyLabeledReplicas?: number;

  @Field(3, 'int64', { doc: 'Generation the status belongs to.' })
  @AtLeast(0)
  observedGeneration?: number;

  @Field(4, 'int32', { doc: 'Number of pods that are ready.' })
  @AtLeast(0)
  readyReplicas?: number;

  @Field(5, 'int32', { doc: 'Pods that have been ready for long enough.' })
  @AtLeast(0)
  availableReplicas?: number;

  @Field(6, ReplicaSetCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'States the replica set is in.',
  })
  conditions?: ReplicaSetCondition[];

  @Field(7, 'int32', { since: '1.33', pointer: true, doc: 'Pods that are being deleted and have not ended yet.' })
  terminatingReplicas?: number;
}

/** Shape of v1.ReplicaSet. */
@ApiType({
  name: 'k8s.io.api.apps.v1.ReplicaSet',
  doc: 'Keeps a number of equal pods running.',
  defaults: defaultReplicaSet,
})
export class ReplicaSet {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ReplicaSetSpec, { doc: 'What is wanted.' })
  spec?: ReplicaSetSpec;

  @Field(3, ReplicaSetStatus, { doc: 'What is known.' })
  status?: ReplicaSetStatus;
}
