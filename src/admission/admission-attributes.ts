import type { ApiObject, GroupVersionKind, GroupVersionResource } from '../apimachinery/index.js';
import type { UserInfo } from '../request/index.js';

/** The kinds of request admission tells apart. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** CreateOptions, UpdateOptions or DeleteOptions as they were sent, with kind and apiVersion. */
export interface OperationOptions {
  readonly kind: string;
  readonly apiVersion: string;
  readonly dryRun?: readonly string[];
  readonly [member: string]: unknown;
}

/**
 * What a write is about (upstream: admission.Attributes). Objects are in hub shape; bodies of subresources and reviews in
 * their own.
 */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  /** What the object is: that of the path's version, or of the body where a subresource has one of its own. */
  readonly kind: GroupVersionKind;
  /** What the path names, as the client named it. */
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** The name in the path; empty for a request to a collection, whatever the object is called. */
  readonly requestName: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** What was asked for besides the object; a patch comes with UpdateOptions. Undefined for CONNECT. */
  readonly options: OperationOptions | undefined;
  /** The object to be stored; unset on deletion. Only `admit` may change it. */
  readonly object?: ApiObject;
  /** The stored object; unset on creation. Never changed. */
  readonly oldObject?: ApiObject;
  /**
   * The object as clients of a version (`apps/v1`) see it, converted when asked for; not to be changed. Undefined where
   * there is no object, or it has no such version.
   */
  objectIn(apiVersion: string): ApiObject | undefined;
  /** The same for the stored object. */
  oldObjectIn(apiVersion: string): ApiObject | undefined;
  /**
   * Has something undone when an object is not created or replaced after all: because another plugin refuses, or the store
   * does. For what `validate` takes outside the object; must not throw. Never called for dry runs that go well.
   */
  onFailure(undo: () => void): void;
  /** Adds a `Warning` header to the answer. */
  readonly warn: (text: string) => void;
}
