import { Injectable } from '@nestjs/common';
import { type ResourceStore, formatTime } from '../../../plugin-api/index.js';
import { isTrue, withCondition } from '../conditions.js';
import type { Job, Pod } from '../types.js';
import { controlledBy, controllerKeys, isActive, isReady, keyOf, podOf, referenceTo } from './owned.js';
import { WorkloadController } from './workload.controller.js';

/** How a job has ended. */
interface Outcome {
  readonly type: 'Complete' | 'Failed';
  readonly reason: string;
  readonly message: string;
}

const DONE: Outcome = {
  type: 'Complete',
  reason: 'CompletionsReached',
  message: 'Reached expected number of succeeded pods',
};
const GIVEN_UP: Outcome = {
  type: 'Failed',
  reason: 'BackoffLimitExceeded',
  message: 'Job has reached the specified backoff limit',
};

/** Runs the pods of jobs until enough have succeeded, or too many have failed. */
@Injectable()
export class JobController extends WorkloadController<Job> {
  readonly name = 'testing-job-controller';
  protected readonly source = { component: 'job-controller', apiVersion: 'batch/v1', kind: 'Job' };

  protected get workloads(): ResourceStore<Job> {
    return this.parts.stores.of<Job>('batch', 'jobs');
  }

  protected watch(): void {
    this.follow(this.workloads, (job) => [keyOf(job)]);
    this.follow(this.pods, (pod) => controllerKeys(pod, 'Job'));
  }

  protected async sync(job: Job): Promise<void> {
    if (isTrue(job.status?.conditions, 'Complete') || isTrue(job.status?.conditions, 'Failed')) return;
    const pods = await controlledBy(this.pods, job);
    const outcome = outcomeOf(job, pods);
    if (outcome) for (const pod of pods.filter(isActive)) await this.deletePod(job, pod);
    else if (job.spec.suspend !== true) await this.startPods(job, pods);
    await this.count(job, outcome);
    if (outcome) await this.recordEnd(job, outcome);
  }

  private async recordEnd(job: Job, { type, reason, message }: Outcome): Promise<void> {
    const isComplete = type === 'Complete';
    await this.record(
      job,
      isComplete ? { reason: 'Completed', message: 'Job completed' } : { type: 'Warning', reason, message },
    );
  }

  private async startPods(job: Job, pods: readonly Pod[]): Promise<void> {
    const { parallelism = 1, completions = parallelism, template } = job.spec;
    const left = completions - pods.filter(hasSucceeded).length;
    const owner = referenceTo(job, 'batch/v1', 'Job');
    let refusal: string | undefined;
    const wanted = Math.min(parallelism, left);
    for (let count = pods.filter(isActive).length; count < wanted && refusal === undefined; count++) {
      const pod = podOf(template, owner);
      pod.metadata.generateName = `${job.metadata.name}-`;
      refusal = await this.createPod(job, pod);
    }
  }

  private async count(job: Job, outcome: Outcome | undefined): Promise<void> {
    const pods = await controlledBy(this.pods, job);
    const active = outcome ? [] : pods.filter(isActive);
    const now = formatTime(new Date(this.now));
    await this.tell(job, (before) => ({
      ...before,
      active: active.length,
      ready: active.filter(isReady).length,
      terminating: 0,
      succeeded: pods.filter(hasSucceeded).length,
      failed: pods.filter(hasFailed).length,
      uncountedTerminatedPods: {},
      ...(job.spec.suspend !== true && { startTime: before?.startTime ?? now }),
      ...(outcome && { conditions: this.conditionsOf(before?.conditions, outcome) }),
      ...(outcome?.type === 'Complete' && { completionTime: now }),
    }));
  }

  /** A final condition follows the one that announces it. */
  private conditionsOf(before: NonNullable<Job['status']>['conditions'], outcome: Outcome) {
    const { type, ...why } = outcome;
    const target = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget';
    const announced = withCondition(before, { type: target, status: 'True', ...why }, this.now);
    return withCondition(announced, { type, status: 'True', ...why }, this.now).map((condition) => ({
      lastProbeTime: condition.lastTransitionTime,
      ...condition,
    }));
  }
}

function outcomeOf({ spec }: Job, pods: readonly Pod[]): Outcome | undefined {
  const { completions, parallelism = 1, backoffLimit = 6 } = spec;
  const succeeded = pods.filter(hasSucceeded).length;
  if (pods.filter(hasFailed).length > backoffLimit) return GIVEN_UP;
  if (completions !== undefined) return succeeded >= completions ? DONE : undefined;
  // Without a number one success is enough, and the others are waited for.
  return succeeded > 0 && (parallelism === 1 || !pods.some(isActive)) ? DONE : undefined;
}

function hasSucceeded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded';
}

function hasFailed({ status }: Pod): boolean {
  return status?.phase === 'Failed';
}
