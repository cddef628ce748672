import {
  type ApiObject,
  type OwnerReference,
  type ResourceStore,
  isNotFound,
  systemContext,
} from '../../../src/plugin-api/index.js';

/** How an owner stands: there, gone, or waiting for its dependents to go first. */
export type OwnerState = 'solid' | 'absent' | 'waiting';

/** Finalizer of owners that let their dependents live on. */
export const ORPHAN = 'orphan';
/** Finalizer of owners that go after their dependents. */
export const FOREGROUND = 'foregroundDeletion';

/** Finds what owner references point at: by the kinds and versions that are served now. */
export class OwnerKinds {
  private byKind: Map<string, ResourceStore> | undefined;

  /** `stores` are those of all kinds. */
  constructor(private readonly stores: () => readonly ResourceStore[]) {}

  /** Forgets which kinds there are. */
  reset(): void {
    this.byKind = undefined;
  }

  /**
   * Returns where an owner would be stored, seen from an object of a namespace (empty for one of the cluster). Undefined
   * where no such kind is served, and for an owner in a namespace of an object that is in none.
   */
  keyOf({ apiVersion, kind, name }: OwnerReference, namespace: string): string | undefined {
    const found = this.storeOf(apiVersion, kind)?.kind;
    if (!found || (found.isNamespaced && namespace === '')) return undefined;
    return found.keyOf(found.isNamespaced ? namespace : '', name);
  }

  /**
   * Returns the state of an owner; undefined if it is unknown. An owner of that name with another uid is another
   * object.
   */
  async stateOf(reference: OwnerReference, namespace: string): Promise<OwnerState | undefined> {
    const store = this.storeOf(reference.apiVersion, reference.kind);
    if (!store || (store.kind.isNamespaced && namespace === '')) return undefined;
    const context = systemContext(store.kind.isNamespaced ? namespace : '');
    const owner = await findObject(store, context, reference.name);
    if (owner?.metadata.uid !== reference.uid) return 'absent';
    return isWaitingForDependents(owner) ? 'waiting' : 'solid';
  }

  private storeOf(apiVersion: string, kind: string): ResourceStore | undefined {
    this.byKind ??= this.findKinds();
    return this.byKind.get(`${apiVersion}/${kind}`);
  }

  private findKinds(): Map<string, ResourceStore> {
    const found = new Map<string, ResourceStore>();
    for (const store of this.stores()) {
      for (const version of store.kind.versions.values()) {
        if (store.kind.isShown(version)) found.set(`${version.apiVersion}/${store.kind.kind}`, store);
      }
    }
    return found;
  }
}

/** Reports whether an object is being deleted and goes after its dependents. */
export function isWaitingForDependents({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(FOREGROUND);
}

/** Reports whether an object is being deleted and goes when its dependents have forgotten it. */
export function isOrphaningDependents({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(ORPHAN);
}

type FindContext = Parameters<ResourceStore['find']>[0];

/** Returns an object, or undefined if it was deleted, with its namespace or alone. */
export async function findObject(
  store: ResourceStore,
  context: FindContext,
  name: string,
): Promise<ApiObject | undefined> {
  try {
    return await store.find(context, name);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
