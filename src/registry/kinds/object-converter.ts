import type { ApiObject, GroupVersionKind, MaybePromise } from '../../apimachinery/index.js';
import type { ObjectShape } from '../../schema/index.js';

/**
 * One version of a kind, as its converter sees it.
 *
 * @public
 * @example
 * const label = ({ apiVersion, gvk }: ConvertedVersion): string => `${gvk.kind} in ${apiVersion}`;
 */
export interface ConvertedVersion {
  /** As objects carry it: `apps/v1`. */
  readonly apiVersion: string;
  readonly gvk: GroupVersionKind;
  readonly type: ObjectShape;
}

/**
 * Converts the objects of one kind from any of its versions to any other: the port of conversion. It is called only where
 * a client sent an object in another version than is needed, or will see it in another one; never on a request in the
 * storage version.
 *
 * @public
 * @example
 * const converter: ObjectConverter = {
 *   convert: (objects, _from, to) => objects.map((object) => ({ ...object, apiVersion: to.apiVersion })),
 * };
 */
export interface ObjectConverter {
  /** How many objects one call gets at most; 16 when not given. A converter that does not wait holds its thread as long. */
  readonly batchSize?: number;
  /**
   * Returns the same objects in the same order in version `to`; a promise only where it has to wait. The input is not
   * changed. Name, namespace and uid must stay. All objects fail where one does: throws or rejects with a StatusError,
   * which the client gets as it is, or with any other error, whose text the client gets with status 500.
   */
  convert(
    objects: readonly ApiObject[],
    from: ConvertedVersion,
    to: ConvertedVersion,
  ): MaybePromise<readonly ApiObject[]>;
}
