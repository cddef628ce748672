import { type ApiObject, type GroupResource, type MaybePromise, formatApiVersion } from '../../apimachinery/index.js';
import { type KindSource, resourceKindOf } from '../../client/index.js';
import type { ObjectShape } from '../../schema/index.js';
import {
  type ResolvedVersion,
  type ResourceStore,
  type Stop,
  Stores,
  type StoresListener,
} from '../../registry/index.js';
import { GroupIndex, type ServedGroup } from './group-index.js';
import { KindNames } from './kind-names.js';
import type { ServedResource } from './served-resource.js';

/** A change of the served resources. */
export interface CatalogueChange {
  readonly group: string;
  readonly version: string;
  /** The added or removed resource. */
  readonly resource: ServedResource;
  /** The resource that it replaces. */
  readonly previous?: ServedResource;
}

/**
 * Everything the server serves, by group, version and resource. Changes while the server runs; who keeps something that
 * was made from it listens. Looking up a resource, a group or a kind costs the same however many there are.
 */
export class Catalogue extends Stores {
  private readonly groupsByName = new Map<string, GroupIndex>();
  private ordered: readonly ServedGroup[] | undefined;
  private readonly kindNames = new KindNames();
  private readonly stores = new Map<string, ResourceStore>();
  private readonly listeners = new Set<(change: CatalogueChange) => void>();
  private readonly storeListeners = new Set<StoresListener>();
  private isOfExtension = false;
  private askElsewhere: (apiVersion: string, kind: string) => MaybePromise<ResourceStore | undefined> = () => undefined;

  /** Adds a new group to discovery, before it has resources: by priority, higher first, then the older one. */
  place(group: string, priority = 0): void {
    this.indexOf(group, priority);
  }

  /**
   * Adds a resource. `priority` places its group, where that has no place yet. One of the same group, version and name
   * gives way, and running work on it is handed over.
   */
  add(resource: ServedResource, priority = 0): void {
    const { group, version, resource: plural } = resource.gvr;
    const previous = this.resource(group, version, plural);
    this.indexOf(group, priority).add(resource);
    if (previous) this.kindNames.remove(previous);
    this.kindNames.add(resource);
    this.tell({ group, version, resource, previous });
    previous?.leave(resource);
  }

  /** Takes a resource out, and then ends running work on it. */
  remove(resource: ServedResource): void {
    const { group, version } = resource.gvr;
    const index = this.groupsByName.get(group);
    if (!index?.remove(resource)) return;
    if (index.isEmpty) this.groupsByName.delete(group);
    this.kindNames.remove(resource);
    this.tell({ group, version, resource });
    resource.leave();
  }

  /** Adds the store of a kind, whether or not one of its versions is served. */
  addStore(store: ResourceStore): void {
    this.stores.set(storeKey(store.kind.groupResource), store);
    for (const listener of this.storeListeners) listener(store, 'added');
  }

  /** Notifies of a changed declaration of the kind of a store. */
  changeStore(store: ResourceStore): void {
    for (const listener of this.storeListeners) listener(store, 'changed');
  }

  /** Takes the store of a kind out. */
  removeStore(store: ResourceStore): void {
    this.stores.delete(storeKey(store.kind.groupResource));
    for (const listener of this.storeListeners) listener(store, 'removed');
  }

  /** Returns the resource a path names, or undefined. */
  resource(group: string, version: string, plural: string): ServedResource | undefined {
    return this.groupsByName.get(group)?.resource(version, plural);
  }

  /** Returns all resources of a group and version, by name. */
  resourcesOf(group: string, version: string): readonly ServedResource[] {
    return this.groupsByName.get(group)?.resourcesOf(version) ?? [];
  }

  /** Returns the resources of all kinds: of those with a store, and of served ones without (reviews). Each once. */
  groupResources(): GroupResource[] {
    const stored = [...this.stores.values()].map(({ kind }) => kind.groupResource);
    const served = this.groups().flatMap(({ group, versions }) =>
      versions.flatMap((version) =>
        this.resourcesOf(group, version).map(({ gvr: { resource } }) => ({ group, resource })),
      ),
    );
    return [...new Map([...stored, ...served].map((each) => [storeKey(each), each])).values()];
  }

  /** Reports whether a version of the kind of a resource has the status subresource; false where its objects are not stored. */
  hasStatus(resource: GroupResource): boolean {
    const versions = this.stores.get(storeKey(resource))?.kind.versions.values() ?? [];
    return [...versions].some(({ hasStatus }) => hasStatus);
  }

  /** Reports whether a group, or one of its versions, is served. */
  serves(group: string, version?: string): boolean {
    const index = this.groupsByName.get(group);
    return index !== undefined && !index.isEmpty && (version === undefined || index.hasVersion(version));
  }

  /** Reports whether a group that is served has resources of unstructured kinds only. */
  isUnstructured(group: string): boolean {
    return this.groupsByName.get(group)?.isUnstructured ?? false;
  }

  /** Returns all groups in the order of discovery, the core group first. */
  groups(): readonly ServedGroup[] {
    this.ordered ??= [...this.groupsByName.values()]
      .filter((index) => !index.isEmpty)
      .sort((a, b) => b.priority - a.priority)
      .map((index) => index.served());
    return this.ordered;
  }

  /**
   * Reports whether a kind exists in a version: of objects, of lists, of subresources, or one that belongs to every
   * group.
   */
  knowsKind(apiVersion: string, kind: string): boolean {
    return this.kindNames.has(apiVersion, kind);
  }

  /** Returns the type of a kind's objects in a version: of stored objects, reviews and subresources, not of lists. */
  typeOf(apiVersion: string, kind: string): ObjectShape | undefined {
    return this.kindNames.typeOf(apiVersion, kind);
  }

  /** Calls back whenever something is served that was not, or the other way round; the answer ends that. */
  onChange(listener: (change: CatalogueChange) => void): Stop {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  override of<T extends ApiObject>(kind: KindSource<T>): ResourceStore<T>;
  override of<T extends ApiObject = ApiObject>(group: string, resource: string): ResourceStore<T>;
  override of<T extends ApiObject>(...names: StoreNames<T>): ResourceStore<T> {
    const found = this.find<T>(...(names as [string, string]));
    if (found) return found;
    const { group, resource } = resourceOf(names);
    throw new Error(
      `no plugin has brought ${resource} of group "${group}"${this.isOfExtension ? remedyOf(group, resource) : ''}`,
    );
  }

  override find<T extends ApiObject>(kind: KindSource<T>): ResourceStore<T> | undefined;
  override find<T extends ApiObject = ApiObject>(group: string, resource: string): ResourceStore<T> | undefined;
  override find<T extends ApiObject>(...names: StoreNames<T>): ResourceStore<T> | undefined {
    const store = this.stores.get(storeKey(resourceOf(names))) as ResourceStore<T> | undefined;
    const [source] = names;
    if (store && typeof source !== 'string') checkStored(source, store.kind.storage);
    return store;
  }

  override findKind(apiVersion: string, kind: string): MaybePromise<ResourceStore | undefined> {
    for (const store of this.stores.values()) {
      const version = store.kind.kind === kind ? store.kind.versions.get(apiVersion) : undefined;
      if (version && store.kind.isShown(version)) return store;
    }
    return this.askElsewhere(apiVersion, kind);
  }

  /** Sets what finds the stores of kinds that no plugin has declared: those of the cluster of an extension server. */
  answerUnknownKinds(ask: (apiVersion: string, kind: string) => MaybePromise<ResourceStore | undefined>): void {
    this.isOfExtension = true;
    this.askElsewhere = ask;
  }

  override all(): readonly ResourceStore[] {
    return [...this.stores.values()];
  }

  override onStoresChange(listener: StoresListener): Stop {
    this.storeListeners.add(listener);
    return () => void this.storeListeners.delete(listener);
  }

  private indexOf(group: string, priority: number): GroupIndex {
    let index = this.groupsByName.get(group);
    if (!index) this.groupsByName.set(group, (index = new GroupIndex(group, priority)));
    return index;
  }

  private tell(change: CatalogueChange): void {
    this.ordered = undefined;
    for (const listener of this.listeners) listener(change);
  }
}

/** A kind as the methods of `Stores` take it. */
type StoreNames<T extends ApiObject> = [kind: KindSource<T>] | [group: string, resource: string];

function resourceOf<T extends ApiObject>([kind, resource]: StoreNames<T>): GroupResource {
  return typeof kind === 'string' ? { group: kind, resource: resource! } : resourceKindOf(kind);
}

/** Stores have objects in the shape of the storage version alone. */
function checkStored<T extends ApiObject>(source: KindSource<T>, storage: ResolvedVersion): void {
  const named = resourceKindOf(source);
  const apiVersion = formatApiVersion(named);
  if (apiVersion === storage.apiVersion) return;
  const what = typeof source === 'function' ? `${source.name} is` : 'these are the names';
  const remedy = `give the class of ${storage.apiVersion} (${storage.type.name}), or use Client`;
  throw new TypeError(
    `${what} of ${named.resource} in ${apiVersion}, but stores have objects of the storage version: ${remedy}`,
  );
}

function remedyOf(group: string, resource: string): string {
  const entry = `{ group: '${group}', resource: '${resource}' }`;
  return `: for that of the cluster, add the line clusterKinds: [${entry}] to @ApiGroupPlugin`;
}

function storeKey({ group, resource }: { readonly group: string; readonly resource: string }): string {
  return `${group}/${resource}`;
}
