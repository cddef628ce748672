import {
  type ApiObject,
  type FieldError,
  isPathSegmentName,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../apimachinery/index.js';
import type { KindFacts } from './resolved-kind.js';

/** Checks the metadata of a new object by the kind's name rule. */
export function checkNewMetadata(kind: KindFacts, object: ApiObject): FieldError[] {
  return validateObjectMeta(object.metadata, { namespaced: kind.isNamespaced, nameRule: kind.nameRule });
}

/** Checks the metadata of a changed object. Its name is only held to what a path can carry: it may predate a rule. */
export function checkUpdatedMetadata(kind: KindFacts, object: ApiObject, old: ApiObject): FieldError[] {
  const changes = validateObjectMetaUpdate(object.metadata, old.metadata);
  const state = validateObjectMeta(object.metadata, { namespaced: kind.isNamespaced, nameRule: isPathSegmentName });
  // Twice, as from the reference, where the generic rules and those of the kind both check metadata; clients count causes.
  return [...state, ...changes, ...changes, ...state];
}
