import type { ObservedRequest, RequestSignal, UserInfo } from '../../request/index.js';

/**
 * The request context of a write or read through a store.
 *
 * @public
 * @example
 * const dry: StoreContext = { ...systemContext('default'), dryRun: true };
 */
export interface StoreContext {
  readonly user: UserInfo;
  /** Namespace of the request; empty for cluster-scoped kinds and for reads across namespaces. */
  readonly namespace: string;
  /** Validate and admit, but store nothing. */
  readonly dryRun?: boolean;
  /** The field manager of changes; unset: owners stay unchanged (writes that are part of another one). */
  readonly fieldManager?: string;
  /** The objects handed in say themselves who owns their fields, as those do that were made by an apply. */
  readonly ownersAreSet?: boolean;
  /** The apiVersion the client speaks, by which field ownership is recorded; the storage version's when unset. */
  readonly version?: string;
  /** The name in the path; empty for a request to a collection, whatever the object is called. */
  readonly requestName?: string;
  /** `status`, `scale` or another subresource that is written through; empty for the object itself. */
  readonly subresource?: string;
  /** Members of the options a write was sent with, as admission sees them. */
  readonly options?: object;
  /** Adds a `Warning` header to the answer. */
  readonly warn?: (text: string) => void;
  /** Aborts when the response is no longer awaited: writes that have not been started by then are not stored. */
  readonly signal?: RequestSignal;
  /** The lane of the turns in which it is worked on: that of its priority level. */
  readonly lane?: object;
  /** Called when the storage engine has a write, with its end: nothing is left but to wait for that. */
  readonly storing?: (written: Promise<unknown>) => void;
  /** The request over HTTP, for its observers. */
  readonly request?: ObservedRequest;
  /** Leaves out admission: for writes that the server makes as part of admitted ones. */
  readonly skipAdmission?: boolean;
  /** Stores an object again even where nothing changes, see `ResourceStore.rewrite`. */
  readonly storesAgain?: boolean;
}

/**
 * The identity the server's own loops and start-up writes have.
 *
 * @internal
 * @example
 * const isServer = user.name === APISERVER_USER.name;
 */
export const APISERVER_USER: UserInfo = {
  name: 'system:apiserver',
  groups: ['system:masters', 'system:authenticated'],
};

/**
 * Returns a context for the server's own work in a namespace (empty: across namespaces, or a cluster-scoped kind). Its
 * writes are recorded for the API server, as those of its loopback client are in the reference.
 *
 * @public
 * @example
 * const berth = await store.get(systemContext('default'), 'north');
 */
export function systemContext(namespace = '', changes: Partial<StoreContext> = {}): StoreContext {
  return { user: APISERVER_USER, namespace, fieldManager: 'kube-apiserver', ...changes };
}

/**
 * Returns the same for work that is a controller manager's where one runs; it is recorded for that.
 *
 * @public
 * @example
 * const berth = await store.find(controllerContext('default'), 'north');
 */
export function controllerContext(namespace = '', changes: Partial<StoreContext> = {}): StoreContext {
  return systemContext(namespace, { fieldManager: 'kube-controller-manager', ...changes });
}
