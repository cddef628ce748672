import type { ApiObject } from '../../apimachinery/index.js';
import type { ResourceStore } from '../../registry/index.js';
import { type CacheEvent, readableEvent } from '../../storage/index.js';

/** Is told of the objects of a store. Its methods are called synchronously and do not throw. */
export interface StoreFollower<T extends ApiObject> {
  onPut(object: T): void;
  onDelete(object: T): void;
  /** Every object there is has been told. */
  onReady(): void;
  /** Changes may have been missed: what has been told is void, and everything is told anew. */
  onReset(): void;
}

/**
 * Follows a store for code that must not miss that an object is gone; one that cannot be read counts as gone. Answers
 * how to stop.
 */
export function followStore<T extends ApiObject>(store: ResourceStore<T>, follower: StoreFollower<T>): () => void {
  const { codec } = store.store;
  return followEvents(store, {
    onEvent: (event) => {
      const seen = readableEvent(event);
      if (!seen) return;
      if (seen.type === 'DELETED') follower.onDelete(codec.decode(seen.entry));
      else follower.onPut(codec.decode(seen.entry));
    },
    onReady: () => follower.onReady(),
    onReset: () => follower.onReset(),
  });
}

/** Tells the key of every object that changes, or undefined when changes may have been missed. Answers how to stop. */
export function followKeys(store: ResourceStore, onChange: (key: string | undefined) => void): () => void {
  let isCurrent = false;
  return followEvents(store, {
    onEvent: ({ entry }) => {
      if (isCurrent) onChange(entry.key);
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
}

interface EventFollower {
  onEvent(event: CacheEvent): void;
  onReady(): void;
  onReset(): void;
}

/** How long to wait for a store that cannot be read, in milliseconds. */
const RETRY = 200;

function followEvents<T extends ApiObject>({ store }: ResourceStore<T>, follower: EventFollower): () => void {
  let isStopped = false;
  let watch: { stop(): void } | undefined;
  const start = (): void => {
    if (isStopped) return;
    const onEnd = (reason: string): void => {
      follower.onReset();
      if (reason !== 'Closed') setTimeout(start, RETRY).unref();
    };
    watch = store.cache.watch({}, { onEvent: (e) => follower.onEvent(e), onReady: () => follower.onReady(), onEnd });
  };
  start();
  return () => {
    isStopped = true;
    watch?.stop();
  };
}
