import type { GroupResource } from '../../apimachinery/index.js';
import { ObjectSource, type ObjectListener } from '../../authz/index.js';
import type { Stores } from '../../registry/index.js';
import { followStore } from './follow-store.js';

/** The objects that decide about access, as they are stored. */
export class StoredObjects extends ObjectSource {
  constructor(private readonly stores: Stores) {
    super();
  }

  follow(resources: readonly GroupResource[], listener: ObjectListener): () => void {
    const stops = resources.map((resource) => this.followOne(resource, listener));
    return () => {
      for (const stop of stops) stop();
    };
  }

  private followOne({ group, resource }: GroupResource, listener: ObjectListener): () => void {
    const store = this.stores.find(group, resource);
    if (!store) {
      listener.onReady(resource);
      return () => {};
    }
    return followStore(store, {
      onPut: (object) => listener.onPut(resource, object),
      onDelete: (object) => listener.onDelete(resource, object),
      onReady: () => listener.onReady(resource),
      onReset: () => listener.onReset(resource),
    });
  }
}
