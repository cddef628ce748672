import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { PodTemplateSpec } from '../pod/pod.v1.js';
import { defaultReplicationController } from './replication-controller.defaults.js';

/** Shape of v1.ReplicationControllerSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.ReplicationControllerSpec' })
export class ReplicationControllerSpec {
  @Field(1, 'int32', { pointer: true })
  replicas?: number;

  @Field(2, 'string', { map: true, mapType: 'atomic' })
  selector?: Record<string, string>;

  @Field(3, PodTemplateSpec, { pointer: true })
  template?: PodTemplateSpec;

  @Field(4, 'int32')
  minReadySeconds?: number;
}

/** Shape of v1.ReplicationControllerCondition. */
@ApiType({ name: 'k8s.io.api.core.v1.ReplicationControllerCondition' })
export class ReplicationControllerCondition {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.ReplicationControllerConditionType' })
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

/** Shape of v1.ReplicationControllerStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.ReplicationControllerStatus' })
export class ReplicationControllerStatus {
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

  @Field(6, ReplicationControllerCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
  })
  conditions?: ReplicationControllerCondition[];
}

/** Shape of v1.ReplicationController. */
@ApiType({ name: 'k8s.io.api.core.v1.ReplicationController', defaults: defaultReplicationController })
export class ReplicationController {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, ReplicationControllerSpec)
  spec?: ReplicationControllerSpec;

  @Field(3, ReplicationControllerStatus)
  status?: ReplicationControllerStatus;
}
