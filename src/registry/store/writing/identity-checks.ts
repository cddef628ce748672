import { type ApiObject, conflict } from '../../../apimachinery/index.js';
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

/** 409 where an object names the uid of another one, or of one that is gone. */
export function checkUid(
  kind: Pick<ResolvedKind, 'keyInErrors' | 'groupResourceIn'>,
  object: ApiObject,
  { namespace, current, apiVersion, dryRun }: NamedObject,
): void {
  const { uid, name = '' } = object.metadata;
  if (!uid || uid === current?.metadata.uid) return;
  const failed = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${current?.metadata.uid ?? ''}`;
  const where = `Key: ${kind.keyInErrors(namespace, name, dryRun)}, ResourceVersion: 0`;
  const why = `StorageError: invalid object, Code: 4, ${where}, AdditionalErrorMsg: ${failed}`;
  throw conflict(kind.groupResourceIn(apiVersion), name, why);
}
