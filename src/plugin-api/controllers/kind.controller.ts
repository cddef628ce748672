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
import { systemContext } from '../../registry/index.js';
import type { StatusOf } from '../status-of.js';
import { QueueController } from './queue.controller.js';

/**
 * A controller that reconciles the objects of one kind, each whenever it has changed (upstream: a reconciler of
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

  /**
   * The qualified name of a finalizer: each object gets it before `reconcileObject` is called, and loses it once `finalizeObject`
   * has ended after its deletion was asked for. No object waits for the controller without.
   */
  protected readonly finalizer?: string;

  /** True if `reconcileObject` is called for objects that are being deleted, too. */
  protected readonly reconcilesDeletions: boolean = false;

  @Inject(Client)
  protected readonly client!: Client;

  /** The client of the server that has the objects of the kind and their events. */
  @Inject(ClusterClient)
  private readonly clusterOfKindController!: ClusterClient;

  #recorder: EventRecorder | undefined;

  override followedKinds(): readonly KindSource<never>[] {
    return [this.type as KindSource<never>];
  }

  /**
   * Reconciles an object in its current state; a failure is retried later. Not called for objects that are being deleted: what
   * belongs to them is deleted too, or is to be left alone (`--cascade=orphan`).
   */
  protected abstract reconcileObject(object: T): Promise<void>;

  /**
   * Removes what the controller has made for an object that is being deleted; then the finalizer is removed. Tried again later
   * where either fails, so it may be called several times. Does nothing unless overridden.
   */
  protected async finalizeObject(_object: T): Promise<void> {}

  /** Called with the key of an object that is gone: `namespace/name`, or the name. Does nothing unless overridden. */
  protected async reconcileGone(_key: string): Promise<void> {}

  protected watch(): void {
    this.follow(this.parts.stores.of(this.type), (object) => [keyOf(object)]);
  }

  protected async reconcile(key: string): Promise<void> {
    const object = await this.#find(key);
    if (!object) return this.reconcileGone(key);
    const isDeleted = object.metadata.deletionTimestamp !== undefined;
    if (!isDeleted) return this.reconcileObject(await this.addFinalizer(object));
    if (this.reconcilesDeletions) await this.reconcileObject(object);
    if (!this.#has(object)) return;
    await this.finalizeObject(object);
    await this.removeFinalizer(object);
  }

  /**
   * Adds the finalizer of the controller where an object lacks it. Returns the object as it is stored then. Rejects with Conflict
   * where it has changed since it was read.
   */
  protected async addFinalizer(object: T): Promise<T> {
    if (this.finalizer === undefined || this.#has(object)) return object;
    const finalizers = [...(object.metadata.finalizers ?? []), this.finalizer];
    return this.#objectsOf(object).update({ ...object, metadata: { ...object.metadata, finalizers } });
  }

  /**
   * Removes the finalizer of the controller, and with the last finalizer of an object that is being deleted the object. Rejects with
   * Conflict where it changes meanwhile. An object that is gone is left.
   */
  protected async removeFinalizer(object: T): Promise<void> {
    const { name = '', uid } = object.metadata;
    const objects = this.#objectsOf(object);
    const current = await objects.find(name);
    if (!current || current.metadata.uid !== uid || !this.#has(current)) return;
    const finalizers = current.metadata.finalizers?.filter((each) => each !== this.finalizer);
    await objects.update({ ...current, metadata: { ...current.metadata, finalizers } });
  }

  /**
   * Sets members of the status where they differ, and removes those that are undefined. Returns true if the object has
   * changed by it. Rejects with Conflict where it has changed since it was read: then it is looked at again. The kind has a
   * status (`hasStatus`).
   */
  protected async setStatus(object: T, members: Partial<StatusOf<T>>): Promise<boolean> {
    const { status: before = {}, metadata } = object as T & { readonly status?: object };
    const status = { ...before, ...members };
    if (isDeepEqual(before, status)) return false;
    const updated = await this.#objectsOf(object)
      .status.update({ ...object, status })
      .catch((error: unknown) => {
        throw isUnserved(error)
          ? new Error(`${resourceKindOf(this.type).kind} has no status: set hasStatus: true`)
          : error;
      });
    return updated.metadata.resourceVersion !== metadata.resourceVersion;
  }

  /** Records an event about an object in the cluster, in the name of the group and the controller; nothing waits for it. */
  protected record(object: T, event: RecordedEvent): void {
    this.#recorder ??= new EventRecorder(this.clusterOfKindController, { controller: this.#reporter });
    this.#recorder.record(eventReference(this.type, object), event);
  }

  override async stop(): Promise<void> {
    await super.stop();
    const recorder = this.#recorder;
    this.#recorder = undefined;
    await recorder?.stop();
  }

  /** The qualified name in which events are recorded. */
  get #reporter(): string {
    const { group } = resourceKindOf(this.type);
    return group === '' ? this.name : `${group}/${this.name}`;
  }

  #has({ metadata: { finalizers } }: T): boolean {
    return this.finalizer !== undefined && finalizers?.includes(this.finalizer) === true;
  }

  /** Finds an object. Those of a cluster are read from what is followed of it: those of this server as its clients read them. */
  #find(key: string): Promise<T | undefined> {
    const slash = key.indexOf('/');
    const [namespace, name] = [key.slice(0, Math.max(slash, 0)), key.slice(slash + 1)];
    const store = this.parts.stores.of(this.type);
    return store.isOfCluster ? store.find(systemContext(namespace), name) : this.#objectsIn(namespace).find(name);
  }

  #objectsOf({ metadata: { namespace = '' } }: T): KindClient<T> {
    return this.#objectsIn(namespace);
  }

  #objectsIn(namespace: string): KindClient<T> {
    const { isOfCluster } = this.parts.stores.of(this.type);
    const all = (isOfCluster ? this.clusterOfKindController : this.client).of(this.type);
    return namespace === '' ? all : all.namespace(namespace);
  }
}

/** True for the answer of a path that nothing serves: that of an object which is gone names it. */
function isUnserved(error: unknown): boolean {
  return isNotFound(error) && !(error as StatusError).status.details?.name;
}
