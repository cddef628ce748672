import { Injectable } from '@nestjs/common';
import { type ApiObject, type ResourceStore, controllerContext } from '../../../plugin-api/index.js';
import type { Happening } from '../cluster-events.js';
import type { Pod, StatefulSet } from '../types.js';
import { controlledBy, controllerKeys, hashOf, isActive, isReady, keyOf, podOf, referenceTo } from './owned.js';
import { WorkloadController } from './workload.controller.js';

const REVISION = 'controller-revision-hash';

/** Keeps the numbered pods of StatefulSets. */
@Injectable()
export class StatefulSetController extends WorkloadController<StatefulSet> {
  readonly name = 'testing-statefulset-controller';
  protected readonly source = { component: 'statefulset-controller', apiVersion: 'apps/v1', kind: 'StatefulSet' };

  protected get workloads(): ResourceStore<StatefulSet> {
    return this.parts.stores.of<StatefulSet>('apps', 'statefulsets');
  }

  protected watch(): void {
    this.follow(this.workloads, (set) => [keyOf(set)]);
    this.follow(this.pods, (pod) => controllerKeys(pod, 'StatefulSet'));
  }

  protected async sync(set: StatefulSet): Promise<void> {
    const pods = await controlledBy(this.pods, set);
    const revision = revisionOf(set);
    await this.advancePods(set, pods, revision);
    await this.count(set, revision);
  }

  /** Does the next thing; its effect leads here again. */
  private async advancePods(set: StatefulSet, pods: readonly Pod[], revision: string): Promise<void> {
    const { replicas = 1, podManagementPolicy, updateStrategy } = set.spec;
    const inOrder = podManagementPolicy !== 'Parallel';
    const byNumber = new Map(pods.map((pod) => [numberOf(pod), pod]));
    for (let number = 0; number < replicas; number++) {
      const pod = byNumber.get(number);
      if (pod && !isActive(pod) && !pod.metadata.deletionTimestamp) return this.deletePod(set, pod);
      if (!pod) await this.make(set, number, revision);
      if (inOrder && !(pod && isReady(pod))) return;
    }
    const surplus = pods.filter((pod) => numberOf(pod) >= replicas).sort(highestFirst);
    if (surplus.length > 0) {
      for (const pod of inOrder ? surplus.slice(0, 1) : surplus) if (isActive(pod)) await this.deletePod(set, pod);
      return;
    }
    if (updateStrategy?.type === 'OnDelete') return;
    const { partition = 0 } = updateStrategy?.rollingUpdate ?? {};
    const outdated = pods.filter((pod) => pod.metadata.labels?.[REVISION] !== revision && numberOf(pod) >= partition);
    const next = outdated.sort(highestFirst)[0];
    if (next && isActive(next) && pods.every(isReady)) await this.deletePod(set, next);
  }

  private async make(set: StatefulSet, number: number, revision: string): Promise<void> {
    const { metadata, spec } = set;
    const name = `${metadata.name}-${number}`;
    const labels = {
      [REVISION]: revision,
      'statefulset.kubernetes.io/pod-name': name,
      'apps.kubernetes.io/pod-index': String(number),
    };
    const pod = podOf(spec.template, referenceTo(set, 'apps/v1', 'StatefulSet'), labels);
    pod.metadata.name = name;
    const claims = spec.volumeClaimTemplates ?? [];
    for (const claim of claims) await this.claim(set, claim, name);
    const volumes = claims.map((claim) => ({
      name: claim.metadata.name,
      persistentVolumeClaim: { claimName: `${claim.metadata.name}-${name}` },
    }));
    pod.spec = { ...pod.spec!, hostname: name, volumes: [...(pod.spec!.volumes ?? []), ...volumes] };
    await this.createPod(set, pod);
  }

  protected override created({ metadata }: StatefulSet, pod: string): Happening {
    return { reason: 'SuccessfulCreate', message: `create Pod ${pod} in StatefulSet ${metadata.name} successful` };
  }

  protected override refused({ metadata }: StatefulSet, pod: Pod, why: string): Happening {
    const message = `create Pod ${pod.metadata.name} in StatefulSet ${metadata.name} failed error: ${why}`;
    return { type: 'Warning', reason: 'FailedCreate', message };
  }

  protected override deleted({ metadata }: StatefulSet, pod: string): Happening {
    return { reason: 'SuccessfulDelete', message: `delete Pod ${pod} in StatefulSet ${metadata.name} successful` };
  }

  /** Claims outlive their pods. */
  private async claim({ metadata }: StatefulSet, template: ApiObject, pod: string): Promise<void> {
    const claims = this.parts.stores.of('', 'persistentvolumeclaims');
    const context = controllerContext(metadata.namespace);
    const name = `${template.metadata.name}-${pod}`;
    if (await claims.has(context, name)) return;
    await claims.create(context, { ...structuredClone(template), metadata: { ...template.metadata, name } });
  }

  private async count(set: StatefulSet, revision: string): Promise<void> {
    const pods = (await controlledBy(this.pods, set)).filter(isActive);
    const ready = pods.filter(isReady).length;
    const updated = pods.filter(({ metadata }) => metadata.labels?.[REVISION] === revision).length;
    const isUpdated = updated === pods.length && pods.length === (set.spec.replicas ?? 1);
    await this.tell(set, (before) => {
      const current = isUpdated ? revision : String(before?.currentRevision ?? revision);
      return {
        ...before,
        observedGeneration: set.metadata.generation,
        replicas: pods.length,
        readyReplicas: ready,
        availableReplicas: ready,
        currentReplicas: pods.filter(({ metadata }) => metadata.labels?.[REVISION] === current).length,
        updatedReplicas: updated,
        currentRevision: current,
        updateRevision: revision,
        collisionCount: 0,
      };
    });
  }
}

function revisionOf({ metadata, spec }: StatefulSet): string {
  return `${metadata.name}-${hashOf(spec.template)}`;
}

function numberOf({ metadata }: Pod): number {
  return Number(/-(\d+)$/.exec(metadata.name ?? '')?.[1] ?? -1);
}

function highestFirst(a: Pod, b: Pod): number {
  return numberOf(b) - numberOf(a);
}
