import { Injectable } from '@nestjs/common';
import { type ResourceStore, controllerContext, formatTime } from '../../../plugin-api/index.js';
import { type ConditionState, withCondition } from '../conditions.js';
import type { Condition, Deployment, ReplicaSet } from '../types.js';
import { controlledBy, controllerKeys, hashOf, keyOf, referenceTo } from './owned.js';
import { type RolledOut, nextSizes } from './rollout.js';
import { REPLICA_FAILURE } from './replica-set.controller.js';
import { WorkloadController } from './workload.controller.js';

const REVISION = 'deployment.kubernetes.io/revision';
const HASH = 'pod-template-hash';

/** Rolls deployments out through ReplicaSets. */
@Injectable()
export class DeploymentController extends WorkloadController<Deployment> {
  readonly name = 'testing-deployment-controller';
  protected readonly source = { component: 'deployment-controller', apiVersion: 'apps/v1', kind: 'Deployment' };

  protected get workloads(): ResourceStore<Deployment> {
    return this.parts.stores.of<Deployment>('apps', 'deployments');
  }

  private get sets(): ResourceStore<ReplicaSet> {
    return this.parts.stores.of<ReplicaSet>('apps', 'replicasets');
  }

  protected watch(): void {
    this.follow(this.workloads, (deployment) => [keyOf(deployment)]);
    this.follow(this.sets, (set) => controllerKeys(set, 'Deployment'));
  }

  protected async sync(deployment: Deployment): Promise<void> {
    const sets = await this.rolledOut(deployment);
    if (!sets) return;
    if (deployment.spec.paused !== true) {
      for (const [name, replicas] of nextSizes(deployment, sets)) await this.scale(deployment, name, replicas);
      await this.forgetOld(deployment, sets.old);
    }
    await this.count(deployment, sets);
  }

  /** The sets of a deployment; one is made for a new template. Undefined where it is paused before its first. */
  private async rolledOut(deployment: Deployment): Promise<RolledOut | undefined> {
    const sets = await controlledBy(this.sets, deployment);
    const hash = hashOf(deployment.spec.template);
    const revision = Math.max(0, ...sets.map(revisionOf));
    const current = sets.find(({ metadata }) => metadata.labels?.[HASH] === hash);
    const old = sets.filter((set) => set !== current);
    if (current && revisionOf(current) === revision) return { current, old };
    if (deployment.spec.paused) return current && { current, old };
    if (!current) return { current: await this.make(deployment, hash, revision + 1), old };
    return { current: await this.renumber(current, deployment, revision + 1), old };
  }

  private async make(deployment: Deployment, hash: string, revision: number): Promise<ReplicaSet> {
    const { metadata, spec } = deployment;
    const labels = { ...spec.template.metadata?.labels, [HASH]: hash };
    const set: ReplicaSet = {
      metadata: {
        name: `${metadata.name}-${hash}`,
        labels,
        annotations: { [REVISION]: String(revision) },
        ownerReferences: [referenceTo(deployment, 'apps/v1', 'Deployment')],
      },
      spec: {
        replicas: 0,
        selector: { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [HASH]: hash } },
        template: { ...structuredClone(spec.template), metadata: { ...spec.template.metadata, labels } },
      },
    };
    await this.tellRevision(deployment, revision);
    return this.sets.create(controllerContext(metadata.namespace), set);
  }

  /** A template that is used again is the newest revision. */
  private async renumber({ metadata }: ReplicaSet, deployment: Deployment, revision: number): Promise<ReplicaSet> {
    await this.tellRevision(deployment, revision);
    return this.sets.update(controllerContext(metadata.namespace), metadata.name ?? '', (set) =>
      annotated(set!, revision),
    );
  }

  private async tellRevision({ metadata }: Deployment, revision: number): Promise<void> {
    const context = controllerContext(metadata.namespace);
    await this.workloads.update(context, metadata.name ?? '', (deployment) => annotated(deployment!, revision));
  }

  private async scale(deployment: Deployment, name: string, replicas: number): Promise<void> {
    let before = 0;
    await this.sets.update(controllerContext(deployment.metadata.namespace), name, (set) => {
      before = set!.spec.replicas ?? 0;
      return { ...set!, spec: { ...set!.spec, replicas } };
    });
    const direction = replicas < before ? 'down' : 'up';
    const message = `Scaled ${direction} replica set ${name} from ${before} to ${replicas}`;
    if (replicas !== before) await this.record(deployment, { reason: 'ScalingReplicaSet', message });
  }

  private async forgetOld({ metadata, spec }: Deployment, old: readonly ReplicaSet[]): Promise<void> {
    const empty = old.filter((set) => set.spec.replicas === 0 && (set.status?.replicas ?? 0) === 0);
    const surplus = empty.sort((a, b) => revisionOf(a) - revisionOf(b)).slice(0, -(spec.revisionHistoryLimit ?? 10));
    const gone = spec.revisionHistoryLimit === 0 ? empty : surplus;
    for (const set of gone) await this.sets.delete(controllerContext(metadata.namespace), set.metadata.name ?? '');
  }

  private async count(deployment: Deployment, { current, old }: RolledOut): Promise<void> {
    const wanted = deployment.spec.replicas ?? 1;
    const all = [current, ...old];
    const sum = (member: string): number => all.reduce((total, { status }) => total + Number(status?.[member] ?? 0), 0);
    const [replicas, available] = [sum('replicas'), sum('availableReplicas')];
    const updated = current.status?.replicas ?? 0;
    const isComplete = updated === wanted && replicas === wanted && available >= wanted;
    await this.tell(deployment, (before) => ({
      ...before,
      observedGeneration: deployment.metadata.generation,
      replicas,
      updatedReplicas: updated,
      readyReplicas: sum('readyReplicas'),
      availableReplicas: available,
      unavailableReplicas: Math.max(0, wanted - available),
      conditions: this.conditionsOf(withFailureOf(all, before?.conditions), current, {
        isAvailable: available >= wanted,
        isComplete,
      }),
    }));
  }

  private conditionsOf(
    before: NonNullable<Deployment['status']>['conditions'],
    current: ReplicaSet,
    { isAvailable, isComplete }: { readonly isAvailable: boolean; readonly isComplete: boolean },
  ) {
    const name = current.metadata.name ?? '';
    const available = isAvailable
      ? { status: 'True', reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.' }
      : {
          status: 'False',
          reason: 'MinimumReplicasUnavailable',
          message: 'Deployment does not have minimum availability.',
        };
    const progress = isComplete
      ? { reason: 'NewReplicaSetAvailable', message: `ReplicaSet "${name}" has successfully progressed.` }
      : { reason: 'ReplicaSetUpdated', message: `ReplicaSet "${name}" is progressing.` };
    const conditions = updatedCondition(before, { type: 'Available', ...available }, this.now);
    return updatedCondition(conditions, { type: 'Progressing', status: 'True', ...progress }, this.now);
  }
}

/** Takes over the failure of a set; removes it where no set has one (upstream: NewRSReplicaFailure). */
function withFailureOf(sets: readonly ReplicaSet[], before: readonly Condition[] = []): readonly Condition[] {
  const others = before.filter(({ type }) => type !== REPLICA_FAILURE);
  const failures = sets
    .flatMap(({ status }) => status?.conditions ?? [])
    .filter(({ type }) => type === REPLICA_FAILURE);
  if (failures.length === 0) return others;
  const [{ lastTransitionTime, ...state }] = failures;
  return [...others, { ...state, lastTransitionTime, lastUpdateTime: lastTransitionTime }];
}

/** Sets a condition; its update time moves when its status or its reason does (upstream: SetDeploymentCondition). */
function updatedCondition(before: readonly Condition[] = [], state: ConditionState, now: number): readonly Condition[] {
  const known = before.find(({ type }) => type === state.type);
  const isSame = known?.status === state.status && known.reason === state.reason;
  const lastUpdateTime = (isSame ? known.lastUpdateTime : undefined) ?? formatTime(new Date(now));
  return withCondition(before, state, now).map((each) =>
    each.type === state.type ? { ...each, lastUpdateTime } : each,
  );
}

function revisionOf({ metadata }: ReplicaSet): number {
  return Number(metadata.annotations?.[REVISION] ?? 0);
}

function annotated<T extends Deployment | ReplicaSet>(object: T, revision: number): T {
  const annotations = { ...object.metadata.annotations, [REVISION]: String(revision) };
  return { ...object, metadata: { ...object.metadata, annotations } };
}
