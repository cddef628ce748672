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

/**
 * Checks the metadata of a changed object. Its name is only held to what a path can carry: it may predate a rule.
 * Done twice, as from the reference, where the generic rules and those of the kind both check metadata, because
 * clients count causes; once for kinds whose own rules repeat it.
 */
export function checkUpdatedMetadata(
  kind: KindFacts,
  object: ApiObject,
  old: ApiObject,
  isRepeatedByKind = false,
): FieldError[] {
  const changes = validateObjectMetaUpdate(object.metadata, old.metadata);
  const state = validateObjectMeta(object.metadata, { namespaced: kind.isNamespaced, nameRule: isPathSegmentName });
  return isRepeatedByKind ? [...state, ...changes] : [...state, ...changes, ...changes, ...state];
}
