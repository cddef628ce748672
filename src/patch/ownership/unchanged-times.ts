import type { ApiObject, ManagedFieldsEntry } from '../../apimachinery/index.js';
import { isDeepEqual } from './deep-equal.js';

/**
 * Makes a write that changes nothing but times in managedFields change nothing at all, in place: when the object is
 * otherwise equal to the live one, it gets the live times back. To be called after admission and the strategy's hooks,
 * with both objects in the same version.
 */
export function keepUnchangedTimes(object: ApiObject, live: ApiObject): void {
  const entries = object.metadata.managedFields;
  const old = live.metadata.managedFields;
  if (!entries || !old || entries.length !== old.length || entries.length === 0) return;
  if (!entries.some((entry, i) => entry.time !== old[i].time)) return;
  if (!entries.every((entry, i) => isSameButTime(entry, old[i]))) return;
  if (isSameButManagedFields(object, live)) object.metadata.managedFields = old;
}

function isSameButTime(a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean {
  return a === b || isDeepEqual({ ...a, time: undefined }, { ...b, time: undefined });
}

function isSameButManagedFields(a: ApiObject, b: ApiObject): boolean {
  const { metadata: metaA, ...restA } = a;
  const { metadata: metaB, ...restB } = b;
  return (
    isDeepEqual({ ...metaA, managedFields: undefined }, { ...metaB, managedFields: undefined }) &&
    isDeepEqual(restA, restB)
  );
}
