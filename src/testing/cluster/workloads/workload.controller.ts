import { Inject } from '@nestjs/common';
import {
  type ApiObject,
  QueueController,
  type ResourceStore,
  StatusError,
  controllerContext,
  updateExisting,
} from '../../../plugin-api/index.js';
import { ClusterEvents, type EventSource, type Happening } from '../cluster-events.js';
import { saysTheSame } from '../conditions.js';
import type { Pod } from '../types.js';
import { keyOf, partsOf } from './owned.js';

/** A workload with a status. */
interface Workload extends ApiObject {
  status?: object;
}

/** How long a pod that was refused is not tried again, in milliseconds. */
const RETRY_MS = 2_000;

/** The common part of controllers that make pods from a template. */
export abstract class WorkloadController<T extends Workload> extends QueueController {
  // One at a time: what follows from one seed has one order.
  protected override readonly workers = 1;

  @Inject(ClusterEvents)
  private readonly events!: ClusterEvents;

  /** The program whose part it does, and the kind of its workloads. */
  protected abstract readonly source: EventSource;

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

  /** Records an event about a workload. */
  protected async record(workload: T, happening: Happening): Promise<void> {
    await this.events.record(workload, happening, this.source);
  }

  /** Creates a pod of a workload. Returns why it was refused, as by a quota; it is tried again later then. */
  protected async createPod(workload: T, pod: Pod): Promise<string | undefined> {
    try {
      const { metadata } = await this.pods.create(controllerContext(workload.metadata.namespace), pod);
      await this.record(workload, this.created(workload, metadata.name ?? ''));
      return undefined;
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      await this.record(workload, this.refused(workload, pod, error.message));
      this.queue.addAfter(keyOf(workload), RETRY_MS);
      return error.message;
    }
  }

  protected async deletePod(workload: T, { metadata }: Pod): Promise<void> {
    const preconditions = { uid: metadata.uid };
    const name = metadata.name ?? '';
    await this.pods.delete(controllerContext(metadata.namespace), name, { preconditions });
    await this.record(workload, this.deleted(workload, name));
  }

  protected created(_workload: T, pod: string): Happening {
    return { reason: 'SuccessfulCreate', message: `Created pod: ${pod}` };
  }

  protected refused(_workload: T, _pod: Pod, why: string): Happening {
    return { type: 'Warning', reason: 'FailedCreate', message: `Error creating: ${why}` };
  }

  protected deleted(_workload: T, pod: string): Happening {
    return { reason: 'SuccessfulDelete', message: `Deleted pod: ${pod}` };
  }
}
