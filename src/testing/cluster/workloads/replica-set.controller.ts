import { Injectable } from '@nestjs/common';
import type { ResourceStore } from '../../../plugin-api/index.js';
import { withCondition } from '../conditions.js';
import type { Condition, Pod, ReplicaSet } from '../types.js';
import { controlledBy, controllerKeys, isActive, isReady, keyOf, podOf, referenceTo } from './owned.js';
import { WorkloadController } from './workload.controller.js';

/** Keeps as many pods as ReplicaSets say. */
@Injectable()
export class ReplicaSetController extends WorkloadController<ReplicaSet> {
  readonly name = 'testing-replicaset-controller';
  protected readonly source = { component: 'replicaset-controller', apiVersion: 'apps/v1', kind: 'ReplicaSet' };

  protected get workloads(): ResourceStore<ReplicaSet> {
    return this.parts.stores.of<ReplicaSet>('apps', 'replicasets');
  }

  protected watch(): void {
    this.follow(this.workloads, (set) => [keyOf(set)]);
    this.follow(this.pods, (pod) => controllerKeys(pod, 'ReplicaSet'));
  }

  protected async sync(set: ReplicaSet): Promise<void> {
    const { replicas: wanted = 1, template } = set.spec;
    const pods = (await controlledBy(this.pods, set)).filter(isActive);
    const owner = referenceTo(set, 'apps/v1', 'ReplicaSet');
    let refusal: string | undefined;
    for (let count = pods.length; count < wanted && refusal === undefined; count++) {
      const pod = podOf(template, owner);
      pod.metadata.generateName = `${set.metadata.name}-`;
      refusal = await this.createPod(set, pod);
    }
    for (const pod of surplus(pods, wanted)) await this.deletePod(set, pod);
    await this.count(set, refusal);
  }

  private async count(set: ReplicaSet, refusal: string | undefined): Promise<void> {
    const pods = (await controlledBy(this.pods, set)).filter(isActive);
    const ready = pods.filter(isReady).length;
    await this.tell(set, (before) => ({
      ...before,
      replicas: pods.length,
      fullyLabeledReplicas: pods.length,
      readyReplicas: ready,
      availableReplicas: ready,
      observedGeneration: set.metadata.generation,
      conditions: this.conditionsOf(before, refusal),
    }));
  }

  /** Reports that a pod was refused, for as long as the next one is. */
  private conditionsOf(before: ReplicaSet['status'], refusal: string | undefined): readonly Condition[] | undefined {
    const others = before?.conditions?.filter(({ type }) => type !== REPLICA_FAILURE);
    if (refusal === undefined) return others?.length === 0 ? undefined : others;
    // Its message names another pod each time, and writing it would begin the next attempt.
    if (before?.conditions && before.conditions.length > (others?.length ?? 0)) return before.conditions;
    const state = { type: REPLICA_FAILURE, status: 'True', reason: 'FailedCreate', message: refusal };
    return withCondition(before?.conditions, state, this.now);
  }
}

/** The condition of sets whose pods are refused. */
export const REPLICA_FAILURE = 'ReplicaFailure';

/** Those that are deleted first are those that take no requests. */
function surplus(pods: readonly Pod[], wanted: number): Pod[] {
  const order = [...pods].sort((a, b) => Number(isReady(a)) - Number(isReady(b)));
  return order.slice(0, Math.max(0, pods.length - wanted));
}
