import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast } from '../../../src/plugin-api/built-in.js';
import { PodTemplateSpec } from '../../core/index.js';
import { defaultDeployment } from './deployment.defaults.js';

/** Shape of v1.RollingUpdateDeployment. */
@ApiType({ name: 'k8s.io.api.apps.v1.RollingUpdateDeployment', doc: 'Settings of a rolling update of a deployment.' })
export class RollingUpdateDeployment {
  @Field(1, 'intOrString', {
    pointer: true,
    doc: 'Pods that may be unavailable meanwhile, rounded down; 25% when unset.',
  })
  maxUnavailable?: number | string;

  @Field(2, 'intOrString', { pointer: true, doc: 'Pods allowed above the wanted number, rounded up; 25% when unset.' })
  maxSurge?: number | string;
}

/** Shape of v1.DeploymentStrategy. */
@ApiType({ name: 'k8s.io.api.apps.v1.DeploymentStrategy', doc: 'How pods of a deployment are replaced by new ones.' })
export class DeploymentStrategy {
  @Field(1, 'string', {
    enum: ['Recreate', 'RollingUpdate'],
    alias: 'v1.DeploymentStrategyType',
    doc: 'RollingUpdate or Recreate; RollingUpdate when unset.',
  })
  type?: string;

  @Field(2, RollingUpdateDeployment, {
    pointer: true,
    doc: 'Settings of a rolling update; only with type RollingUpdate.',
  })
  rollingUpdate?: RollingUpdateDeployment;
}

/** Shape of v1.DeploymentSpec. */
@ApiType({ name: 'k8s.io.api.apps.v1.DeploymentSpec', doc: 'Which pods are wanted and how they are replaced.' })
export class DeploymentSpec {
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
    doc: 'Template of the pods; a change of it starts a rollout.',
  })
  template: PodTemplateSpec;

  @Field(4, DeploymentStrategy, { patchStrategy: ['retainKeys'], doc: 'How pods are replaced by new ones.' })
  strategy?: DeploymentStrategy;

  @Field(5, 'int32', { doc: 'Time a pod is ready before it counts as available.' })
  @AtLeast(0)
  minReadySeconds?: number;

  @Field(6, 'int32', { pointer: true, doc: 'Former states to keep.' })
  @AtLeast(0)
  revisionHistoryLimit?: number;

  @Field(7, 'bool', { doc: 'Holds back replacements.' })
  paused?: boolean;

  @Field(9, 'int32', { pointer: true, doc: 'Time without progress after which the deployment counts as failed.' })
  @AtLeast(0)
  progressDeadlineSeconds?: number;
}

/** Shape of v1.DeploymentCondition. */
@ApiType({ name: 'k8s.io.api.apps.v1.DeploymentCondition', doc: 'One state a deployment is in.' })
export class DeploymentCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.DeploymentConditionType',
    doc: 'Name of the condition, such as Available or Progressing.',
  })
  type: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    alias: 'v1.ConditionStatus',
    doc: 'Whether it holds: True, False or Unknown.',
  })
  status: string;

  @Field(4, 'string', { doc: 'Short cause of the state.' })
  reason?: string;

  @Field(5, 'string', { doc: 'Explanation of the state.' })
  message?: string;

  @Field(6, 'time', { doc: 'Latest change to any part of the condition.' })
  lastUpdateTime?: string;

  @Field(7, 'time', { doc: 'When the status of the condition last changed.' })
  lastTransitionTime?: string;
}

/** Shape of v1.DeploymentStatus. */
@ApiType({ name: 'k8s.io.api.apps.v1.DeploymentStatus', doc: 'What is known of a deployment.' })
export class DeploymentStatus {
  @Field(1, 'int64', { doc: 'Generation the status belongs to.' })
  @AtLeast(0)
  observedGeneration?: number;

  @Field(2, 'int32', { doc: 'Pods there are.' })
  @AtLeast(0)
  replicas?: number;

  @Field(3, 'int32', { doc: 'Pods made from the current template.' })
  @AtLeast(0)
  updatedReplicas?: number;

  @Field(4, 'int32', { doc: 'Pods that have been ready for long enough.' })
  @AtLeast(0)
  availableReplicas?: number;

  @Field(5, 'int32', { doc: 'Pods still missing.' })
  @AtLeast(0)
  unavailableReplicas?: number;

  @Field(6, DeploymentCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'States the deployment is in.',
  })
  conditions?: DeploymentCondition[];

  @Field(7, 'int32', { doc: 'Pods that are ready.' })
  @AtLeast(0)
  readyReplicas?: number;

  @Field(8, 'int32', { pointer: true, doc: 'Name clashes met so far; goes into the hash of the next name.' })
  @AtLeast(0)
  collisionCount?: number;

  @Field(9, 'int32', { since: '1.33', pointer: true, doc: 'Pods that are being deleted and have not ended yet.' })
  terminatingReplicas?: number;
}

/** Shape of v1.Deployment. */
@ApiType({
  name: 'k8s.io.api.apps.v1.Deployment',
  doc: 'Keeps equal pods running and replaces them step by step.',
  defaults: defaultDeployment,
})
export class Deployment {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, DeploymentSpec, { doc: 'What is wanted.' })
  spec?: DeploymentSpec;

  @Field(3, DeploymentStatus, { doc: 'What is known.' })
  status?: DeploymentStatus;
}
