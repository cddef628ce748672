import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  QueueController,
  type ResourceStore,
  controllerContext,
  formatTime,
  keepObject,
  updateExisting,
} from '../../../plugin-api/index.js';
import { formatMicroTime } from '../../../apimachinery/index.js';
import { ClusterEvents } from '../cluster-events.js';
import { isTrue, withCondition } from '../conditions.js';
import type { Node } from '../types.js';
import { FAKE_NODE } from './fake-nodes.js';
import { withTaintsOfState } from './node-taints.js';

/** As kubelets renew their leases. */
const PERIOD_MS = 10_000;
const LEASE_SECONDS = 40;

interface Lease extends ApiObject {
  readonly spec?: object;
}

const KUBELET = { component: 'kubelet', apiVersion: 'v1', kind: 'Node' };
const NODE_CONTROLLER = { component: 'node-controller', apiVersion: 'v1', kind: 'Node' };

/** Makes fake nodes ready, keeps the taints of their state and renews their leases. */
@Injectable()
export class NodeHeartbeatController extends QueueController {
  readonly name = 'testing-node-heartbeat';

  @Inject(ClusterEvents)
  private readonly events!: ClusterEvents;

  private get nodes(): ResourceStore<Node> {
    return this.parts.stores.of<Node>('', 'nodes');
  }

  protected watch(): void {
    this.followChanges(this.nodes, ({ type, name, labels }) =>
      type === 'DELETED' || labels?.[FAKE_NODE] === undefined ? [] : [name],
    );
  }

  protected async reconcile(name: string): Promise<void> {
    const node = await this.nodes.find(controllerContext(), name);
    if (!node) return;
    if (!isTrue(node.status?.conditions, 'Ready')) await this.makeReady(node, name);
    await updateExisting(this.nodes, { context: controllerContext(), name }, withTaintsOfState);
    await this.renew(node, name);
    this.queue.addAfter(name, PERIOD_MS);
  }

  private async makeReady(node: Node, name: string): Promise<void> {
    const context = controllerContext('', { subresource: 'status', fieldManager: 'kubelet' });
    const now = this.parts.clock.now();
    const state = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' };
    await updateExisting(this.nodes, { context, name }, (current) => ({
      ...current,
      status: {
        ...current.status,
        conditions: withCondition(current.status?.conditions, state, now).map((condition) => ({
          ...condition,
          lastHeartbeatTime: formatTime(new Date(now)),
        })),
      },
    }));
    const source = { ...KUBELET, host: name };
    await this.events.record(node, { reason: 'Starting', message: 'Starting kubelet.' }, source);
    await this.events.record(node, { reason: 'NodeReady', message: `Node ${name} status is now: NodeReady` }, source);
    const message = `Node ${name} event: Registered Node ${name} in Controller`;
    await this.events.record(node, { reason: 'RegisteredNode', message }, NODE_CONTROLLER);
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
