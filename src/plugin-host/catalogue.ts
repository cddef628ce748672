import { type ApiObject, compareVersionPriority, formatApiVersion } from '../apimachinery/index.js';
import { type ResourceStore, Stores } from '../registry/index.js';
import type { ServedResource } from './served-resource.js';

/** A served group: its versions in the order of discovery. */
export interface ServedGroup {
  readonly group: string;
  readonly versions: readonly string[];
  readonly preferred: string;
}

/** Everything the server serves, by group, version and resource. Filled once by the plugin host, then read-only. */
export class Catalogue extends Stores {
  private readonly resources = new Map<string, ServedResource>();
  private readonly stores = new Map<string, ResourceStore>();
  private readonly groupOrder: string[] = [];
  private readonly listeners: (() => void)[] = [];

  /** Adds a resource; called by the plugin host. */
  add(resource: ServedResource): void {
    const { group, version, resource: plural } = resource.gvr;
    this.resources.set(`${group}/${version}/${plural}`, resource);
    if (!this.groupOrder.includes(group)) this.groupOrder.push(group);
    for (const listener of this.listeners) listener();
  }

  /** Adds the store of a kind, whether or not one of its versions is served. */
  addStore(store: ResourceStore): void {
    this.stores.set(`${store.kind.group}/${store.kind.definition.plural}`, store);
  }

  /** The resource a path names, or undefined. */
  resource(group: string, version: string, plural: string): ServedResource | undefined {
    return this.resources.get(`${group}/${version}/${plural}`);
  }

  /** All resources of a group and version, by name. */
  resourcesOf(group: string, version: string): ServedResource[] {
    return [...this.resources.values()]
      .filter((r) => r.gvr.group === group && r.gvr.version === version)
      .sort((a, b) => (a.gvr.resource < b.gvr.resource ? -1 : 1));
  }

  /** Whether a group, or one of its versions, is served. */
  serves(group: string, version?: string): boolean {
    return this.groups().some((g) => g.group === group && (version === undefined || g.versions.includes(version)));
  }

  /** All groups in the order of discovery, the core group first. */
  groups(): ServedGroup[] {
    return this.groupOrder.map((group) => {
      const versions = new Set(
        [...this.resources.values()].filter((r) => r.gvr.group === group).map((r) => r.gvr.version),
      );
      const sorted = [...versions].sort(compareVersionPriority);
      return { group, versions: sorted, preferred: sorted[0] };
    });
  }

  /** Whether a kind exists in a version: of objects, of lists, of subresources, or one that belongs to every group. */
  knowsKind(apiVersion: string, kind: string): boolean {
    if (apiVersion === 'v1' && UNVERSIONED_KINDS.has(kind)) return true;
    return [...this.resources.values()].some((resource) => hasKind(resource, apiVersion, kind));
  }

  /** Calls back whenever a resource is added. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  override of<T extends ApiObject = ApiObject>(group: string, resource: string): ResourceStore<T> {
    const store = this.find<T>(group, resource);
    if (!store) throw new Error(`no plugin has brought ${resource} of group "${group}"`);
    return store;
  }

  override find<T extends ApiObject = ApiObject>(group: string, resource: string): ResourceStore<T> | undefined {
    return this.stores.get(`${group}/${resource}`) as ResourceStore<T> | undefined;
  }

  override all(): readonly ResourceStore[] {
    return [...this.stores.values()];
  }
}

/** Kinds that the first version of the core group has for all groups. */
const UNVERSIONED_KINDS: ReadonlySet<string> = new Set([
  'List',
  'Status',
  'APIVersions',
  'APIGroup',
  'APIGroupList',
  'APIResourceList',
]);

/** Kinds that every version of every group has. */
const SHARED_KINDS: ReadonlySet<string> = new Set([
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
  'WatchEvent',
]);

function hasKind({ kind, subresources }: ServedResource, apiVersion: string, name: string): boolean {
  const isNamed = kind.kind === name || kind.listKind === name;
  // Versions that are declared count, served or not: objects of theirs can be converted.
  const isDeclared = [...kind.versions.values()].some((version) => version.apiVersion === apiVersion);
  if (isDeclared && (isNamed || SHARED_KINDS.has(name))) return true;
  if (isNamed && kind.definition.formerVersions?.includes(apiVersion)) return true;
  if (kind.definition.scale && apiVersion === 'autoscaling/v1' && name === 'Scale') return true;
  return [...subresources.values()].some(({ definition }) => {
    return definition.kind === name && formatApiVersion(definition) === apiVersion;
  });
}
