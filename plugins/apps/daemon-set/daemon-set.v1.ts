import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast } from '../../../src/plugin-api/built-in.js';
import { PodTemplateSpec, StateCondition } from '../../core/index.js';
import { defaultDaemonSet } from './daemon-set.defaults.js';

/** Shape of v1.RollingUpdateDaemonSet. */
@ApiType({ name: 'k8s.io.api.apps.v1.RollingUpdateDaemonSet', doc: 'Settings of a rolling update of a daemon set.' })
export class RollingUpdateDaemonSet {
  @Field(1, 'intOrString', { pointer: true, doc: 'Nodes that may lack an available pod meanwhile; 1 when unset.' })
  maxUnavailable?: number | string;

  @Field(2, 'intOrString', {
    since: '1.21',
    pointer: true,
    doc: 'Nodes that may run an old and a new pod at once; 0 when unset.',
  })
  maxSurge?: number | string;
}

/** Shape of v1.DaemonSetUpdateStrategy. */
@ApiType({
  name: 'k8s.io.api.apps.v1.DaemonSetUpdateStrategy',
  doc: 'How pods of a daemon set are replaced by new ones.',
})
export class DaemonSetUpdateStrategy {
  @Field(1, 'string', {
    enum: ['OnDelete', 'RollingUpdate'],
    alias: 'v1.DaemonSetUpdateStrategyType',
    doc: 'RollingUpdate or OnDelete; RollingUpdate when unset.',
  })
  type?: string;

  @Field(2, RollingUpdateDaemonSet, {
    pointer: true,
    doc: 'Settings of a rolling update; only with type RollingUpdate.',
  })
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

  @Field(2, PodTemplateSpec, { always: true, required: true, doc: 'Template of the pods, one for each matching node.' })
  template: PodTemplateSpec;

  @Field(3, DaemonSetUpdateStrategy, { doc: 'How pods are replaced by new ones.' })
  updateStrategy?: DaemonSetUpdateStrategy;

  @Field(4, 'int32', { doc: 'Time a pod is ready before it counts as available.' })
  @AtLeast(0)
  minReadySeconds?: number;

  @Field(6, 'int32', { pointer: true, doc: 'Former states to keep.' })
  @AtLeast(0)
  revisionHistoryLimit?: number;
}

/** Shape of v1.DaemonSetCondition. */
@ApiType({ name: 'k8s.io.api.apps.v1.DaemonSetCondition', doc: 'One state a daemon set is in.', inherits: true })
export class DaemonSetCondition extends StateCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.DaemonSetConditionType',
    doc: 'Name of the condition; one entry for each name.',
  })
  override type: string;
}

/** Shape of v1.DaemonSetStatus. */
@ApiType({ name: 'k8s.io.api.apps.v1.DaemonSetStatus', doc: 'What is known of a daemon set.' })
export class DaemonSetStatus {
  @Field(1, 'int32', { always: true, required: true, doc: 'Nodes that should have a pod and have one.' })
  @AtLeast(0)
  currentNumberScheduled: number;

  @Field(2, 'int32', { always: true, required: true, doc: 'Nodes that have a pod but should not.' })
  @AtLeast(0)
  numberMisscheduled: number;

  @Field(3, 'int32', { always: true, required: true, doc: 'Nodes that should have a pod.' })
  @AtLeast(0)
  desiredNumberScheduled: number;

  @Field(4, 'int32', { always: true, required: true, doc: 'Nodes that should have a pod and whose pod is ready.' })
  @AtLeast(0)
  numberReady: number;

  @Field(5, 'int64', { doc: 'Generation the status belongs to.' })
  @AtLeast(0)
  observedGeneration?: number;

  @Field(6, 'int32', { doc: 'Nodes whose pod is made from the current template.' })
  @AtLeast(0)
  updatedNumberScheduled?: number;

  @Field(7, 'int32', { doc: 'Nodes that should have a pod and whose pod is available.' })
  @AtLeast(0)
  numberAvailable?: number;

  @Field(8, 'int32', { doc: 'Nodes that should have a pod but have none that is available.' })
  @AtLeast(0)
  numberUnavailable?: number;

  @Field(9, 'int32', { pointer: true, doc: 'Name clashes met so far; goes into the hash of the next name.' })
  @AtLeast(0)
  collisionCount?: number;

  @Field(10, DaemonSetCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'States the daemon set is in.',
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

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, DaemonSetSpec, { doc: 'What is wanted.' })
  spec?: DaemonSetSpec;

  @Field(3, DaemonSetStatus, { doc: 'What is known.' })
  status?: DaemonSetStatus;
}
