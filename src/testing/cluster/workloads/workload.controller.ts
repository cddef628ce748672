import {
  type ApiObject,
  QueueController,
  type ResourceStore,
  controllerContext,
  updateExisting,
} from '../../../plugin-api/index.js';
import { saysTheSame } from '../conditions.js';
import type { Pod } from '../types.js';
import { partsOf } from './owned.js';

/** A workload with a status. */
interface Workload extends ApiObject {
  status?: object;
}

/** The common part of controllers that make pods from a template. */
export abstract class WorkloadController<T extends Workload> extends QueueController {
  // One at a time: what follows from one seed has one order.
  protected override readonly workers = 1;

  protected abstract get workloads(): ResourceStore<T>;

  protected get pods(): ResourceStore<Pod> {
    return this.parts.stores.of<Pod>('', 'pods');
  }

  protected get now(): number {
    return this.parts.clock.now();
  }

  protected async reconcile(key: string): Promise<void> {
    const [namespace, name] = partsOf(key);
    const workload = await this.workloads.find(controllerContext(namespace), name);
    if (workload && workload.metadata.deletionTimestamp === undefined) await this.sync(workload);
  }

  /** Reconciles the objects of a workload, and its status. */
  protected abstract sync(workload: T): Promise<void>;

  /** Writes a status where it says something new. */
  protected async tell({ metadata }: T, status: (before: T['status']) => T['status']): Promise<void> {
    const context = controllerContext(metadata.namespace, { subresource: 'status' });
    await updateExisting(this.workloads, { context, name: metadata.name ?? '' }, (current) => {
      const next = status(current.status);
      return saysTheSame(current.status, next) ? undefined : { ...current, status: next };
    });
  }

  protected async createPod(namespace: string | undefined, pod: Pod): Promise<void> {
    await this.pods.create(controllerContext(namespace), pod);
  }

  protected async deletePod({ metadata }: Pod): Promise<void> {
    const preconditions = { uid: metadata.uid };
    await this.pods.delete(controllerContext(metadata.namespace), metadata.name ?? '', { preconditions });
  }
}
