import { Inject, Injectable } from '@nestjs/common';
import {
  QueueController,
  QueueControllerParts,
  type ResourceStore,
  controllerContext,
  updateExisting,
} from '../../../plugin-api/index.js';
import { ClusterEvents, type Happening } from '../cluster-events.js';
import { saysTheSame } from '../conditions.js';
import type { Node, Pod } from '../types.js';
import { keyOf, partsOf } from '../workloads/owned.js';
import { FAKE_NODE, PodScripts } from './fake-nodes.js';
import { happeningsBetween, happeningsOfEnd } from './pod-happenings.js';
import { scriptOf } from './pod-script.js';
import { type PodPlace, stateOf } from './pod-state.js';

/** Runs the pods of fake nodes as scripts say, and lets those go that are deleted. */
@Injectable()
export class KubeletController extends QueueController {
  readonly name = 'testing-kubelet';
  protected override readonly workers = 1;
  /** When pods came to their node, in milliseconds: the time in their status has no more than seconds. */
  private readonly since = new Map<string, number>();

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(PodScripts) private readonly scripts: PodScripts,
    @Inject(ClusterEvents) private readonly events: ClusterEvents,
  ) {
    super(parts);
  }

  private get pods(): ResourceStore<Pod> {
    return this.parts.stores.of<Pod>('', 'pods');
  }

  protected watch(): void {
    this.followChanges(this.pods, ({ type, object }) => {
      if (type === 'DELETED') this.since.delete(object.metadata.uid ?? '');
      return type !== 'DELETED' && object.spec?.nodeName ? [keyOf(object)] : [];
    });
  }

  protected async reconcile(key: string): Promise<void> {
    const [namespace, name] = partsOf(key);
    const pod = await this.pods.find(controllerContext(namespace), name);
    if (!pod?.spec?.nodeName) return;
    const node = await this.parts.stores.of<Node>('', 'nodes').find(controllerContext(), pod.spec.nodeName);
    if (node?.metadata.labels?.[FAKE_NODE] === undefined) return;
    if (pod.metadata.deletionTimestamp) return this.remove(pod);
    await this.run(pod, node);
  }

  private async run(pod: Pod, node: Node): Promise<void> {
    const { namespace, name = '' } = pod.metadata;
    const { status, lasts } = stateOf(pod, scriptOf(pod, this.scripts.current), this.placeOf(pod, node));
    const context = controllerContext(namespace, { subresource: 'status', fieldManager: 'kubelet' });
    await updateExisting(this.pods, { context, name }, (current) => {
      const hasEnded = current.status?.phase === 'Succeeded' || current.status?.phase === 'Failed';
      if (hasEnded || saysTheSame(current.status, status)) return undefined;
      return { ...current, status };
    });
    await this.tell(pod, happeningsBetween(pod, status));
    if (lasts !== Infinity) this.queue.addAfter(keyOf(pod), lasts);
  }

  private placeOf({ metadata: { uid = '' }, status }: Pod, node: Node): PodPlace {
    const now = this.parts.clock.now();
    // A pod of a state that was put back has begun before.
    const began = status?.startTime === undefined ? now : Date.parse(status.startTime);
    const since = this.since.get(uid) ?? began;
    this.since.set(uid, since);
    return { hostIp: addressOf(node), podIp: podAddress(uid), since, now };
  }

  private async tell(pod: Pod, happenings: readonly Happening[]): Promise<void> {
    const source = { component: 'kubelet', host: pod.spec?.nodeName, apiVersion: 'v1', kind: 'Pod' };
    for (const happening of happenings) await this.events.record(pod, happening, source);
  }

  private async remove(pod: Pod): Promise<void> {
    const { metadata } = pod;
    await this.tell(pod, happeningsOfEnd(pod));
    const options = { gracePeriodSeconds: 0, preconditions: { uid: metadata.uid } };
    await this.pods.delete(controllerContext(metadata.namespace), metadata.name ?? '', options);
  }
}

function addressOf({ status }: Node): string {
  const addresses = (status?.addresses ?? []) as readonly { readonly type: string; readonly address: string }[];
  return addresses.find(({ type }) => type === 'InternalIP')?.address ?? '127.0.0.1';
}

/** Follows from the uid, so that it is the same for the same seed. */
function podAddress(uid: string): string {
  const number = parseInt(uid.slice(0, 4), 16) || 1;
  return `10.244.${number >> 8}.${number & 0xff || 1}`;
}
