import type { ApiObject, GroupResource } from '../apimachinery/index.js';

/** Names a stored object; the namespace is empty for cluster-scoped ones. */
export interface ObjectName extends GroupResource {
  readonly namespace: string;
  readonly name: string;
}

/** Receives stored objects. Its methods are called synchronously and do not throw. */
export interface ObjectListener {
  /** Called when an object exists or has changed. It may be kept, not changed. */
  onPut(resource: string, object: ApiObject): void;
  /** Called with the last state of a deleted object. */
  onDelete(resource: string, object: ApiObject): void;
  /** Called when every object of a resource has been delivered; changes follow. */
  onReady(resource: string): void;
  /**
   * Called when changes of a resource may have been missed: its delivered objects are invalid, and are delivered again.
   */
  onReset(resource: string): void;
}

/** The names of a resource's changes that are being reported. */
export interface FollowedNames {
  /** False while changes may be reported late or not at all: at the beginning, and after an interruption. */
  readonly isCurrent: boolean;
  stop(): void;
}

/**
 * The stored objects that authentication and authorization depend on: a port, because these do not know the store. A
 * change is delivered before the write that made it is acknowledged. A resource that is not served has no objects.
 */
export abstract class AccessObjects {
  /** Returns the newest state of an object, for the caller alone; undefined when there is none. */
  abstract find<T extends ApiObject>(name: ObjectName): T | undefined | Promise<T | undefined>;

  /**
   * Delivers every object of some resources and then every change, until the returned function is called. A resource
   * that is not served is ready at once.
   */
  abstract follow(resources: readonly GroupResource[], listener: ObjectListener): () => void;

  /**
   * Reports the name of every object of a resource that changes, or undefined when changes may have been missed, until it is
   * stopped. Cheaper than `follow`: nothing is decoded.
   */
  abstract followNames(resource: GroupResource, onChange: (name: ObjectName | undefined) => void): FollowedNames;
}
