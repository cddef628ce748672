import type { ApiObject, MaybePromise } from '../../apimachinery/index.js';

/**
 * The place of an object in a backend; the namespace is empty for kinds without.
 *
 * @public
 * @example
 * const place: BackendPlace = { namespace: 'default', name: 'north' };
 */
export interface BackendPlace {
  readonly namespace: string;
  readonly name: string;
}

/**
 * An object with the version of its last change. The object is whole, in the kind's storage version, with `metadata.name`,
 * `namespace` and `uid`, and without `resourceVersion`, which is made of the version.
 *
 * @public
 * @example
 * const stored: BackendObject = { object, version: 7 };
 */
export interface BackendObject<T extends ApiObject = ApiObject> {
  readonly object: T;
  readonly version: number;
}

/**
 * A change that a watch delivers; `object` is the last state of one that was deleted.
 *
 * @public
 * @example
 * const isRemoval = ({ type }: BackendChange) => type === 'delete';
 */
export interface BackendChange<T extends ApiObject = ApiObject> extends BackendObject<T> {
  readonly type: 'create' | 'update' | 'delete';
}

/**
 * Receives the changes of a watch. Its methods return at once and do not throw.
 *
 * @public
 * @example
 * const listener: BackendListener = { onChange: ({ version }) => logger.info('changed', { version }), onEnd: () => {} };
 */
export interface BackendListener<T extends ApiObject = ApiObject> {
  onChange(change: BackendChange<T>): void;
  /** Called when the watch is over, because the backend has lost its place; the server lists again. */
  onEnd(error: Error): void;
}

/**
 * The reasons for which a backend refuses: the object is there already, it is not, it has another version, or changes since a
 * version are not known any more.
 *
 * @public
 * @example
 * const reason: BackendRefusal = 'conflict';
 */
export type BackendRefusal = 'exists' | 'notFound' | 'conflict' | 'expired';

/**
 * The only error that a backend throws on purpose. Anything else means that it cannot be used now, and is answered with a 500.
 *
 * @public
 * @example
 * throw new BackendError('exists');
 */
export class BackendError extends Error {
  override readonly name = 'BackendError';

  constructor(readonly reason: BackendRefusal) {
    super(reason);
  }
}

/**
 * The objects of one resource, kept by a plugin instead of the server's store. The server calls it after admission and
 * validation, and serves the resource from what it lists and watches.
 *
 * Versions are positive safe integers that rise with every change of the resource, deletions included; none is used twice.
 * A write is durable when its promise resolves. Its change reaches watches in the order of versions, at once or soon.
 *
 * @public
 * @example
 * const nameOf = async (backend: ResourceBackend) => (await backend.list()).items.map(({ object }) => object.metadata.name);
 */
export abstract class ResourceBackend<T extends ApiObject = ApiObject> {
  /** Returns the version of the last change; 1 without one. Asked for by every consistent read. */
  abstract version(): MaybePromise<number>;

  /** Returns an object; undefined if there is none. */
  abstract get(place: BackendPlace): MaybePromise<BackendObject<T> | undefined>;

  /** Returns all objects, in any order, with the version of the last change that they show. */
  abstract list(): MaybePromise<{ readonly items: readonly BackendObject<T>[]; readonly version: number }>;

  /** Stores an object whose place is free, and returns its version. Throws BackendError `exists`. */
  abstract create(object: T): MaybePromise<number>;

  /** Replaces an object that has a version, and returns the new one. Throws BackendError `notFound` or `conflict`. */
  abstract update(object: T, expected: number): MaybePromise<number>;

  /** Removes an object that has a version, and answers that of the removal. Throws BackendError `notFound` or `conflict`. */
  abstract delete(place: BackendPlace, expected: number): MaybePromise<number>;

  /**
   * Delivers all changes after a version, without gap or repetition, until the answer is called. Throws BackendError `expired`
   * where they are not known any more.
   */
  abstract watch(after: number, listener: BackendListener<T>): MaybePromise<() => void>;
}
