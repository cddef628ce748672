import {
  type ApiObject,
  type FieldError,
  type MetadataRules,
  isPathSegmentName,
  validateMetadataChangeOfKind,
  validateMetadataOfKind,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../apimachinery/index.js';
import type { KindFacts } from '../kinds/resolved-kind.js';

/** Checks the metadata of a new object by the kind's name rule. */
export function checkNewMetadata(kind: KindFacts, object: ApiObject, apiVersion?: string): FieldError[] {
  return validateObjectMeta(object.metadata, ownRules(kind, apiVersion));
}

function ownRules(kind: KindFacts, apiVersion: string | undefined): MetadataRules {
  const { isNamespaced: namespaced, nameRule } = kind;
  return { namespaced, nameRule, allowsPlainFinalizers: kind.allowsPlainFinalizers(apiVersion) };
}

/** Validates the metadata of a changed object. Its name must only be valid in a path: it may predate a rule. */
export function checkUpdatedMetadata(kind: KindFacts, object: ApiObject, old: ApiObject): FieldError[] {
  const rules = { namespaced: kind.isNamespaced, nameRule: isPathSegmentName, allowsPlainFinalizers: true };
  const errors = validateObjectMeta(object.metadata, rules);
  errors.push(...validateObjectMetaUpdate(object.metadata, old.metadata, rules));
  return errors;
}

/** How the rules of a kind come to metadata again when an object is changed. */
export interface RepeatedCheck {
  /** The version the client speaks. */
  readonly apiVersion: string | undefined;
  /** The part to validate; by default the change, then the new object. */
  readonly part?: 'change' | 'object';
  /** True if `checkUpdatedMetadata` found nothing: only rules that the kind adds can find something now. */
  readonly hasPassed?: boolean;
}

/**
 * Checks the same once more by the kind's rules, as from the reference, where the generic rules and then those of the kind
 * check metadata (only the latter know its names, and which finalizers are standard), because clients count causes. Not
 * for kinds whose own rules do their part.
 */
export function checkUpdatedMetadataAgain(
  kind: KindFacts,
  { object, old }: { readonly object: ApiObject; readonly old: ApiObject },
  { apiVersion, part, hasPassed }: RepeatedCheck,
): FieldError[] {
  const rules = ownRules(kind, apiVersion);
  const { metadata } = object;
  const ofChange = () =>
    hasPassed ? validateMetadataChangeOfKind(metadata, rules) : validateObjectMetaUpdate(metadata, old.metadata, rules);
  const ofObject = () => (hasPassed ? validateMetadataOfKind(metadata, rules) : validateObjectMeta(metadata, rules));
  return [...(part === 'object' ? [] : ofChange()), ...(part === 'change' ? [] : ofObject())];
}
