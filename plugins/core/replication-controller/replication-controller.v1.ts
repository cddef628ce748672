import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast, Required } from '../../../src/plugin-api/built-in.js';
import { StateCondition } from '../reference/condition.v1.js';
import { PodTemplateSpec } from '../pod/shape/pod.v1.js';
import { defaultReplicationController } from './replication-controller.defaults.js';

/** Shape of v1.ReplicationControllerSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.ReplicationControllerSpec', doc: 'How many pods of which kind are wanted.' })
export class ReplicationControllerSpec {
  @Field(1, 'int32', { pointer: true, variants: [{ since: '1.33', openapiDefault: 1 }], doc: 'Number of pods.' })
  @AtLeast(0)
  replicas?: number;

  @Field(2, 'string', {
    map: true,
    mapType: 'atomic',
    variants: [{ until: '1.21', mapType: undefined }],
    doc: 'Labels by which pods are found.',
  })
  selector?: Record<string, string>;

  @Field(3, PodTemplateSpec, { pointer: true, doc: 'Template by which missing pods are created.' })
  @Required()
  template?: PodTemplateSpec;

  @Field(4, 'int32', {
    variants: [{ since: '1.33', openapiDefault: 0 }],
    doc: 'Time a pod is ready before it counts as available.',
  })
  @AtLeast(0)
  minReadySeconds?: number;
}

/** Shape of v1.ReplicationControllerCondition. */
@ApiType({
  name: 'k8s.io.api.core.v1.ReplicationControllerCondition',
  doc: 'One state a replication controller is in.',
  inherits: true,
})
export class ReplicationControllerCondition extends StateCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.ReplicationControllerConditionType',
    doc: 'Which condition it is; each type appears once.',
  })
  override type: string;
}

/** Shape of v1.ReplicationControllerStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.ReplicationControllerStatus', doc: 'What is known of a replication controller.' })
export class ReplicationControllerStatus {
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

  @Field(6, ReplicationControllerCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'States the controller is in.',
  })
  conditions?: ReplicationControllerCondition[];
}

/** Shape of v1.ReplicationController. */
@ApiType({
  name: 'k8s.io.api.core.v1.ReplicationController',
  doc: 'Keeps a number of equal pods running.',
  defaults: defaultReplicationController,
})
export class ReplicationController {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ReplicationControllerSpec, { doc: 'What is wanted.' })
  spec?: ReplicationControllerSpec;

  @Field(3, ReplicationControllerStatus, { doc: 'What is known.' })
  status?: ReplicationControllerStatus;
}
