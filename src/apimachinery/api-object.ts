/**
 * Any value JSON can carry; int64 numbers beyond 2^53 are bigint.
 *
 * @public
 * @example
 * const patch: JsonValue = { spec: { ships: ['aurora'] } };
 */
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | { [key: string]: JsonValue };

/**
 * Points from a dependent to an object it belongs to.
 *
 * @public
 * @example
 * const owner: OwnerReference = { apiVersion: 'harbor.example.com/v1', kind: 'Pier', name: 'north', uid: newUuid() };
 */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** The fields of an object that one manager owns, written by one operation in one version. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: Record<string, unknown>;
  subresource?: string;
}

/** Metadata of every stored object (specification, "Common object metadata"). Plain data. */
export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  selfLink?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
}

/** Metadata of a list answer. */
export interface ListMeta {
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: number;
  /** The part of the collection that the list shows; unset for the whole. */
  shardInfo?: { selector: string };
}

/**
 * An API object as plain data; kinds add their own members.
 *
 * @public
 * @example
 * interface Pier extends ApiObject { spec: { berths: number } }
 */
export interface ApiObject {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
}
