import type { ApiObject, FieldError, MaybePromise } from '../../../apimachinery/index.js';
import type { ResolvedKind } from '../../kinds/resolved-kind.js';

/** States of an object: the next one, and the stored one where there is one. */
interface States {
  readonly object: ApiObject;
  readonly old?: ApiObject;
}

/** The write whose object is checked. */
export interface CheckedWrite {
  /** The version of the request; the storage version where there is none. */
  readonly apiVersion: string | undefined;
  /** True if only the status is written. */
  readonly isStatus?: boolean;
  /** In the working version. */
  readonly states: States;
  /** In the requested version, where that is another one with rules. */
  readonly requested: States | undefined;
}

/**
 * The states of an object in the shape of the requested version; undefined where that version has no rules of its own. A
 * promise only where the conversion waits.
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
  const converted = kind.convertEach(states, working, version);
  return converted instanceof Promise ? converted.then(statesOf) : statesOf(converted);
}

function statesOf([object, old]: readonly ApiObject[]): States {
  return { object, old };
}

/**
 * The faults by the rules of types. Those of the requested version come first, with its field names; where they find
 * something, those of the working version are left for the next try, since both often say the same.
 */
export function structuralErrors<T extends ApiObject>(
  kind: ResolvedKind<T>,
  { apiVersion, isStatus, states, requested }: CheckedWrite,
): FieldError[] {
  const version = kind.versionOf(apiVersion);
  const working = kind.workingVersion(apiVersion);
  if (requested && version !== working) {
    const errors = version.type.validate(requested.object, { old: requested.old, isStatus });
    if (errors.length > 0) return errors;
  }
  return inRequested(kind, apiVersion, working.type.validate(states.object, { old: states.old, isStatus }));
}

/** Errors at fields of the working version, by the names that the requested version has for them. */
export function inRequested<T extends ApiObject>(
  kind: ResolvedKind<T>,
  apiVersion: string | undefined,
  errors: FieldError[],
): FieldError[] {
  const { conversion } = kind.versionOf(apiVersion);
  if (errors.length === 0 || kind.worksInRequested || !conversion?.fieldFromHub) return errors;
  return errors.map((error) => ({ ...error, field: conversion.fieldFromHub!(error.field) }));
}

/** The faults by the function that the requested version declares. */
export function versionErrors<T extends ApiObject>(
  kind: ResolvedKind<T>,
  { apiVersion, requested }: CheckedWrite,
): FieldError[] {
  return requested ? (kind.versionOf(apiVersion).validate?.(requested.object) ?? []) : [];
}
