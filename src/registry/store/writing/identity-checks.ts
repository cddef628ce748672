import { type ApiObject, type StatusError, conflict } from '../../../apimachinery/index.js';
import type { ResolvedKind } from '../../kinds/resolved-kind.js';

/** The object that a request names. */
export interface NamedObject {
  /** The namespace of the request; not looked at for kinds that have none. */
  readonly namespace: string;
  /** The stored object of the name. */
  readonly current: ApiObject | undefined;
  /** The version the client speaks; the storage version's when unset. */
  readonly apiVersion?: string;
  /** True if the request is a dry run, in which the reference names keys without the prefix of its store. */
  readonly dryRun?: boolean;
}

/** Throws 409 where an object names the uid of another one, or of one that is gone. */
export function checkUid(
  kind: KeyedKind,
  object: ApiObject,
  { namespace, current, apiVersion, dryRun }: NamedObject,
): void {
  const { uid, name = '' } = object.metadata;
  if (!uid || uid === current?.metadata.uid) return;
  const failed = `UID in precondition: ${uid}, UID in object meta: ${current?.metadata.uid ?? ''}`;
  throw invalidStoredObject(kind, { name, namespace, apiVersion, dryRun }, failed);
}

/**
 * Returns the 409 of a deletion with a precondition on the version that removes the last finalizers: the reference looks
 * for the version that this has written, and it has written none (upstream: Store.Delete).
 */
export function deletionWithoutVersion(
  kind: KeyedKind,
  { metadata }: ApiObject,
  { namespace, apiVersion }: Pick<NamedObject, 'namespace' | 'apiVersion'>,
): StatusError {
  const failed = `ResourceVersion in precondition: , ResourceVersion in object meta: ${metadata.resourceVersion}`;
  return invalidStoredObject(kind, { name: metadata.name ?? '', namespace, apiVersion }, failed);
}

type KeyedKind = Pick<ResolvedKind, 'keyInErrors' | 'groupResourceIn'>;

/** Returns the 409 of a precondition that the store checks (upstream: storage.NewInvalidObjError). */
function invalidStoredObject(
  kind: KeyedKind,
  { name, namespace, apiVersion, dryRun }: Omit<NamedObject, 'current'> & { readonly name: string },
  failed: string,
): StatusError {
  const where = `Key: ${kind.keyInErrors(namespace, name, dryRun)}, ResourceVersion: 0`;
  const why = `StorageError: invalid object, Code: 4, ${where}, AdditionalErrorMsg: Precondition failed: ${failed}`;
  return conflict(kind.groupResourceIn(apiVersion), name, why);
}
