import { type ApiObject, StatusError, copyWithGiven, failure, notFound } from '../../apimachinery/index.js';
import type { Clock, Logger } from '../../observability/index.js';
import { type ApiServerClient, Informer, OutboundError, type RemoteObject } from '../../outbound/index.js';
import {
  type DeletedObject,
  type ObjectFacts,
  type ResolvedKind,
  type ResourceChange,
  type ResourceFollower,
  ResourceStore,
  type Stop,
  type StoreContext,
} from '../../registry/index.js';

/** The dependencies of a store of the cluster's objects. */
export interface ClusterStoreParts {
  readonly client: Pick<ApiServerClient, 'get' | 'page' | 'watch'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Milliseconds that a read waits for the first list. */
const READY_TIMEOUT = 10_000;

/** An object of the cluster, with what is known without looking into it. */
interface Held<T> extends ObjectFacts {
  readonly key: string;
  readonly name: string;
  readonly namespace: string;
  readonly object: T;
}

/**
 * The objects of one kind of the cluster that an extension server belongs to. They are followed there from the first use
 * on. An object that is not known is asked for: it may have been made a moment ago. Nothing can be written.
 */
export class ClusterStore<T extends ApiObject = ApiObject> extends ResourceStore<T> {
  private readonly held = new Map<string, Held<T>>();
  private readonly followers = new Set<ResourceFollower<T>>();
  /** Objects that are being asked for. */
  private readonly asked = new Map<string, Promise<Held<T> | undefined>>();
  private readonly collection: string;
  private informer: Informer | undefined;
  private isReady = false;
  private readonly waiting = new Set<() => void>();

  constructor(
    readonly kind: ResolvedKind<T>,
    private readonly parts: ClusterStoreParts,
  ) {
    super();
    const { apiVersion } = kind.storage;
    this.collection = `${apiVersion.includes('/') ? '/apis' : '/api'}/${apiVersion}`;
  }

  /** True if every object has been delivered once. */
  get isSynced(): boolean {
    return this.isReady;
  }

  /** Resolves when it has. */
  async synced(): Promise<void> {
    while (!this.isReady) await new Promise<void>((resolve) => this.waiting.add(resolve));
  }

  /** Begins to follow the cluster, if that has not begun. */
  start(): void {
    if (this.informer) return;
    this.informer = new Informer({
      ...this.parts,
      path: this.pathOf(''),
      listener: {
        onPut: (object) => this.put(object),
        onDelete: (object) => this.drop(object),
        onReady: () => this.markReady(),
      },
    });
    this.informer.start();
  }

  /** Follows it no longer. */
  close(): void {
    this.informer?.stop();
    this.followers.clear();
  }

  async get(context: StoreContext, name: string): Promise<T> {
    const found = await this.find(context, name);
    if (!found) throw notFound(this.kind.groupResource, name);
    return found;
  }

  async find({ namespace }: StoreContext, name: string): Promise<T | undefined> {
    const found = await this.lookUp(namespace, name);
    return found && copyWithGiven(found.object);
  }

  async has({ namespace }: StoreContext, name: string): Promise<boolean> {
    return (await this.lookUp(namespace, name)) !== undefined;
  }

  facts({ namespace }: Pick<StoreContext, 'namespace'>, name: string): Promise<ObjectFacts | undefined> {
    return this.lookUp(namespace, name);
  }

  async readStored({ namespace }: StoreContext, name: string): Promise<T | undefined> {
    return (await this.ask(namespace, name))?.object;
  }

  async list({ namespace }: StoreContext, filter: (facts: ObjectFacts) => boolean = () => true): Promise<T[]> {
    await this.whenReady();
    const all = [...this.held.values()].filter((each) => namespace === '' || each.namespace === namespace);
    return all.filter(filter).map(({ object }) => copyWithGiven(object));
  }

  follow(follower: ResourceFollower<T>): Stop {
    this.start();
    this.followers.add(follower);
    for (const held of this.held.values()) follower.onChange(changeOf('ADDED', held));
    if (this.isReady) follower.onReady();
    return () => void this.followers.delete(follower);
  }

  create(): Promise<T> {
    return this.refuse();
  }

  update(): Promise<T> {
    return this.refuse();
  }

  createOrUpdate(): Promise<T> {
    return this.refuse();
  }

  apply(): Promise<T> {
    return this.refuse();
  }

  delete(): Promise<DeletedObject<T>> {
    return this.refuse();
  }

  deleteAll(): Promise<void> {
    return this.refuse();
  }

  private refuse(): Promise<never> {
    const { resource } = this.kind.groupResource;
    return Promise.reject(
      failure(405, `${resource} are the cluster's and cannot be written here`, { reason: 'MethodNotAllowed' }),
    );
  }

  private async lookUp(namespace: string, name: string): Promise<Held<T> | undefined> {
    const known = this.held.get(keyOf(namespace, name));
    if (known && this.isReady) return known;
    await this.whenReady();
    return this.held.get(keyOf(namespace, name)) ?? this.ask(namespace, name);
  }

  /** Asks the cluster itself; those who want the same object at a time ask once. */
  private ask(namespace: string, name: string): Promise<Held<T> | undefined> {
    const key = keyOf(namespace, name);
    let asked = this.asked.get(key);
    if (!asked) {
      asked = this.read(namespace, name).finally(() => this.asked.delete(key));
      this.asked.set(key, asked);
    }
    return asked;
  }

  private async read(namespace: string, name: string): Promise<Held<T> | undefined> {
    try {
      const object = await this.parts.client.get(`${this.pathOf(namespace)}/${encodeURIComponent(name)}`);
      return object && this.heldOf(object);
    } catch (error) {
      throw unavailable(`the cluster did not answer: ${OutboundError.from(error).message}`);
    }
  }

  private pathOf(namespace: string): string {
    const { resource } = this.kind.groupResource;
    const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
    return `${this.collection}${scope}/${resource}`;
  }

  private async whenReady(): Promise<void> {
    this.start();
    if (this.isReady) return;
    const late = this.parts.clock.sleep(READY_TIMEOUT);
    let wake!: () => void;
    const ready = new Promise<void>((resolve) => this.waiting.add((wake = resolve)));
    await Promise.race([ready, late]);
    this.waiting.delete(wake);
    if (!this.isReady) throw unavailable(`the ${this.kind.groupResource.resource} of the cluster are not known yet`);
  }

  private markReady(): void {
    this.isReady = true;
    for (const wake of this.waiting) wake();
    this.waiting.clear();
    for (const follower of this.followers) follower.onReady();
  }

  private put(remote: RemoteObject): void {
    const held = this.tryHeldOf(remote);
    if (!held) return;
    const type = this.held.has(held.key) ? 'MODIFIED' : 'ADDED';
    this.held.set(held.key, held);
    for (const follower of this.followers) follower.onChange(changeOf(type, held));
  }

  private drop({ metadata: { namespace = '', name } }: RemoteObject): void {
    const held = this.held.get(keyOf(namespace, name));
    if (!held || !this.held.delete(held.key)) return;
    for (const follower of this.followers) follower.onChange(changeOf('DELETED', held));
  }

  /** What cannot be read stays as it was. */
  private tryHeldOf(remote: RemoteObject): Held<T> | undefined {
    try {
      return this.heldOf(remote);
    } catch (error) {
      const { resource } = this.kind.groupResource;
      const reason = (error as Error).message;
      this.parts.logger.error('an object of the cluster cannot be read', {
        resource,
        name: remote.metadata.name,
        reason,
      });
      return undefined;
    }
  }

  private heldOf(remote: RemoteObject): Held<T> {
    const { apiVersion, gvk, type } = this.kind.storage;
    const decoded = type.decode(remote, {});
    type.applyDefaults(decoded);
    const object = { ...decoded, kind: gvk.kind, apiVersion } as unknown as T;
    const { name = '', namespace = '', labels } = object.metadata;
    const fields: Record<string, string> = { 'metadata.name': name, 'metadata.namespace': namespace };
    for (const [field, valueOf] of Object.entries(this.kind.selectors)) fields[field] = valueOf(object);
    return { key: keyOf(namespace, name), name, namespace, labels, fields, object };
  }
}

function changeOf<T extends ApiObject>(type: ResourceChange<T>['type'], held: Held<T>): ResourceChange<T> {
  const { key, name, namespace, labels, object } = held;
  const { resourceVersion = '' } = object.metadata;
  return { type, key, name, namespace, labels, object, resourceVersion, mayHave: () => true };
}

function keyOf(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

function unavailable(message: string): StatusError {
  return failure(503, message, { reason: 'ServiceUnavailable' });
}
