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
  const rules = { namespaced: kind.isNamespaced, nameRule: isPathSegmentName, allowsPlainFinalizers: true };
  const errors = validateObjectMeta(object.metadata, rules);
  errors.push(...validateObjectMetaUpdate(object.metadata, old.metadata, rules));
  return errors;
}

/**
 * Checks the same once more, as from the reference, where the generic rules and then those of the kind check metadata
 * (only the latter know which finalizers are standard), because clients count causes. Not for kinds whose own rules do
 * their part.
 */
export function checkUpdatedMetadataAgain(kind: KindFacts, object: ApiObject, old: ApiObject): FieldError[] {
  return [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateObjectMeta(object.metadata, { namespaced: kind.isNamespaced, nameRule: isPathSegmentName }),
  ];
}
