import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { PodTemplateSpec } from '../../core/index.js';
import { defaultDeployment } from './deployment.defaults.js';

/** Shape of v1.RollingUpdateDeployment. */
@ApiType({ name: 'k8s.io.api.apps.v1.RollingUpdateDeployment' })
export class RollingUpdateDeployment {
  @Field(1, 'intOrString', { pointer: true })
  maxUnavailable?: number | string;

  @Field(2, 'intOrString', { pointer: true })
  maxSurge?: number | string;
}

/** Shape of v1.DeploymentStrategy. */
@ApiType({ name: 'k8s.io.api.apps.v1.DeploymentStrategy' })
export class DeploymentStrategy {
  @Field(1, 'string', { enum: ['Recreate', 'RollingUpdate'], alias: 'v1.DeploymentStrategyType' })
  type?: string;

  @Field(2, RollingUpdateDeployment, { pointer: true })
  rollingUpdate?: RollingUpdateDeployment;
}

/** Shape of v1.DeploymentSpec. */
@ApiType({ name: 'k8s.io.api.apps.v1.DeploymentSpec' })
export class DeploymentSpec {
  @Field(1, 'int32', { pointer: true })
  replicas?: number;

  @Field(2, LabelSelector, { pointer: true, always: true, required: true })
  selector: LabelSelector;

  @Field(3, PodTemplateSpec, { always: true, required: true })
  template: PodTemplateSpec;

  @Field(4, DeploymentStrategy, { patchStrategy: ['retainKeys'] })
  strategy?: DeploymentStrategy;

  @Field(5, 'int32')
  minReadySeconds?: number;

  @Field(6, 'int32', { pointer: true })
  revisionHistoryLimit?: number;

  @Field(7, 'bool')
  paused?: boolean;

  @Field(9, 'int32', { pointer: true })
  progressDeadlineSeconds?: number;
}

/** Shape of v1.DeploymentCondition. */
@ApiType({ name: 'k8s.io.api.apps.v1.DeploymentCondition' })
export class DeploymentCondition {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.DeploymentConditionType' })
  type: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.ConditionStatus' })
  status: string;

  @Field(4, 'string')
  reason?: string;

  @Field(5, 'string')
  message?: string;

  @Field(6, 'time')
  lastUpdateTime?: string;

  @Field(7, 'time')
  lastTransitionTime?: string;
}

/** Shape of v1.DeploymentStatus. */
@ApiType({ name: 'k8s.io.api.apps.v1.DeploymentStatus' })
export class DeploymentStatus {
  @Field(1, 'int64')
  observedGeneration?: number;

  @Field(2, 'int32')
  replicas?: number;

  @Field(3, 'int32')
  updatedReplicas?: number;

  @Field(4, 'int32')
  availableReplicas?: number;

  @Field(5, 'int32')
  unavailableReplicas?: number;

  @Field(6, DeploymentCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
  })
  conditions?: DeploymentCondition[];

  @Field(7, 'int32')
  readyReplicas?: number;

  @Field(8, 'int32', { pointer: true })
  collisionCount?: number;
}

/** Shape of v1.Deployment. */
@ApiType({ name: 'k8s.io.api.apps.v1.Deployment', defaults: defaultDeployment })
export class Deployment {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, DeploymentSpec)
  spec?: DeploymentSpec;

  @Field(3, DeploymentStatus)
  status?: DeploymentStatus;
}
