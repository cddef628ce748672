import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { PodTemplateSpec } from '../../core/index.js';
import { defaultReplicaSet } from './replica-set.defaults.js';

/** Shape of v1.ReplicaSetSpec. */
@ApiType({ name: 'k8s.io.api.apps.v1.ReplicaSetSpec', doc: 'How many pods of which kind are wanted.' })
export class ReplicaSetSpec {
  @Field(1, 'int32', { pointer: true, doc: 'Number of pods.' })
  replicas?: number;

  @Field(2, LabelSelector, {
    pointer: true,
    always: true,
    required: true,
    doc: 'Labels by which pods are found; cannot change.',
  })
  selector: LabelSelector;

  @Field(3, PodTemplateSpec, { doc: 'The pods.' })
  template?: PodTemplateSpec;

  @Field(4, 'int32', { doc: 'Time a pod is ready before it counts as available.' })
  minReadySeconds?: number;
}

/** Shape of v1.ReplicaSetCondition. */
@ApiType({ name: 'k8s.io.api.apps.v1.ReplicaSetCondition' })
export class ReplicaSetCondition {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.ReplicaSetConditionType' })
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

/** Shape of v1.ReplicaSetStatus. */
@ApiType({ name: 'k8s.io.api.apps.v1.ReplicaSetStatus' })
export class ReplicaSetStatus {
  @Field(1, 'int32', { always: true, required: true })
  replicas: number;

  @Field(2, 'int32')
  fullyLabeledReplicas?: number;

  @Field(3, 'int64')
  observedGeneration?: number;

  @Field(4, 'int32')
  readyReplicas?: number;

  @Field(5, 'int32')
  availableReplicas?: number;

  @Field(6, ReplicaSetCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
  })
  conditions?: ReplicaSetCondition[];
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

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, ReplicaSetSpec, { doc: 'What is wanted.' })
  spec?: ReplicaSetSpec;

  @Field(3, ReplicaSetStatus, { doc: 'What is known.' })
  status?: ReplicaSetStatus;
}
