import { type Steps, doAtOnce, doInTurnsIfLong } from '../../observability/index.js';
import type { ApiObject, ManagedFieldsEntry, MaybePromise } from '../../apimachinery/index.js';
import type { ObjectShape } from '../../schema/index.js';
import { mergeAncientChanges } from './ancient-changes.js';
import type { Comparison } from './compare.js';
import { type ComparedStates, Comparisons } from './comparisons.js';
import { entryTime } from './entry-time.js';
import type { FieldSet } from './field-set.js';
import { KnownSets } from './known-sets.js';
import type { OwnedVersions } from './owned-versions.js';
import {
  type Owner,
  type Owners,
  identityOf,
  readOrUndefined,
  readStoredOwners,
  writeOwnersInSteps,
} from './owners.js';
import { FieldSetError } from './path-element.js';
import { reconcileOwners } from './reconcile-owners.js';
import { SYSTEM_FIELDS } from './system-fields.js';

const KNOWN = new KnownSets();

/** One create, update or patch (but not apply). */
export interface TrackedWrite {
  /** Type of the version the request is made in. */
  readonly type: ObjectShape;
  /** `apps/v1`, `v1`. */
  readonly apiVersion: string;
  /** The stored object in the request's version, undefined for a create. Not changed. */
  readonly live?: ApiObject;
  /** The new object in the request's version, in canonical form and with defaults; gets its managedFields. */
  readonly object: ApiObject;
  /** As `managerFrom` gives it. */
  readonly manager: string;
  /** Empty for the main resource. */
  readonly subresource: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Fields that this endpoint does not write, see `resetFieldSet`. */
  readonly resetFields?: FieldSet;
  /** The versions in which other owners wrote. Without it every version is taken to have the shape of the written one. */
  readonly versions?: OwnedVersions;
}

/**
 * Sets `object.metadata.managedFields` for a write other than an apply (upstream: managedfields.FieldManager.Update):
 * the manager that changes or adds a field owns it from then on, and a removed field has no owner. Never throws for bad
 * input: unreadable managedFields are replaced by the live ones, and an object that cannot be tracked gets none. Must
 * be called before admission changes the object.
 */
export function trackUpdate(write: TrackedWrite): void {
  doAtOnce(trackUpdateInSteps(write));
}

/** Tracks an update in turns of the event loop where the object is large: a promise only then. */
export function trackUpdateInTurns(write: TrackedWrite): MaybePromise<void> {
  return doInTurnsIfLong(trackUpdateInSteps(write));
}

function* trackUpdateInSteps(write: TrackedWrite): Steps<void> {
  const { object, live } = write;
  const resets = asksForReset(write);
  const owners: Owners = resets ? new Map() : startingOwners(write);
  if ('managedFields' in object.metadata) delete object.metadata.managedFields;
  // Not tracked so far, and not new: tracking starts with the first apply. A reset starts again with the fields changed
  // beside it.
  if (owners.size === 0 && live?.metadata.uid && !resets) return;
  reconcileOwners(owners, (apiVersion) => typeIn(write, apiVersion)?.merge);
  yield;
  try {
    yield* updateOwners(write, owners);
  } catch (error) {
    if (error instanceof FieldSetError) return;
    throw error;
  }
  yield;
  const entries = yield* writeOwnersInSteps(owners);
  if (entries) object.metadata.managedFields = entries;
}

function startingOwners(write: TrackedWrite): Owners {
  const sent = write.object.metadata.managedFields;
  const live = write.live?.metadata.managedFields;
  if (write.subresource === '' && sent !== live) {
    const owners = readOrUndefined(sent);
    if (owners && owners.size > 0) return owners;
  }
  return readStoredOwners(live);
}

/** A list of one empty entry asks for all that was tracked to be dropped. */
function asksForReset({ object, live, subresource }: TrackedWrite): boolean {
  const sent: readonly ManagedFieldsEntry[] | undefined = object.metadata.managedFields;
  if (subresource !== '' || sent === live?.metadata.managedFields) return false;
  return sent?.length === 1 && Object.values(sent[0]).every((value) => value === undefined);
}

/** Returns the type owners of a version have known an object by; undefined where the version is not known any more. */
export function typeIn(
  { versions, type, apiVersion: own }: Pick<TrackedWrite, 'versions' | 'type' | 'apiVersion'>,
  apiVersion: string,
): ObjectShape | undefined {
  return versions && apiVersion !== own ? versions.find(apiVersion)?.type : type;
}

function statesOf(write: TrackedWrite): ComparedStates {
  const { type, apiVersion, live, object, resetFields, versions } = write;
  return { type, apiVersion, before: live, after: object, converted: () => object, resetFields, versions };
}

/**
 * Updates owners for a write, in place: they lose what it changes, and the writer owns it. Throws FieldSetError where the
 * states cannot be compared.
 */
export function* updateOwners(write: TrackedWrite, owners: Owners): Steps<void> {
  const comparisons = new Comparisons(statesOf(write));
  const own = comparisons.own;
  const writer = writerOf(write);
  const former = owners.get(writer)?.fields;
  yield;
  for (const [identity, owner] of owners) {
    const comparison = yield* comparisons.of(owner.apiVersion);
    const fields = comparison && loseFields(owner.fields, comparison);
    if (!fields || fields.isEmpty) owners.delete(identity);
    else if (fields !== owner.fields) owners.set(identity, { ...owner, fields });
  }
  const taken = own.modified.union(own.added).difference(SYSTEM_FIELDS);
  if (!taken.isEmpty) {
    const fields = owners.get(writer)?.fields.union(taken) ?? taken;
    // A manager that changes what it owned before owns the same set, which is written already.
    owners.set(writer, newOwner(write, former?.equals(fields) ? former : KNOWN.find(fields)));
  }
  mergeAncientChanges(owners);
}

function loseFields(fields: FieldSet, comparison: Comparison): FieldSet {
  return fields.difference(comparison.modified).difference(comparison.added).difference(comparison.removed);
}

function writerOf({ manager, apiVersion, subresource }: TrackedWrite): string {
  return identityOf({ manager, operation: 'Update', apiVersion, subresource });
}

function newOwner({ manager, apiVersion, subresource, now }: TrackedWrite, fields: FieldSet): Owner {
  return { manager, operation: 'Update', apiVersion, subresource, time: entryTime(now), fields };
}
