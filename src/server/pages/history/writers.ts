import type { ApiObject } from '../../../apimachinery/index.js';
import { Comparison } from './comparison.js';

/** A field manager that took part in a change. */
export interface Writer {
  readonly manager: string;
  /** `Apply` or `Update`. */
  readonly operation: string;
  readonly subresource?: string;
  /** RFC 3339, in seconds. */
  readonly time?: string;
}

/** A set of fields, by the names of fieldsV1. */
interface FieldSet {
  readonly [name: string]: FieldSet;
}

/** An entry of `metadata.managedFields`, as far as it is looked at. */
interface ManagedFields extends Partial<Writer> {
  readonly apiVersion?: string;
  readonly fieldsV1?: FieldSet;
}

/**
 * Returns the field managers that made a state of the one before, by `metadata.managedFields`: whose entry is new, has
 * another time or more fields. An entry that only lost fields belongs to a manager whose fields another one took. Where no
 * entry says more than before, as of two changes within a second, it is those with the newest time that own something that
 * changed, and without a state before all with that time. Which user it was only the audit log knows.
 */
export function writersOf(before: ApiObject | undefined, after: ApiObject): Writer[] {
  const entries = managedFieldsOf(after);
  const changed = before ? entries.filter((entry) => hasWritten(managedFieldsOf(before), entry)) : [];
  const writers = changed.length > 0 ? changed : newestOf(entries, before, after);
  return writers.map(({ manager = '', operation = '', subresource, time }) => ({
    manager,
    operation,
    ...(subresource && { subresource }),
    ...(time && { time }),
  }));
}

function newestOf(
  entries: readonly ManagedFields[],
  before: ApiObject | undefined,
  after: ApiObject,
): readonly ManagedFields[] {
  const newest = newestTime(entries);
  const latest = entries.filter(({ time }) => time === newest);
  const comparison = new Comparison(before, after);
  const owning = before ? latest.filter(({ fieldsV1 = {} }) => ownsChange(fieldsV1, comparison)) : [];
  return owning.length > 0 ? owning : latest;
}

/** Reports whether a value in a set of fields has changed. Lists whose elements have their own owners count as a whole. */
function ownsChange(fields: FieldSet, comparison: Comparison): boolean {
  const names = Object.keys(fields).filter((name) => name !== '.');
  if (names.length === 0 || !names.every((name) => name.startsWith('f:'))) return comparison.isChanged;
  return names.some((name) => ownsChange(fields[name], comparison.member(name.slice('f:'.length))));
}

function hasWritten(known: readonly ManagedFields[], entry: ManagedFields): boolean {
  const former = known.find((other) => isSameOwner(other, entry));
  return !former || former.time !== entry.time || hasMore(former.fieldsV1, entry.fieldsV1);
}

function isSameOwner(one: ManagedFields, other: ManagedFields): boolean {
  const members = ['manager', 'operation', 'subresource', 'apiVersion'] as const;
  return members.every((member) => one[member] === other[member]);
}

function hasMore(before: FieldSet = {}, after: FieldSet = {}): boolean {
  return Object.entries(after).some(([name, inner]) => !Object.hasOwn(before, name) || hasMore(before[name], inner));
}

/** Returns the newest time in an object's metadata, in milliseconds since the epoch: that of its last change, as far as it says so. */
export function lastChangeOf(object: ApiObject): number | undefined {
  const { creationTimestamp } = object.metadata;
  const text = newestTime([...managedFieldsOf(object), { time: creationTimestamp ?? undefined }]);
  return text === undefined ? undefined : Date.parse(text);
}

function newestTime(entries: readonly ManagedFields[]): string | undefined {
  return entries
    .map(({ time }) => time)
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);
}

function managedFieldsOf({ metadata }: ApiObject): readonly ManagedFields[] {
  return (metadata.managedFields as readonly ManagedFields[] | undefined) ?? [];
}
