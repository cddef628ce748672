import type { ApiObject, GroupResource } from '../apimachinery/index.js';

/** Names a stored object; the namespace is empty for cluster-scoped ones. */
export interface ObjectName extends GroupResource {
  readonly namespace: string;
  readonly name: string;
}

/** Is told of stored objects. Its methods are called synchronously and do not throw. */
export interface ObjectListener {
  /** An object is there, or has changed. It may be kept, not changed. */
  onPut(resource: string, object: ApiObject): void;
  /** An object is gone; its last state. */
  onDelete(resource: string, object: ApiObject): void;
  /** Every object of a resource has been told; changes follow. */
  onReady(resource: string): void;
  /** Changes of a resource may have been missed: what has been told of it is void, and it is told anew. */
  onReset(resource: string): void;
}

/**
 * The stored objects that authentication and authorization decide by: a port, because these do not know the store. A
 * change is told before the write that made it is answered. A resource that is not served has no objects.
 */
export abstract class AccessObjects {
  /** The newest state of an object, for the caller alone; undefined when there is none. */
  abstract find<T extends ApiObject>(name: ObjectName): T | undefined | Promise<T | undefined>;

  /**
   * Tells of every object of some resources and then of every change, until what is answered is called. A resource
   * that is not served is ready at once.
   */
  abstract follow(resources: readonly GroupResource[], listener: ObjectListener): () => void;

  /**
   * Tells the name of every object of a resource that changes, or undefined when changes may have been missed, until
   * what is answered is called. Costs less than `follow`: nothing is decoded.
   */
  abstract followNames(resource: GroupResource, onChange: (name: ObjectName | undefined) => void): () => void;
}
