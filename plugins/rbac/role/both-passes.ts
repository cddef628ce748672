import { type ApiObject, type FieldError } from '../../../src/plugin-api/index.js';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../../src/plugin-api/built-in.js';
import { rbacNameRule } from './path-segment-name.js';

/** A change of an object of this group. */
export interface RbacChange {
  readonly object: ApiObject;
  readonly old: ApiObject;
  readonly namespaced: boolean;
}

/**
 * Returns the errors of a changed object, `own` besides those of its metadata: the reference checks the whole object
 * twice on an update, and clients see every cause twice.
 */
export function inBothPasses({ object, old, namespaced }: RbacChange, own: readonly FieldError[]): FieldError[] {
  const metadata = validateObjectMeta(object.metadata, { namespaced, nameRule: rbacNameRule });
  return [...metadata, ...own, ...metadata, ...own, ...validateObjectMetaUpdate(object.metadata, old.metadata)];
}
