import { Inject, Injectable } from '@nestjs/common';
import { QueueController, type ResourceStore, controllerContext, updateExisting } from '../../../plugin-api/index.js';
import { ClusterEvents } from '../cluster-events.js';
import { isTrue, saysTheSame, withCondition } from '../conditions.js';
import type { Node, Pod } from '../types.js';
import { keyOf, partsOf } from '../workloads/owned.js';

const SOURCE = { component: 'default-scheduler', apiVersion: 'v1', kind: 'Pod' };

/** Assigns pods to ready nodes: by node selector and number of pods, the emptiest first. Knows nothing of other resources. */
@Injectable()
export class SchedulerController extends QueueController {
  readonly name = 'testing-scheduler';
  // One at a time, so that each decision counts the pods of the one before.
  protected override readonly workers = 1;

  @Inject(ClusterEvents)
  private readonly events!: ClusterEvents;

  private get pods(): ResourceStore<Pod> {
    return this.parts.stores.of<Pod>('', 'pods');
  }

  private get nodes(): ResourceStore<Node> {
    return this.parts.stores.of<Node>('', 'nodes');
  }

  protected watch(): void {
    const waiting = new Set<string>();
    this.follow(this.pods, (pod) => {
      const key = keyOf(pod);
      if (isWaiting(pod)) waiting.add(key);
      else waiting.delete(key);
      return waiting.has(key) ? [key] : [];
    });
    // A node that comes or changes may have room.
    this.follow(this.nodes, () => waiting);
  }

  protected async reconcile(key: string): Promise<void> {
    const [namespace, name] = partsOf(key);
    const pod = await this.pods.find(controllerContext(namespace), name);
    if (!pod || !isWaiting(pod)) return;
    const node = await this.chooseNode(pod);
    if (node === undefined) return this.tellUnschedulable(pod);
    const context = controllerContext(namespace, { subresource: 'binding' });
    await updateExisting(this.pods, { context, name }, (current) => {
      if (!isWaiting(current)) return undefined;
      const scheduled = { type: 'PodScheduled', status: 'True' };
      const conditions = withCondition(current.status?.conditions, scheduled, this.parts.clock.now());
      return { ...current, spec: { ...current.spec!, nodeName: node }, status: { ...current.status, conditions } };
    });
    const message = `Successfully assigned ${namespace}/${name} to ${node}`;
    await this.events.record(pod, { reason: 'Scheduled', message }, SOURCE);
  }

  private async chooseNode(pod: Pod): Promise<string | undefined> {
    const used = new Map<string, number>();
    for (const { spec, status } of await this.pods.list(controllerContext())) {
      const hasEnded = status?.phase === 'Succeeded' || status?.phase === 'Failed';
      if (spec?.nodeName && !hasEnded) used.set(spec.nodeName, (used.get(spec.nodeName) ?? 0) + 1);
    }
    const load = ({ metadata }: Node): number => used.get(metadata.name ?? '') ?? 0;
    const nodes = (await this.nodes.list(controllerContext())).filter((node) => fits(pod, node, load(node)));
    return nodes.sort((a, b) => load(a) - load(b))[0]?.metadata.name;
  }

  private async tellUnschedulable(pod: Pod): Promise<void> {
    const { metadata } = pod;
    const { length } = await this.nodes.list(controllerContext());
    const context = controllerContext(metadata.namespace, { subresource: 'status' });
    const message = `0/${length} nodes are available.`;
    const state = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message };
    await updateExisting(this.pods, { context, name: metadata.name ?? '' }, (current) => {
      const conditions = withCondition(current.status?.conditions, state, this.parts.clock.now());
      if (saysTheSame(conditions, current.status?.conditions)) return undefined;
      return { ...current, status: { ...current.status, conditions } };
    });
    await this.events.record(pod, { type: 'Warning', reason: 'FailedScheduling', message }, SOURCE);
  }
}

function isWaiting({ metadata, spec, status }: Pod): boolean {
  if (spec?.nodeName || metadata.deletionTimestamp || (spec?.schedulingGates?.length ?? 0) > 0) return false;
  return status?.phase === undefined || status.phase === 'Pending';
}

function fits({ spec }: Pod, { metadata, spec: node, status }: Node, pods: number): boolean {
  if (node?.unschedulable || !isTrue(status?.conditions, 'Ready')) return false;
  if (pods >= Number(status?.allocatable?.pods ?? 0)) return false;
  return Object.entries(spec?.nodeSelector ?? {}).every(([name, value]) => metadata.labels?.[name] === value);
}
