import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { PodTemplateSpec } from '../../core/index.js';
import { defaultJob } from './job.defaults.js';

/** Shape of v1.PodFailurePolicyOnExitCodesRequirement. */
@ApiType({ name: 'k8s.io.api.batch.v1.PodFailurePolicyOnExitCodesRequirement' })
export class PodFailurePolicyOnExitCodesRequirement {
  @Field(1, 'string', { pointer: true })
  containerName?: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    enum: ['In', 'NotIn'],
    alias: 'v1.PodFailurePolicyOnExitCodesOperator',
  })
  operator: string;

  @Field(3, 'int32', { list: true, always: true, required: true, listType: 'set' })
  values?: number[];
}

/** Shape of v1.PodFailurePolicyOnPodConditionsPattern. */
@ApiType({ name: 'k8s.io.api.batch.v1.PodFailurePolicyOnPodConditionsPattern' })
export class PodFailurePolicyOnPodConditionsPattern {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.PodConditionType' })
  type: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.ConditionStatus' })
  status: string;
}

/** Shape of v1.PodFailurePolicyRule. */
@ApiType({ name: 'k8s.io.api.batch.v1.PodFailurePolicyRule' })
export class PodFailurePolicyRule {
  @Field(1, 'string', {
    always: true,
    required: true,
    enum: ['Count', 'FailIndex', 'FailJob', 'Ignore'],
    alias: 'v1.PodFailurePolicyAction',
  })
  action: string;

  @Field(2, PodFailurePolicyOnExitCodesRequirement, { pointer: true })
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;

  @Field(3, PodFailurePolicyOnPodConditionsPattern, { list: true })
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

/** Shape of v1.PodFailurePolicy. */
@ApiType({ name: 'k8s.io.api.batch.v1.PodFailurePolicy' })
export class PodFailurePolicy {
  @Field(1, PodFailurePolicyRule, { list: true, always: true, required: true })
  rules?: PodFailurePolicyRule[];
}

/** Shape of v1.SuccessPolicyRule. */
@ApiType({ name: 'k8s.io.api.batch.v1.SuccessPolicyRule' })
export class SuccessPolicyRule {
  @Field(1, 'string', { pointer: true })
  succeededIndexes?: string;

  @Field(2, 'int32', { pointer: true })
  succeededCount?: number;
}

/** Shape of v1.SuccessPolicy. */
@ApiType({ name: 'k8s.io.api.batch.v1.SuccessPolicy' })
export class SuccessPolicy {
  @Field(1, SuccessPolicyRule, { list: true, always: true, required: true })
  rules?: SuccessPolicyRule[];
}

/** Shape of v1.JobSpec. */
@ApiType({ name: 'k8s.io.api.batch.v1.JobSpec', doc: 'Which pods run, how many, and when that is enough.' })
export class JobSpec {
  @Field(1, 'int32', { pointer: true, doc: 'Pods that may run at the same time.' })
  parallelism?: number;

  @Field(2, 'int32', { pointer: true, doc: 'Pods that have to succeed.' })
  completions?: number;

  @Field(3, 'int64', { pointer: true, doc: 'Longest time the job may run.' })
  activeDeadlineSeconds?: number;

  @Field(4, LabelSelector, { pointer: true, doc: 'Labels by which pods are found; generated.' })
  selector?: LabelSelector;

  @Field(5, 'bool', { pointer: true })
  manualSelector?: boolean;

  @Field(6, PodTemplateSpec, { always: true, required: true, doc: 'The pods.' })
  template: PodTemplateSpec;

  @Field(7, 'int32', { pointer: true, doc: 'Failures after which the job gives up.' })
  backoffLimit?: number;

  @Field(8, 'int32', { pointer: true, doc: 'Time after its end when the job is removed.' })
  ttlSecondsAfterFinished?: number;

  @Field(9, 'string', {
    pointer: true,
    enum: ['Indexed', 'NonIndexed'],
    alias: 'v1.CompletionMode',
    doc: 'Whether each pod has an index.',
  })
  completionMode?: string;

  @Field(10, 'bool', { pointer: true, doc: 'Holds the job back.' })
  suspend?: boolean;

  @Field(11, PodFailurePolicy, { pointer: true, doc: 'What failures of pods mean.' })
  podFailurePolicy?: PodFailurePolicy;

  @Field(12, 'int32', { pointer: true })
  backoffLimitPerIndex?: number;

  @Field(13, 'int32', { pointer: true })
  maxFailedIndexes?: number;

  @Field(14, 'string', { pointer: true, enum: ['Failed', 'TerminatingOrFailed'], alias: 'v1.PodReplacementPolicy' })
  podReplacementPolicy?: string;

  @Field(15, 'string', { pointer: true })
  managedBy?: string;

  @Field(16, SuccessPolicy, { pointer: true, doc: 'When the job succeeds before all pods have.' })
  successPolicy?: SuccessPolicy;
}

/** Shape of v1.JobCondition. */
@ApiType({ name: 'k8s.io.api.batch.v1.JobCondition' })
export class JobCondition {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.JobConditionType' })
  type: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.ConditionStatus' })
  status: string;

  @Field(3, 'time')
  lastProbeTime?: string;

  @Field(4, 'time')
  lastTransitionTime?: string;

  @Field(5, 'string')
  reason?: string;

  @Field(6, 'string')
  message?: string;
}

/** Shape of v1.UncountedTerminatedPods. */
@ApiType({ name: 'k8s.io.api.batch.v1.UncountedTerminatedPods' })
export class UncountedTerminatedPods {
  @Field(1, 'string', { list: true, listType: 'set' })
  succeeded?: string[];

  @Field(2, 'string', { list: true, listType: 'set' })
  failed?: string[];
}

/** Shape of v1.JobStatus. */
@ApiType({ name: 'k8s.io.api.batch.v1.JobStatus' })
export class JobStatus {
  @Field(1, JobCondition, { list: true, patchStrategy: ['merge'], patchMergeKey: 'type' })
  conditions?: JobCondition[];

  @Field(2, 'time', { pointer: true })
  startTime?: string;

  @Field(3, 'time', { pointer: true })
  completionTime?: string;

  @Field(4, 'int32')
  active?: number;

  @Field(5, 'int32')
  succeeded?: number;

  @Field(6, 'int32')
  failed?: number;

  @Field(7, 'string')
  completedIndexes?: string;

  @Field(8, UncountedTerminatedPods, { pointer: true })
  uncountedTerminatedPods?: UncountedTerminatedPods;

  @Field(9, 'int32', { pointer: true })
  ready?: number;

  @Field(10, 'string', { pointer: true })
  failedIndexes?: string;

  @Field(11, 'int32', { pointer: true })
  terminating?: number;
}

/** Shape of v1.Job. */
@ApiType({
  name: 'k8s.io.api.batch.v1.Job',
  doc: 'Runs pods until enough of them have succeeded.',
  defaults: defaultJob,
})
export class Job {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, JobSpec, { doc: 'What is to be done.' })
  spec?: JobSpec;

  @Field(3, JobStatus, { doc: 'How far it is.' })
  status?: JobStatus;
}
