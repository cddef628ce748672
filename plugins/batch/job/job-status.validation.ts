import { duplicate, FieldPath, invalid, required, type FieldError } from '../../../src/plugin-api/index.js';
import {
  givenList,
  goSlice,
  goStruct,
  GoValue,
  invalidUnshown,
  validateObjectMetaUpdate,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { isSameValue } from '../../core/index.js';
import { jobOutcome, type JobOutcome } from './job-outcome.js';
import { firstCommonIndex } from './index-ranges.js';
import { indexListFault } from './job-policies.validation.js';
import { type Job, JobStatus } from './job.v1.js';

const STATUS = FieldPath.of('status');
const CONDITIONS = STATUS.child('conditions');
const checkCounts = fieldChecker(JobStatus);

/** Both states of a job whose status changes; with `isStrict` off only the oldest of the rules hold. */
interface Change {
  readonly job: Job;
  readonly old: Job;
  readonly now: JobOutcome;
  readonly before: JobOutcome;
  readonly isStrict: boolean;
  /** Success criteria may be met by jobs without a success policy. */
  readonly allowsCriteriaAnywhere: boolean;
}

/** Gates that the rules for a status depend on. */
export interface StatusGates {
  readonly managedBy: boolean;
  readonly replacementPolicy: boolean;
}

/** Checks a change of a job's status: how a job ended stays as it is. */
export function validateJobStatusUpdate(job: Job, old: Job, gates: StatusGates): FieldError[] {
  const [now, before] = [jobOutcome(job), jobOutcome(old)];
  const allowsCriteriaAnywhere = gates.managedBy || gates.replacementPolicy || before.criteriaMet;
  const change: Change = { job, old, now, before, isStrict: gates.managedBy, allowsCriteriaAnywhere };
  return [
    ...validateObjectMetaUpdate(job.metadata, old.metadata),
    ...countErrors(job.status ?? {}),
    ...(change.isStrict ? strictErrors(change) : []),
    ...criteriaErrors(change),
    ...(change.isStrict ? transitionErrors(change) : []),
    ...criteriaTransitionErrors(change),
  ];
}

function countErrors(status: JobStatus): FieldError[] {
  const path = STATUS.child('uncountedTerminatedPods');
  const seen = new Set<string>();
  return [
    ...checkCounts(status, STATUS),
    ...(['succeeded', 'failed'] as const).flatMap((list) =>
      (status.uncountedTerminatedPods?.[list] ?? []).flatMap((uid, i) => {
        const place = path.child(list).index(i);
        if (uid === '') return [invalid(place, uid, 'must not be empty')];
        if (seen.has(uid)) return [duplicate(place, uid)];
        seen.add(uid);
        return [];
      }),
    ),
  ];
}

/** Rules for members that changed, or whose meaning did; what was wrong before is let be. */
function strictErrors(change: Change): FieldError[] {
  return [...endErrors(change), ...finishedErrors(change), ...indexErrors(change), ...podCountErrors(change)];
}

function hasChanged({ job, old }: Change, name: keyof JobStatus): boolean {
  return !isSameValue(job.status?.[name], old.status?.[name]);
}

function endErrors(change: Change): FieldError[] {
  const { job, now, before } = change;
  const { completionTime, startTime } = job.status ?? {};
  const path = STATUS.child('completionTime');
  const completes = now.complete !== before.complete;
  const fails = now.failed !== before.failed;
  const targets = now.failureTarget !== before.failureTarget;
  const timeChanged = hasChanged(change, 'completionTime');
  const errors: FieldError[] = [];
  const refuse = (isWrong: boolean, text: string): void => {
    if (isWrong) errors.push(invalidUnshown(CONDITIONS, text));
  };
  refuse((completes || fails) && now.complete && now.failed, 'cannot set Complete=True and Failed=true conditions');
  refuse(
    (completes || targets) && now.complete && now.failureTarget,
    'cannot set Complete=True and FailureTarget=true conditions',
  );
  if ((completes || timeChanged) && completionTime && !now.complete) {
    const text = 'cannot set completionTime when there is no Complete=True condition';
    errors.push(invalid(path, goTime(completionTime), text));
  }
  if ((completes || timeChanged) && !completionTime && now.complete) {
    errors.push(required(path, 'completionTime is required for Complete jobs'));
  }
  const timesChanged = timeChanged || hasChanged(change, 'startTime');
  if (timesChanged && startTime && completionTime && Date.parse(completionTime) < Date.parse(startTime)) {
    errors.push(invalid(path, goTime(completionTime), 'completionTime cannot be set before startTime'));
  }
  refuse(
    (fails || targets) && now.failed && !now.failureTarget,
    'cannot set Failed=True condition without the FailureTarget=true condition',
  );
  refuse(
    (completes || now.criteriaMet !== before.criteriaMet) && now.complete && !now.criteriaMet,
    'cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
  );
  return errors;
}

/** A time as Go prints it in errors. */
function goTime(text: string): GoValue {
  return new GoValue(`${text.replace('T', ' ').replace('Z', '')} +0000 UTC`, text);
}

function finishedErrors(change: Change): FieldError[] {
  const { job, now, before } = change;
  if (!now.finished) return [];
  const status = job.status ?? {};
  const finishes = now.finished !== before.finished;
  const needsNoStart = job.spec?.suspend === true && job.spec.completions === 0;
  const errors: FieldError[] = [];
  if ((finishes || hasChanged(change, 'active')) && (status.active ?? 0) > 0) {
    errors.push(invalid(STATUS.child('active'), status.active, 'active>0 is invalid for finished job'));
  }
  if ((finishes || hasChanged(change, 'startTime')) && !needsNoStart && !status.startTime) {
    errors.push(required(STATUS.child('startTime'), 'startTime is required for finished job'));
  }
  const uncounted = status.uncountedTerminatedPods;
  const count = (uncounted?.succeeded ?? []).length + (uncounted?.failed ?? []).length;
  if ((finishes || hasChanged(change, 'uncountedTerminatedPods')) && count > 0) {
    const shown = goStruct('batch.UncountedTerminatedPods', {
      Succeeded: goSlice('types.UID', givenList(uncounted, 'succeeded')),
      Failed: goSlice('types.UID', givenList(uncounted, 'failed')),
    });
    const text = 'uncountedTerminatedPods needs to be empty for finished job';
    errors.push(invalid(STATUS.child('uncountedTerminatedPods'), shown, text));
  }
  return errors;
}

function indexErrors(change: Change): FieldError[] {
  const { spec, status = {} } = change.job;
  const { completions, backoffLimitPerIndex } = spec!;
  const { completedIndexes = '', failedIndexes } = status;
  const [completedChanged, failedChanged] = [
    hasChanged(change, 'completedIndexes'),
    hasChanged(change, 'failedIndexes'),
  ];
  const [completedPath, failedPath] = [STATUS.child('completedIndexes'), STATUS.child('failedIndexes')];
  const errors: FieldError[] = [];
  if (completedChanged && completions !== undefined) {
    const { fault } = indexListFault(completedIndexes, completions, 'completedIndexes');
    if (fault) errors.push(invalid(completedPath, completedIndexes, fault));
  }
  const readsFailed = completions !== undefined && backoffLimitPerIndex !== undefined && failedIndexes !== undefined;
  if (failedChanged && readsFailed) {
    const { fault } = indexListFault(failedIndexes, completions, 'failedIndexes');
    if (fault) errors.push(invalid(failedPath, failedIndexes, fault));
  }
  if (completedChanged && completedIndexes !== '' && spec?.completionMode !== 'Indexed') {
    const text = 'cannot set non-empty completedIndexes when non-indexed completion mode';
    errors.push(invalid(completedPath, completedIndexes, text));
  }
  if (failedChanged && backoffLimitPerIndex === undefined && failedIndexes !== undefined) {
    const text = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null';
    errors.push(invalid(failedPath, failedIndexes, text));
  }
  if ((failedChanged || completedChanged) && completions !== undefined && failedIndexes !== undefined) {
    const common = firstCommonIndex(completedIndexes, failedIndexes, completions);
    const text = `failedIndexes and completedIndexes overlap at index: ${common}`;
    if (common !== undefined) errors.push(invalid(failedPath, failedIndexes, text));
  }
  return errors;
}

function podCountErrors(change: Change): FieldError[] {
  const { job, now, before } = change;
  const { ready, active = 0, terminating = 0 } = job.status ?? {};
  const errors: FieldError[] = [];
  const terminates = now.finished !== before.finished || hasChanged(change, 'terminating');
  if (terminates && now.finished && terminating > 0) {
    errors.push(invalid(STATUS.child('terminating'), terminating, 'terminating>0 is invalid for finished job'));
  }
  const countsChanged = hasChanged(change, 'ready') || hasChanged(change, 'active');
  if (countsChanged && ready !== undefined && ready > active) {
    errors.push(invalid(STATUS.child('ready'), ready, 'cannot set more ready pods than active'));
  }
  return errors;
}

function criteriaErrors({ job, now, allowsCriteriaAnywhere }: Change): FieldError[] {
  const faults: readonly (readonly [boolean, string])[] = [
    [
      !allowsCriteriaAnywhere && job.spec?.completionMode !== 'Indexed' && now.criteriaMet,
      'cannot set SuccessCriteriaMet to NonIndexed Job',
    ],
    [now.criteriaMet && now.failed, 'cannot set SuccessCriteriaMet=True and Failed=true conditions'],
    [now.criteriaMet && now.failureTarget, 'cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'],
    [
      !allowsCriteriaAnywhere && !job.spec?.successPolicy && now.criteriaMet,
      'cannot set SuccessCriteriaMet=True for Job without SuccessPolicy',
    ],
    [
      Boolean(job.spec?.successPolicy) && !now.criteriaMet && now.complete,
      'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True',
    ],
  ];
  return faults.filter(([isWrong]) => isWrong).map(([, text]) => invalidUnshown(CONDITIONS, text));
}

function transitionErrors(change: Change): FieldError[] {
  const { job, old, now, before } = change;
  const [status, last] = [job.status ?? {}, old.status ?? {}];
  const terminal = [
    ['Failed', 'failed'],
    ['Complete', 'complete'],
    ['FailureTarget', 'failureTarget'],
  ] as const;
  const errors = terminal
    .filter(([, name]) => before[name] && !now[name])
    .map(([type]) => invalidUnshown(CONDITIONS, `cannot disable the terminal ${type}=True condition`));
  if ((status.failed ?? 0) < (last.failed ?? 0)) {
    errors.push(invalid(STATUS.child('failed'), status.failed ?? 0, 'cannot decrease the failed counter'));
  }
  const { completionMode, completions, parallelism } = job.spec!;
  const canShrink = completionMode === 'Indexed' && completions === parallelism;
  if (!canShrink && (status.succeeded ?? 0) < (last.succeeded ?? 0)) {
    errors.push(invalid(STATUS.child('succeeded'), status.succeeded ?? 0, 'cannot decrease the succeeded counter'));
  }
  if (status.completionTime && last.completionTime && status.completionTime !== last.completionTime) {
    const text = 'completionTime cannot be mutated';
    errors.push(invalid(STATUS.child('completionTime'), goTime(status.completionTime), text));
  }
  const isResumed = isSuspended(last) && status.conditions?.some(isNotSuspended);
  if (last.startTime && status.startTime !== last.startTime && !job.spec?.suspend && !isResumed) {
    errors.push(required(STATUS.child('startTime'), 'startTime cannot be removed for unsuspended job'));
  }
  return errors;
}

/** Reports whether a job is suspended: its pods are deleted until it is resumed, with a new start time. */
function isSuspended({ conditions }: JobStatus): boolean {
  return conditions?.some(({ type, status }) => type === 'Suspended' && status === 'True') ?? false;
}

function isNotSuspended({ type, status }: { readonly type: string; readonly status: string }): boolean {
  return type === 'Suspended' && status === 'False';
}

function criteriaTransitionErrors({ now, before }: Change): FieldError[] {
  const errors: FieldError[] = [];
  if (before.criteriaMet && !now.criteriaMet) {
    errors.push(invalidUnshown(CONDITIONS, 'cannot disable the SuccessCriteriaMet=True condition'));
  }
  if (before.complete && !before.criteriaMet && now.criteriaMet) {
    const text = 'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions';
    errors.push(invalidUnshown(CONDITIONS, text));
  }
  return errors;
}
