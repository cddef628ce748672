import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast, MaxBytes, MaxItems, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { PodTemplateSpec, ProbedCondition } from '../../core/index.js';
import { defaultJob } from './job.defaults.js';

/** Shape of v1.PodFailurePolicyOnExitCodesRequirement. */
@ApiType({
  name: 'k8s.io.api.batch.v1.PodFailurePolicyOnExitCodesRequirement',
  doc: 'A test of the exit codes of a failed pod.',
})
export class PodFailurePolicyOnExitCodesRequirement {
  @Field(1, 'string', { pointer: true, doc: 'Container to look at; all containers when unset.' })
  containerName?: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    enum: ['In', 'NotIn'],
    alias: 'v1.PodFailurePolicyOnExitCodesOperator',
    doc: 'Whether the exit code must be (In) or not be (NotIn) listed.',
  })
  @Required('valid values: ["In" "NotIn"]')
  @OneOf('In', 'NotIn')
  operator: string;

  @Field(3, 'int32', {
    list: true,
    always: true,
    required: true,
    listType: 'set',
    doc: 'Exit codes to compare with, at most 255; no 0 with operator In.',
  })
  values?: number[];
}

/** Shape of v1.PodFailurePolicyOnPodConditionsPattern. */
@ApiType({
  name: 'k8s.io.api.batch.v1.PodFailurePolicyOnPodConditionsPattern',
  doc: 'A test of one condition of a failed pod.',
})
export class PodFailurePolicyOnPodConditionsPattern {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.PodConditionType',
    doc: 'Type of the condition to look at.',
  })
  type: string;

  @Field(2, 'string', {
    variants: [{ since: '1.35', required: undefined }],
    always: true,
    required: true,
    alias: 'v1.ConditionStatus',
    doc: 'Status the condition must have; True when unset.',
  })
  @Required('valid values: ["False" "True" "Unknown"]')
  @OneOf('False', 'True', 'Unknown')
  status: string;
}

/** Shape of v1.PodFailurePolicyRule. */
@ApiType({ name: 'k8s.io.api.batch.v1.PodFailurePolicyRule', doc: 'A test of failed pods and what to do on a match.' })
export class PodFailurePolicyRule {
  @Field(1, 'string', {
    always: true,
    required: true,
    enum: ['Count', 'FailIndex', 'FailJob', 'Ignore'],
    alias: 'v1.PodFailurePolicyAction',
    doc: 'What a match does: FailJob, FailIndex, Ignore or Count.',
  })
  @Required('valid values: ["Count" "FailIndex" "FailJob" "Ignore"]')
  @OneOf('Count', 'FailIndex', 'FailJob', 'Ignore')
  action: string;

  @Field(2, PodFailurePolicyOnExitCodesRequirement, {
    pointer: true,
    doc: 'Test of exit codes; not together with onPodConditions.',
  })
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;

  @Field(3, PodFailurePolicyOnPodConditionsPattern, {
    list: true,
    listType: 'atomic',
    doc: 'Tests of which any may match, at most 20; not with onExitCodes.',
  })
  @MaxItems(20)
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

/** Shape of v1.PodFailurePolicy. */
@ApiType({
  name: 'k8s.io.api.batch.v1.PodFailurePolicy',
  doc: 'Rules that decide what a failed pod means for its job.',
})
export class PodFailurePolicy {
  @Field(1, PodFailurePolicyRule, {
    list: true,
    always: true,
    required: true,
    listType: 'atomic',
    doc: 'Rules tried in order, at most 20; the first match decides.',
  })
  @MaxItems(20)
  rules?: PodFailurePolicyRule[];
}

/** Shape of v1.SuccessPolicyRule. */
@ApiType({ name: 'k8s.io.api.batch.v1.SuccessPolicyRule', doc: 'Which indexes must succeed for the job to succeed.' })
export class SuccessPolicyRule {
  @Field(1, 'string', { pointer: true, doc: 'Indexes that matter, such as 0,2-4; all unless a count is set.' })
  @MaxBytes(64 * 1024)
  succeededIndexes?: string;

  @Field(2, 'int32', { pointer: true, doc: 'How many indexes must succeed, among succeededIndexes if set.' })
  @AtLeast(0)
  succeededCount?: number;
}

/** Shape of v1.SuccessPolicy. */
@ApiType({ name: 'k8s.io.api.batch.v1.SuccessPolicy', doc: 'Rules by which an indexed job can succeed early.' })
export class SuccessPolicy {
  @Field(1, SuccessPolicyRule, {
    list: true,
    always: true,
    required: true,
    listType: 'atomic',
    doc: 'Rules of which any one is enough, tried in order; at most 20.',
  })
  @Required('at least one rules must be specified when the successPolicy is specified')
  @MaxItems(20)
  rules?: SuccessPolicyRule[];
}

/** Shape of v1.JobSpec. */
@ApiType({ name: 'k8s.io.api.batch.v1.JobSpec', doc: 'Which pods run, how many, and when that is enough.' })
export class JobSpec {
  @Field(1, 'int32', { pointer: true, doc: 'Pods that may run at the same time.' })
  @AtLeast(0)
  parallelism?: number;

  @Field(2, 'int32', { pointer: true, doc: 'Pods that have to succeed.' })
  @AtLeast(0)
  completions?: number;

  @Field(3, 'int64', { pointer: true, doc: 'Longest time the job may run.' })
  @AtLeast(0)
  activeDeadlineSeconds?: number;

  @Field(4, LabelSelector, { pointer: true, doc: 'Labels by which pods are found; generated.' })
  selector?: LabelSelector;

  @Field(5, 'bool', { pointer: true, doc: 'Lets the user choose selector and labels; false when unset.' })
  manualSelector?: boolean;

  @Field(6, PodTemplateSpec, {
    always: true,
    required: true,
    doc: 'Template of the pods; cannot change while the job runs.',
  })
  template: PodTemplateSpec;

  @Field(7, 'int32', { pointer: true, doc: 'Failures after which the job gives up.' })
  @AtLeast(0)
  backoffLimit?: number;

  @Field(8, 'int32', { pointer: true, doc: 'Time after its end when the job is removed.' })
  @AtLeast(0)
  ttlSecondsAfterFinished?: number;

  @Field(9, 'string', {
    since: '1.21',
    pointer: true,
    enum: ['Indexed', 'NonIndexed'],
    alias: 'v1.CompletionMode',
    doc: 'Whether each pod has an index.',
  })
  completionMode?: string;

  @Field(10, 'bool', { since: '1.21', pointer: true, doc: 'Holds the job back.' })
  suspend?: boolean;

  @Field(11, PodFailurePolicy, { since: '1.25', pointer: true, doc: 'What failures of pods mean.' })
  podFailurePolicy?: PodFailurePolicy;

  @Field(12, 'int32', {
    since: '1.28',
    pointer: true,
    doc: 'Retries allowed for each index; needs completionMode Indexed.',
  })
  @AtLeast(0)
  backoffLimitPerIndex?: number;

  @Field(13, 'int32', {
    since: '1.28',
    pointer: true,
    doc: 'The job fails once more indexes have failed; no limit when unset.',
  })
  @AtLeast(0)
  maxFailedIndexes?: number;

  @Field(14, 'string', {
    since: '1.28',
    pointer: true,
    enum: ['Failed', 'TerminatingOrFailed'],
    alias: 'v1.PodReplacementPolicy',
    doc: 'TerminatingOrFailed replaces pods while they end, Failed only after.',
  })
  podReplacementPolicy?: string;

  @Field(15, 'string', {
    since: '1.30',
    pointer: true,
    doc: 'Controller in charge, the built-in one when unset; cannot be changed.',
  })
  managedBy?: string;

  @Field(16, SuccessPolicy, { since: '1.30', pointer: true, doc: 'When the job succeeds before all pods have.' })
  successPolicy?: SuccessPolicy;
}

/** Shape of v1.JobCondition. */
@ApiType({ name: 'k8s.io.api.batch.v1.JobCondition', doc: 'One state that a job is in.', inherits: true })
export class JobCondition extends ProbedCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.JobConditionType',
    doc: 'Name of the condition, such as Complete or Failed.',
  })
  override type: string;
}

/** Shape of v1.UncountedTerminatedPods. */
@ApiType({
  name: 'k8s.io.api.batch.v1.UncountedTerminatedPods',
  doc: 'Ended pods not yet added to the totals of a job.',
})
export class UncountedTerminatedPods {
  @Field(1, 'string', {
    list: true,
    listType: 'set',
    alias: 'types.UID',
    doc: 'UIDs of succeeded pods not counted yet.',
  })
  succeeded?: string[];

  @Field(2, 'string', { list: true, listType: 'set', alias: 'types.UID', doc: 'UIDs of failed pods not counted yet.' })
  failed?: string[];
}

/** Shape of v1.JobStatus. */
@ApiType({ name: 'k8s.io.api.batch.v1.JobStatus', doc: 'What is known of a job so far.' })
export class JobStatus {
  @Field(1, JobCondition, {
    list: true,
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    listType: 'atomic',
    variants: [{ until: '1.20', listType: undefined }],
    doc: 'States the job is in, such as Complete.',
  })
  conditions?: JobCondition[];

  @Field(2, 'time', { pointer: true, doc: 'When the job was started; set again when it is resumed.' })
  startTime?: string;

  @Field(3, 'time', { pointer: true, doc: 'When the job succeeded; never set for a failed job.' })
  completionTime?: string;

  @Field(4, 'int32', { doc: 'Unfinished pods, without those being deleted.' })
  @AtLeast(0)
  active?: number;

  @Field(5, 'int32', { doc: 'Number of pods that ended in success.' })
  @AtLeast(0)
  succeeded?: number;

  @Field(6, 'int32', { doc: 'Number of pods that ended in failure.' })
  @AtLeast(0)
  failed?: number;

  @Field(7, 'string', { since: '1.21', doc: 'Indexes that have succeeded, such as 0,2-4.' })
  completedIndexes?: string;

  @Field(8, UncountedTerminatedPods, { since: '1.22', pointer: true, doc: 'Ended pods not yet added to the totals.' })
  uncountedTerminatedPods?: UncountedTerminatedPods;

  @Field(9, 'int32', { since: '1.23', pointer: true, doc: 'Number of active pods that are ready.' })
  @AtLeast(0)
  ready?: number;

  @Field(10, 'string', { since: '1.28', pointer: true, doc: 'Indexes that have failed for good, such as 0,2-4.' })
  failedIndexes?: string;

  @Field(11, 'int32', { since: '1.28', pointer: true, doc: 'Pods being deleted that have not ended yet.' })
  @AtLeast(0)
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

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, JobSpec, { doc: 'What is to be done.' })
  spec?: JobSpec;

  @Field(3, JobStatus, { doc: 'How far it is.' })
  status?: JobStatus;
}
