import { Injectable } from '@nestjs/common';
import type { ResourceStore } from '../../../plugin-api/index.js';
import type { Pod, ReplicaSet } from '../types.js';
import { controlledBy, controllerKeys, isActive, isReady, keyOf, podOf, referenceTo } from './owned.js';
import { WorkloadController } from './workload.controller.js';

/** Keeps as many pods as ReplicaSets say. */
@Injectable()
export class ReplicaSetController extends WorkloadController<ReplicaSet> {
  readonly name = 'testing-replicaset-controller';

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
    for (let count = pods.length; count < wanted; count++) {
      const pod = podOf(template, owner);
      pod.metadata.generateName = `${set.metadata.name}-`;
      await this.createPod(set.metadata.namespace, pod);
    }
    for (const pod of surplus(pods, wanted)) await this.deletePod(pod);
    await this.count(set);
  }

  private async count(set: ReplicaSet): Promise<void> {
    const pods = (await controlledBy(this.pods, set)).filter(isActive);
    const ready = pods.filter(isReady).length;
    await this.tell(set, (before) => ({
      ...before,
      replicas: pods.length,
      fullyLabeledReplicas: pods.length,
      readyReplicas: ready,
      availableReplicas: ready,
      observedGeneration: set.metadata.generation,
    }));
  }
}

/** Those that are deleted first are those that take no requests. */
function surplus(pods: readonly Pod[], wanted: number): Pod[] {
  const order = [...pods].sort((a, b) => Number(isReady(a)) - Number(isReady(b)));
  return order.slice(0, Math.max(0, pods.length - wanted));
}
