import { type ApiObject, type FieldError, type MaybePromise, whenSettled } from '../../../apimachinery/index.js';
import { REFERENCE_TYPES } from '../../../schema/index.js';
import type { AnyConversion } from '../../kinds/kind-definition.js';
import type { ResolvedKind } from '../../kinds/resolved-kind.js';
import { FieldTracer } from '../../kinds/trace-field.js';

/** States of an object: the next one, and the stored one where there is one. */
interface States {
  readonly object: ApiObject;
  readonly old?: ApiObject;
}

/** The write whose object is checked. */
export interface CheckedWrite {
  /** The version of the request; the storage version without one. */
  readonly apiVersion: string | undefined;
  /** True if only the status is written. */
  readonly isStatus?: boolean;
  /** In the working version. */
  readonly states: States;
  /** The errors of its metadata. */
  readonly ofMetadata?: readonly FieldError[];
  /** In the requested version, where that is another one with rules. */
  readonly requested: States | undefined;
}

/**
 * Returns the states of an object in the shape of the requested version; undefined where that version has no rules of
 * its own. A promise only where the conversion waits.
 */
export function statesOfRules<T extends ApiObject>(
  kind: ResolvedKind<T>,
  apiVersion: string | undefined,
  { object, old }: States,
): MaybePromise<States | undefined> {
  const version = kind.versionOf(apiVersion);
  const working = kind.workingVersion(apiVersion);
  if (!version.validate && (version === working || !version.type.hasFieldRules)) return undefined;
  // Only rules of schemas compare with the stored object.
  const states = old && version.type.isUnstructured ? [object, old] : [object];
  return whenSettled(kind.convertEach(states, working, version), statesOf);
}

function statesOf([object, old]: readonly ApiObject[]): States {
  return { object, old };
}

/**
 * Returns the faults by the rules of types. Those of the requested version come first, with its field names; where
 * they find something, those of the working version are left for the next try, since both often say the same.
 */
export function structuralErrors<T extends ApiObject>(
  kind: ResolvedKind<T>,
  { apiVersion, isStatus, states, requested, ofMetadata }: CheckedWrite,
): FieldError[] {
  const version = kind.versionOf(apiVersion);
  const working = kind.workingVersion(apiVersion);
  if (requested && version !== working) {
    const errors = version.type.validate(requested.object, { old: requested.old, isStatus, ofMetadata });
    if (errors.length > 0) return errors;
  }
  const errors = working.type.validate(states.object, { old: states.old, isStatus, ofMetadata });
  return inRequested(kind, { apiVersion, object: states.object }, errors);
}

/** The write whose errors are named: its version, and its object in the working version. */
export interface NamedWrite {
  readonly apiVersion: string | undefined;
  readonly object: ApiObject;
}

/**
 * Returns errors at fields of the working version, by the names that the requested version has for them: as its conversion says, or
 * else by what the conversion makes of the fields. Kinds of the reference name the fields of their internal types.
 */
export function inRequested<T extends ApiObject>(
  kind: ResolvedKind<T>,
  { apiVersion, object }: NamedWrite,
  errors: FieldError[],
): FieldError[] {
  const { conversion } = kind.versionOf(apiVersion);
  if (errors.length === 0 || kind.worksInRequested || !conversion) return errors;
  const nameOf = conversion.fieldFromHub
    ? (field: string) => conversion.fieldFromHub!(field)
    : tracedNames(kind, conversion, object);
  return errors.map((error) => ({ ...error, field: nameOf(error.field) }));
}

/** Fields of an object that are traced for one answer; further ones keep their names. */
const MOST_TRACED = 16;
/** Characters of a field that is traced. Keys of maps are client data, and the cost grows with the square of the steps. */
const LONGEST_TRACED = 512;
const INDEX = /\[\d+\]/g;

/** Elements of a list have their fields in the same place: the first of them stands for all. */
function tracedNames<T extends ApiObject>(
  kind: ResolvedKind<T>,
  conversion: AnyConversion,
  object: ApiObject,
): (field: string) => string {
  if (kind.storage.type.name.startsWith(REFERENCE_TYPES)) return (field) => field;
  const tracer = new FieldTracer(object, (hub) => conversion.fromHub(hub));
  const traced = new Map<string, string>();
  return (field) => {
    if (field.startsWith('metadata') || field.length > LONGEST_TRACED) return field;
    const form = field.replace(INDEX, '[]');
    let found = traced.get(form);
    if (!found) {
      if (traced.size >= MOST_TRACED) return field;
      traced.set(form, (found = tracer.trace(field) ?? field));
    }
    return withIndexesOf(field, found);
  };
}

/** A field with the indexes of another one, as far as it has any. */
function withIndexesOf(field: string, named: string): string {
  const indexes = field.match(INDEX) ?? [];
  let i = 0;
  return named.replace(INDEX, (own) => indexes[i++] ?? own);
}

/** Returns the faults by the function that the requested version declares. */
export function versionErrors<T extends ApiObject>(
  kind: ResolvedKind<T>,
  { apiVersion, requested }: CheckedWrite,
): FieldError[] {
  return requested ? (kind.versionOf(apiVersion).validate?.(requested.object) ?? []) : [];
}
