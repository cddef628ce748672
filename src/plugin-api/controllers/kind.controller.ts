import { Inject } from '@nestjs/common';
import { type ApiObject, type StatusError, isNotFound } from '../../apimachinery/index.js';
import {
  Client,
  ClusterClient,
  EventRecorder,
  type KindClient,
  type KindSource,
  type RecordedEvent,
  eventReference,
  keyOf,
  resourceKindOf,
} from '../../client/index.js';
import { isDeepEqual } from '../../patch/index.js';
import type { StatusOf } from '../status-of.js';
import { QueueController } from './queue.controller.js';

/**
 * A controller that brings the objects of one kind up to date, each whenever it has changed (upstream: a reconciler of
 * controller-runtime, `For` one kind). `watch` may be extended, to have objects looked at when others change.
 *
 * @public
 * @example
 * class Surveyor extends KindController<Berth> {
 *   readonly name = 'surveyor-controller';
 *   protected readonly type = Berth;
 *   protected async reconcileObject(berth: Berth) {
 *     const note = `The berth is ${berth.spec.length} meters long`;
 *     this.record(berth, { type: 'Normal', reason: 'Measured', action: 'Measure', note });
 *   }
 * }
 */
export abstract class KindController<T extends ApiObject> extends QueueController {
  /** The class of the kind, or its names. */
  protected abstract readonly type: KindSource<T>;

  @Inject(Client)
  protected readonly client!: Client;

  @Inject(ClusterClient)
  private readonly cluster!: ClusterClient;

  private recorder: EventRecorder | undefined;

  /** Brings an object up to date, as it is now; a failure is tried again later. */
  protected abstract reconcileObject(object: T): Promise<void>;

  protected watch(): void {
    this.follow(this.parts.stores.of(this.type), (object) => [keyOf(object)]);
  }

  protected async reconcile(key: string): Promise<void> {
    const slash = key.indexOf('/');
    const object = await this.objectsIn(key.slice(0, Math.max(slash, 0))).find(key.slice(slash + 1));
    if (object) await this.reconcileObject(object);
    else await this.reconcileGone(key);
  }

  /** Called with the key of an object that is gone: `namespace/name`, or the name. Does nothing unless overridden. */
  protected async reconcileGone(_key: string): Promise<void> {}

  /**
   * Sets members of the status where they differ, and removes those that are undefined. Returns true if the object has
   * changed by it. Rejects with Conflict where it has changed since it was read: then it is looked at again. The kind has a
   * status (`hasStatus`).
   */
  protected async setStatus(object: T, members: Partial<StatusOf<T>>): Promise<boolean> {
    const { status: before = {}, metadata } = object as T & { readonly status?: object };
    const status = { ...before, ...members };
    if (isDeepEqual(before, status)) return false;
    const objects = this.objectsIn(metadata.namespace ?? '');
    const updated = await objects.status.update({ ...object, status }).catch((error: unknown) => {
      throw isUnserved(error)
        ? new Error(`${resourceKindOf(this.type).kind} has no status: set hasStatus: true`)
        : error;
    });
    return updated.metadata.resourceVersion !== metadata.resourceVersion;
  }

  /** Records an event about an object in the cluster, in the name of the group and the controller; nothing waits for it. */
  protected record(object: T, event: RecordedEvent): void {
    this.recorder ??= new EventRecorder(this.cluster, { controller: this.reporter });
    this.recorder.record(eventReference(this.type, object), event);
  }

  override async stop(): Promise<void> {
    await super.stop();
    const { recorder } = this;
    this.recorder = undefined;
    await recorder?.stop();
  }

  /** The qualified name in which events are recorded. */
  private get reporter(): string {
    const { group } = resourceKindOf(this.type);
    return group === '' ? this.name : `${group}/${this.name}`;
  }

  private objectsIn(namespace: string): KindClient<T> {
    const all = this.client.of(this.type);
    return namespace === '' ? all : all.namespace(namespace);
  }
}

/** True for the answer of a path that nothing serves: that of an object which is gone names it. */
function isUnserved(error: unknown): boolean {
  return isNotFound(error) && !(error as StatusError).status.details?.name;
}
