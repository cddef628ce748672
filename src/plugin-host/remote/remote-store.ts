import { type ApiObject, type StatusError, copyWithGiven, failure, notFound } from '../../apimachinery/index.js';
import type { Clock, Logger } from '../../observability/index.js';
import { type ApiServerClient, Informer, OutboundError, type RemoteObject } from '../../outbound/index.js';
import type { DeleteOptions } from '../../schema/index.js';
import {
  type Configuration,
  type DeletedObject,
  type ObjectFacts,
  type ResolvedKind,
  type ResourceChange,
  type ResourceFollower,
  ResourceStore,
  type Stop,
  type StoreContext,
  type Transform,
} from '../../registry/index.js';

/** The dependencies of a store of another server's objects. */
export interface RemoteStoreParts {
  readonly client: Pick<ApiServerClient, 'get' | 'page' | 'watch'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Milliseconds that a read waits for the first list. */
const READY_TIMEOUT = 10_000;

/** An object of the other server, with what is known without looking into it. */
interface Held<T> extends ObjectFacts {
  readonly key: string;
  readonly name: string;
  readonly namespace: string;
  readonly object: T;
}

/**
 * The objects of one kind that another API server has. They are followed there from the first use on. An object that is not
 * known is asked for: it may have been made a moment ago. Nothing can be written, unless a subclass does.
 */
export class RemoteStore<T extends ApiObject = ApiObject> extends ResourceStore<T> {
  override readonly isOfCluster: boolean = true;
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
    protected readonly parts: RemoteStoreParts,
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

  /** Starts to follow the other server, if that has not begun. */
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
    const found = await this.ask(namespace, name);
    return found && copyWithGiven(found.object);
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

  create(_context: StoreContext, _object: T): Promise<T> {
    return this.refuse();
  }

  update(_context: StoreContext, _name: string, _transform: Transform<T>): Promise<T> {
    return this.refuse();
  }

  createOrUpdate(_context: StoreContext, _name: string, _transform: Transform<T>): Promise<T> {
    return this.refuse();
  }

  rewrite(_context: StoreContext, _name: string): Promise<boolean> {
    return this.refuse();
  }

  apply(_context: StoreContext, _name: string, _configuration: Configuration): Promise<T> {
    return this.refuse();
  }

  delete(_context: StoreContext, _name: string, _options?: DeleteOptions): Promise<DeletedObject<T>> {
    return this.refuse();
  }

  deleteAll(_context: StoreContext, _options?: DeleteOptions): Promise<void> {
    return this.refuse();
  }

  /** Returns the path of an object on the other server, or of the collection. */
  protected pathOf(namespace: string, name = ''): string {
    const { resource } = this.kind.groupResource;
    const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
    const collection = `${this.collection}${scope}/${resource}`;
    return name === '' ? collection : `${collection}/${encodeURIComponent(name)}`;
  }

  private refuse(): Promise<never> {
    const { resource } = this.kind.groupResource;
    const message = `${resource} belong to another server and cannot be written here`;
    return Promise.reject(failure(405, message, { reason: 'MethodNotAllowed' }));
  }

  private async lookUp(namespace: string, name: string): Promise<Held<T> | undefined> {
    const known = this.held.get(this.kind.keyOf(namespace, name));
    if (known && this.isReady) return known;
    await this.whenReady();
    return this.held.get(this.kind.keyOf(namespace, name)) ?? this.ask(namespace, name);
  }

  /** Asks the cluster itself, once for concurrent callers that want the same object. */
  private ask(namespace: string, name: string): Promise<Held<T> | undefined> {
    const key = this.kind.keyOf(namespace, name);
    let asked = this.asked.get(key);
    if (!asked) {
      asked = this.read(namespace, name).finally(() => this.asked.delete(key));
      this.asked.set(key, asked);
    }
    return asked;
  }

  private async read(namespace: string, name: string): Promise<Held<T> | undefined> {
    try {
      const object = await this.parts.client.get(this.pathOf(namespace, name));
      return object && this.heldOf(object);
    } catch (error) {
      throw unavailable(
        `the server of ${this.kind.groupResource.resource} did not answer: ${OutboundError.from(error).message}`,
      );
    }
  }

  private async whenReady(): Promise<void> {
    this.start();
    if (this.isReady) return;
    const late = this.parts.clock.sleep(READY_TIMEOUT);
    let wake!: () => void;
    const ready = new Promise<void>((resolve) => this.waiting.add((wake = resolve)));
    await Promise.race([ready, late]);
    this.waiting.delete(wake);
    if (!this.isReady) throw unavailable(`${this.kind.groupResource.resource} are not known yet`);
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

  private drop({ metadata: { namespace = '', name } }: Pick<RemoteObject, 'metadata'>): void {
    const held = this.held.get(this.kind.keyOf(namespace, name));
    if (!held || !this.held.delete(held.key)) return;
    for (const follower of this.followers) follower.onChange(changeOf('DELETED', held));
  }

  /** Undefined, with a line in the log, for an object that cannot be read: the state before stays. */
  private tryHeldOf(remote: RemoteObject): Held<T> | undefined {
    try {
      return this.heldOf(remote);
    } catch (error) {
      const { resource } = this.kind.groupResource;
      const reason = (error as Error).message;
      this.parts.logger.error('an object of another server cannot be read', {
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
    return { key: this.kind.keyOf(namespace, name), name, namespace, labels, fields, object };
  }
}

function changeOf<T extends ApiObject>(type: ResourceChange<T>['type'], held: Held<T>): ResourceChange<T> {
  const { key, name, namespace, labels, object } = held;
  const { resourceVersion = '' } = object.metadata;
  return { type, key, name, namespace, labels, object, resourceVersion, mayHave: () => true };
}

function unavailable(message: string): StatusError {
  return failure(503, message, { reason: 'ServiceUnavailable' });
}
