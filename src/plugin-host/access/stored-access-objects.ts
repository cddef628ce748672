import { AccessObjects, type FollowedNames, type ObjectListener, type ObjectName } from '../../access/index.js';
import type { ApiObject, GroupResource } from '../../apimachinery/index.js';
import type { ResourceStore, Stores } from '../../registry/index.js';
import { followKeys, followStore } from './follow-store.js';

const NOBODY = { name: '', groups: [] };

/** The objects that decide about access, as they are stored. */
export class StoredAccessObjects extends AccessObjects {
  constructor(private readonly stores: Stores) {
    super();
  }

  find<T extends ApiObject>({ group, resource, namespace, name }: ObjectName): undefined | Promise<T | undefined> {
    return this.stores.find<T>(group, resource)?.find({ namespace, user: NOBODY }, name);
  }

  follow(resources: readonly GroupResource[], listener: ObjectListener): () => void {
    const stops = resources.map((resource) => this.followOne(resource, listener));
    return () => {
      for (const stop of stops) stop();
    };
  }

  followNames(resource: GroupResource, onChange: (name: ObjectName | undefined) => void): FollowedNames {
    let followed: FollowedNames | undefined;
    const stop = this.followStoreOf(resource, (store) => {
      followed = store && followKeys(store, (key) => onChange(key === undefined ? undefined : nameOf(store, key)));
      if (!store) onChange(undefined);
      return followed?.stop;
    });
    return {
      get isCurrent() {
        return followed?.isCurrent ?? false;
      },
      stop,
    };
  }

  private followOne(wanted: GroupResource, listener: ObjectListener): () => void {
    const { resource } = wanted;
    let isFirst = true;
    return this.followStoreOf(wanted, (store) => {
      if (!isFirst) listener.onReset(resource);
      isFirst = false;
      if (!store) return listener.onReady(resource);
      return followStore(store, {
        onPut: (object) => listener.onPut(resource, object),
        onDelete: (object) => listener.onDelete(resource, object),
        onReady: () => listener.onReady(resource),
        onReset: () => listener.onReset(resource),
      });
    });
  }

  /** Follows the store of a resource: `follow` is called for the one there is, or for none, now and at every change. */
  private followStoreOf(
    { group, resource }: GroupResource,
    follow: (store: ResourceStore | undefined) => (() => void) | void,
  ): () => void {
    let stop = follow(this.stores.find(group, resource));
    const stopListening = this.stores.onStoresChange(({ kind: { groupResource } }, change) => {
      if (change === 'changed') return;
      if (groupResource.group !== group || groupResource.resource !== resource) return;
      stop?.();
      stop = follow(this.stores.find(group, resource));
    });
    return () => {
      stopListening();
      stop?.();
    };
  }
}

function nameOf({ kind }: ResourceStore, key: string): ObjectName {
  const path = key.slice(kind.keyPrefix.length);
  const slash = path.indexOf('/');
  const { group, resource } = kind.groupResource;
  return { group, resource, namespace: path.slice(0, Math.max(slash, 0)), name: path.slice(slash + 1) };
}
