import type { ApiObject } from '../../../src/plugin-api/index.js';
import { isSameValue } from '../../core/index.js';

/**
 * Reports whether an update changes nothing but owners and finalizers, which the garbage collector has to be able to
 * do.
 */
export function changesOwnershipOnly(object: ApiObject, old: ApiObject): boolean {
  return isSameValue(withoutOwnership(object), withoutOwnership(old));
}

function withoutOwnership(object: ApiObject): ApiObject {
  const { ownerReferences: _owners, finalizers: _finalizers, managedFields: _managers, ...metadata } = object.metadata;
  return JSON.parse(JSON.stringify({ ...object, metadata })) as ApiObject;
}
