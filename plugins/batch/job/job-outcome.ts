import type { Job } from './job.v1.js';

/** The outcome of a job by its conditions. */
export interface JobOutcome {
  readonly complete: boolean;
  readonly failed: boolean;
  readonly failureTarget: boolean;
  readonly criteriaMet: boolean;
  /** Complete or failed. */
  readonly finished: boolean;
}

/** Reads the outcome of a job. */
export function jobOutcome(job: Job): JobOutcome {
  const [complete, failed] = [hasJobCondition(job, 'Complete'), hasJobCondition(job, 'Failed')];
  return {
    complete,
    failed,
    failureTarget: hasJobCondition(job, 'FailureTarget'),
    criteriaMet: hasJobCondition(job, 'SuccessCriteriaMet'),
    finished: complete || failed,
  };
}

/** Reports whether a condition of a job is true. */
export function hasJobCondition({ status }: Job, type: string): boolean {
  return (status?.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');
}
