import { AccessObjects, type ObjectListener, type ObjectName } from '../../access/index.js';
import type { ApiObject, GroupResource } from '../../apimachinery/index.js';
import type { ResourceStore, Stores } from '../../registry/index.js';
import { followKeys, followStore } from './follow-store.js';

const NOBODY = { name: '', groups: [] };
const nothing = (): void => {};

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

  followNames({ group, resource }: GroupResource, onChange: (name: ObjectName | undefined) => void): () => void {
    const store = this.stores.find(group, resource);
    if (!store) return nothing;
    return followKeys(store, (key) => onChange(key === undefined ? undefined : nameOf(store, key)));
  }

  private followOne({ group, resource }: GroupResource, listener: ObjectListener): () => void {
    const store = this.stores.find(group, resource);
    if (!store) {
      listener.onReady(resource);
      return nothing;
    }
    return followStore(store, {
      onPut: (object) => listener.onPut(resource, object),
      onDelete: (object) => listener.onDelete(resource, object),
      onReady: () => listener.onReady(resource),
      onReset: () => listener.onReset(resource),
    });
  }
}

function nameOf({ kind }: ResourceStore, key: string): ObjectName {
  const path = key.slice(kind.keyPrefix.length);
  const slash = path.indexOf('/');
  const { group, resource } = kind.groupResource;
  return { group, resource, namespace: path.slice(0, Math.max(slash, 0)), name: path.slice(slash + 1) };
}
