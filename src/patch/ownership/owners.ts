import type { ManagedFieldsEntry } from '../../apimachinery/index.js';
import { FieldSet } from './field-set.js';
import type { Steps } from '../../observability/index.js';
import { fromFieldsV1, toFieldsV1, writeLargeInSteps } from './fields-v1.js';
import { FieldSetError } from './path-element.js';

/** The owner of fields, as identified by an entry of managedFields. */
export interface OwnerIdentity {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  /** Empty for the main resource. */
  readonly subresource: string;
}

/** One owner with what it owns. */
export interface Owner extends OwnerIdentity {
  /** RFC 3339, whole seconds; undefined where it is not known. */
  readonly time: string | undefined;
  readonly fields: FieldSet;
  /** The entry this was read from, reused when it is written unchanged. */
  readonly entry?: ManagedFieldsEntry;
}

/**
 * Everyone who owns fields of one object, by identity (upstream: managedfields.Managed). Updates in different versions
 * are different owners; an applier is one owner whatever version it applies in.
 */
export type Owners = Map<string, Owner>;

/** Returns the key of an owner in Owners. Also its order among owners of the same age. */
export function identityOf(owner: OwnerIdentity): string {
  const { manager, operation, apiVersion, subresource } = owner;
  const version = operation === 'Apply' ? '' : `,"apiVersion":${JSON.stringify(apiVersion)}`;
  const part = subresource === '' ? '' : `,"subresource":${JSON.stringify(subresource)}`;
  return `{"manager":${JSON.stringify(manager)},"operation":"${operation}"${version}${part}}`;
}

/**
 * Parses managedFields; throws FieldSetError for entries the server would never have written. Entries from a client are
 * rewritten by `writeOwners`: only stored ones are known to be valid.
 */
export function readOwners(entries: readonly ManagedFieldsEntry[] | undefined): Owners {
  const owners: Owners = new Map();
  entries?.forEach((entry, index) => {
    const owner = readOwner(entry, index);
    owners.set(identityOf(owner), owner);
  });
  return owners;
}

/** Reads the managedFields of a stored object; those of owners that stay as they are will be written as they were. */
export function readStoredOwners(entries: readonly ManagedFieldsEntry[] | undefined): Owners {
  const owners: Owners = readOrUndefined(entries) ?? new Map<string, Owner>();
  for (const { fields, entry } of owners.values()) if (!fields.isEmpty) fields.written ??= entry?.fieldsV1;
  return owners;
}

/** Reads managedFields, undefined when they are malformed. */
export function readOrUndefined(entries: readonly ManagedFieldsEntry[] | undefined): Owners | undefined {
  try {
    return readOwners(entries);
  } catch (error) {
    if (error instanceof FieldSetError) return undefined;
    throw error;
  }
}

/** Writes owners as managedFields, in order; undefined when there are none. */
export function writeOwners(owners: Owners): ManagedFieldsEntry[] | undefined {
  if (owners.size === 0) return undefined;
  const entries = [...owners.values()].map(writeOwner);
  return entries.length === 1 ? entries : entries.sort(compareEntries);
}

/** Writes owners in steps where what is owned is large. */
export function* writeOwnersInSteps(owners: Owners): Steps<ManagedFieldsEntry[] | undefined> {
  for (const { fields } of owners.values()) yield* writeLargeInSteps(fields);
  return writeOwners(owners);
}

function readOwner(entry: ManagedFieldsEntry, index: number): Owner {
  const { operation, apiVersion = '', fieldsType = '' } = entry;
  if (operation !== 'Apply' && operation !== 'Update') throw new FieldSetError('operation must be `Apply` or `Update`');
  if (apiVersion === '') throw new FieldSetError('apiVersion must not be empty');
  if (fieldsType === '') throw new FieldSetError(`missing fieldsType in managed fields entry ${index}`);
  if (fieldsType !== 'FieldsV1') {
    throw new FieldSetError(`invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${index}`);
  }
  const fields = entry.fieldsV1 ? fromFieldsV1(entry.fieldsV1) : FieldSet.EMPTY;
  const { manager = '', subresource = '', time } = entry;
  return { manager, operation, apiVersion, subresource, time: time ?? undefined, fields, entry };
}

function writeOwner(owner: Owner): ManagedFieldsEntry {
  const fieldsV1 = toFieldsV1(owner.fields);
  if (owner.entry?.fieldsV1 === fieldsV1 && owner.entry.time === owner.time) return owner.entry;
  const entry: ManagedFieldsEntry = {};
  if (owner.manager !== '') entry.manager = owner.manager;
  entry.operation = owner.operation;
  entry.apiVersion = owner.apiVersion;
  if (owner.time !== undefined) entry.time = owner.time;
  entry.fieldsType = 'FieldsV1';
  entry.fieldsV1 = fieldsV1;
  if (owner.subresource !== '') entry.subresource = owner.subresource;
  return entry;
}

/** Applied before updated, then by age, then by name. */
function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return (
    compareTexts(a.operation, b.operation) ||
    compareTexts(a.time, b.time) ||
    compareTexts(a.manager, b.manager) ||
    compareTexts(a.apiVersion, b.apiVersion) ||
    compareTexts(a.subresource, b.subresource)
  );
}

function compareTexts(a = '', b = ''): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
