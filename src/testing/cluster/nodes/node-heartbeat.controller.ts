import { Injectable } from '@nestjs/common';
import {
  type ApiObject,
  QueueController,
  type ResourceStore,
  controllerContext,
  formatTime,
  keepObject,
  updateExisting,
} from '../../../plugin-api/index.js';
import { formatMicroTime } from '../../../plugin-api/built-in.js';
import { isTrue, withCondition } from '../conditions.js';
import type { Node } from '../types.js';
import { FAKE_NODE } from './fake-nodes.js';

/** As kubelets renew their leases. */
const PERIOD_MS = 10_000;
const LEASE_SECONDS = 40;

interface Lease extends ApiObject {
  readonly spec?: object;
}

/** Makes fake nodes ready and renews their leases. */
@Injectable()
export class NodeHeartbeatController extends QueueController {
  readonly name = 'testing-node-heartbeat';

  private get nodes(): ResourceStore<Node> {
    return this.parts.stores.of<Node>('', 'nodes');
  }

  protected watch(): void {
    const known = new Set<string>();
    this.followChanges(this.nodes, ({ type, name, labels }) => {
      if (type === 'DELETED') known.delete(name);
      if (type === 'DELETED' || known.has(name) || labels?.[FAKE_NODE] === undefined) return [];
      known.add(name);
      return [name];
    });
  }

  protected async reconcile(name: string): Promise<void> {
    const node = await this.nodes.find(controllerContext(), name);
    if (!node) return;
    if (!isTrue(node.status?.conditions, 'Ready')) await this.makeReady(name);
    await this.renew(node, name);
    this.queue.addAfter(name, PERIOD_MS);
  }

  private async makeReady(name: string): Promise<void> {
    const context = controllerContext('', { subresource: 'status', fieldManager: 'kubelet' });
    const now = this.parts.clock.now();
    const state = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' };
    await updateExisting(this.nodes, { context, name }, (node) => ({
      ...node,
      status: {
        ...node.status,
        conditions: withCondition(node.status?.conditions, state, now).map((condition) => ({
          ...condition,
          lastHeartbeatTime: formatTime(new Date(now)),
        })),
      },
    }));
  }

  private async renew({ metadata }: Node, name: string): Promise<void> {
    const context = controllerContext('kube-node-lease', { fieldManager: 'kubelet' });
    const leases = this.parts.stores.of<Lease>('coordination.k8s.io', 'leases');
    const renewTime = formatMicroTime(new Date(this.parts.clock.now()));
    const spec = { holderIdentity: name, leaseDurationSeconds: LEASE_SECONDS, renewTime };
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name, uid: metadata.uid ?? '' }];
    await keepObject(leases, { context, name }, (lease) =>
      lease ? { ...lease, spec } : { metadata: { name, ownerReferences }, spec },
    );
  }
}
