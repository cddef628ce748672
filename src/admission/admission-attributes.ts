import type {
  ApiObject,
  GroupResource,
  GroupVersionKind,
  GroupVersionResource,
  MaybePromise,
} from '../apimachinery/index.js';
import type { AdmissionExamination, AuditLevel, RequestSignal, UserInfo } from '../request/index.js';
import type { ObjectShape } from '../schema/index.js';
import type { SideEffect } from './undoing.js';

/**
 * The operations that admission distinguishes.
 *
 * @public
 * @example
 * const operation: AdmissionOperation = 'CREATE';
 */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/**
 * A resource as a request names it, with its subresource; empty for the object itself.
 *
 * @public
 * @example
 * const isStatus = ({ subresource }: AdmittedResource) => subresource === 'status';
 */
export interface AdmittedResource extends GroupVersionResource {
  readonly subresource: string;
}

/**
 * A resource under another group or version that serves the same objects, and the kind of its bodies there.
 *
 * @public
 * @example
 * const kindOf = ({ kind }: EquivalentResource) => kind.kind;
 */
export interface EquivalentResource {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

/** CreateOptions, UpdateOptions or DeleteOptions as they were sent, with kind and apiVersion. */
export interface OperationOptions {
  readonly kind: string;
  readonly apiVersion: string;
  readonly dryRun?: readonly string[];
  readonly [member: string]: unknown;
}

/**
 * The description of a write (upstream: admission.Attributes). Objects are in the version the write is worked on in, which
 * is the storage version unless the kind says otherwise; bodies of subresources and reviews are in their own.
 *
 * @public
 * @example
 * const isTrial = ({ dryRun, operation }: AdmissionAttributes) => dryRun && operation !== 'CONNECT';
 */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  /** The kind of the object: that of the path's version, or of the body if a subresource has its own. */
  readonly kind: GroupVersionKind;
  /** The resource of the path, as the client named it. */
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** The name in the path; empty for a request to a collection, whatever the object is called. */
  readonly requestName: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** The options of the request; a patch has UpdateOptions. Undefined for CONNECT. */
  readonly options: OperationOptions | undefined;
  /** The object to be stored; unset on deletion. Only `admit` may change it. */
  readonly object?: ApiObject | undefined;
  /** The stored object; unset on creation. Never changed. */
  readonly oldObject?: ApiObject | undefined;
  /**
   * Returns the object as clients of a version (`apps/v1`) see it, converted when asked for; not to be changed. A
   * promise only where the conversion waits. Undefined where there is no object, or it has no such version.
   */
  objectIn(apiVersion: string): MaybePromise<ApiObject | undefined>;
  /** Returns the same for the stored object. */
  oldObjectIn(apiVersion: string): MaybePromise<ApiObject | undefined>;
  /**
   * Returns the shape of what `objectIn` shows; undefined where it shows nothing in that version. For plugins that decode
   * or merge objects themselves.
   */
  shapeIn(apiVersion: string): ObjectShape | undefined;
  /**
   * Replaces `object` with an object of any version of the kind: decoded, with defaults, and converted. For plugins that
   * change it in several steps, within `admit`, which then returns true. Throws StatusError 500 for what is no such object.
   */
  replace(object: ApiObject): Promise<void>;
  /**
   * Registers what is to be undone when an object is not created, replaced or deleted after all: because another plugin
   * refuses, or the store does. For what a plugin takes outside the object. Never called for dry runs that go well, and for
   * other operations.
   */
  onFailure(undo: () => void): void;
  /**
   * Registers an effect, which is committed once the write is stored and reverted where it is not: creations, replacements
   * and deletions of objects. Does nothing for other operations.
   */
  settleWith(effect: SideEffect): void;
  /** Adds a `Warning` header to the answer. */
  readonly warn: (text: string) => void;
  /** Aborts when the response is no longer awaited; undefined for the server's own writes. */
  readonly signal: RequestSignal | undefined;
  /** 0, or 1 when a plugin that asks for reinvocation is called once more. */
  readonly round: number;
  /**
   * The other groups and versions that serve the same resource, in which `objectIn` can show its objects: for rules that
   * match equivalents. Subresources have those that have them too.
   */
  readonly equivalents: readonly EquivalentResource[];
  /**
   * Adds an annotation to the request's audit event: `domain/name` with a value. The first value of a key stays; what is too
   * much is dropped. Does nothing where no audit is kept.
   */
  annotate(key: string, value: string, level?: AuditLevel): void;
  /** Reports what a rule that users have stored said of the write; undefined without listeners. */
  readonly onExamined: ((examination: AdmissionExamination) => void) | undefined;
}

/**
 * Reports whether a request is about the objects of a resource themselves, in any version, and not about a part of
 * them.
 *
 * @internal
 * @example
 * const handles = (resource: AdmittedResource) =>
 *   isObjectOf(resource, { group: 'harbor.example.com', resource: 'berths' });
 */
export function isObjectOf(admitted: AdmittedResource, { group, resource }: GroupResource): boolean {
  return admitted.resource === resource && admitted.group === group && admitted.subresource === '';
}
