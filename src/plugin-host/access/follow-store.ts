import type { FollowedNames } from '../../access/index.js';
import type { ApiObject } from '../../apimachinery/index.js';
import type { ResourceStore } from '../../registry/index.js';

/** Receives the objects of a store. Its methods are called synchronously and do not throw. */
export interface StoreFollower<T extends ApiObject> {
  onPut(object: T): void;
  onDelete(object: T): void;
  /** Called when every existing object has been delivered. */
  onReady(): void;
  /** Called when changes may have been missed: delivered objects are invalid, and everything is delivered again. */
  onReset(): void;
}

/**
 * Follows a store for code that must not miss that an object is gone; one that cannot be read counts as gone. Returns
 * how to stop.
 */
export function followStore<T extends ApiObject>(store: ResourceStore<T>, follower: StoreFollower<T>): () => void {
  return store.follow({
    onChange: ({ type, object }) => (type === 'DELETED' ? follower.onDelete(object) : follower.onPut(object)),
    onReady: () => follower.onReady(),
    onReset: () => follower.onReset(),
  });
}

/** Reports the key of every object that changes, or undefined when changes may have been missed. */
export function followKeys(store: ResourceStore, onChange: (key: string | undefined) => void): FollowedNames {
  let isCurrent = false;
  const stop = store.follow({
    onChange: ({ key }) => {
      if (isCurrent) onChange(key);
    },
    onReady: () => {
      isCurrent = true;
      onChange(undefined);
    },
    onReset: () => {
      isCurrent = false;
      onChange(undefined);
    },
  });
  return {
    get isCurrent() {
      return isCurrent;
    },
    stop,
  };
}
