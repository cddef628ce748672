import { type ApiObject, type ManagedFieldsEntry, formatTime } from '../../apimachinery/index.js';
import type { ObjectShape } from '../../schema/index.js';
import { mergeAncientChanges } from './ancient-changes.js';
import { type Comparison, compare } from './compare.js';
import { FieldSet } from './field-set.js';
import { type Owners, identityOf, readOrUndefined, writeOwners } from './owners.js';
import { FieldSetError } from './path-element.js';

/** How a version other than the written one sees the object. */
export interface OtherVersion {
  readonly type: ObjectShape;
  /** Gives the object the shape of the version; not needed where the shapes are the same. Must not change it. */
  readonly convert?: (object: ApiObject) => object;
  readonly resetFields?: FieldSet;
}

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
  /**
   * Finds versions in which other owners wrote; undefined for one that is no longer known, whose owners are dropped.
   * Without it every version is taken to have the shape of the written one.
   */
  readonly otherVersion?: (apiVersion: string) => OtherVersion | undefined;
}

/**
 * Sets `object.metadata.managedFields` for a write that is no apply (upstream: managedfields.FieldManager.Update):
 * whoever changes or adds a field owns it from then on, and nobody owns a field that has gone. Never throws for bad
 * input: unreadable managedFields give way to the live ones, and an object that cannot be tracked gets none.
 * To be called before admission changes the object.
 */
export function trackUpdate(write: TrackedWrite): void {
  const { object, live } = write;
  const resets = asksForReset(write);
  const owners: Owners = resets ? new Map() : startingOwners(write);
  delete object.metadata.managedFields;
  // Not tracked so far, and not new: tracking starts with the first apply. A reset begins anew with what changes beside it.
  if (owners.size === 0 && live?.metadata.uid && !resets) return;
  try {
    updateOwners(write, owners);
  } catch (error) {
    if (error instanceof FieldSetError) return;
    throw error;
  }
  const entries = writeOwners(owners);
  if (entries) object.metadata.managedFields = entries;
}

/** Builds the set for `resetFields` from dotted paths: `status`, `metadata.deletionTimestamp`. */
export function resetFieldSet(paths: readonly string[]): FieldSet {
  return FieldSet.of(...paths.map((path) => path.split('.').map((name) => `f:${name}`)));
}

/** What the server fills in or what identifies the object: owned by nobody. */
const SYSTEM_FIELDS = resetFieldSet([
  'apiVersion',
  'kind',
  'metadata',
  'metadata.name',
  'metadata.namespace',
  'metadata.creationTimestamp',
  'metadata.selfLink',
  'metadata.uid',
  'metadata.clusterName',
  'metadata.generation',
  'metadata.managedFields',
  'metadata.resourceVersion',
]);

function startingOwners(write: TrackedWrite): Owners {
  const sent = write.object.metadata.managedFields;
  const live = write.live?.metadata.managedFields;
  if (write.subresource === '' && sent !== live) {
    const owners = readOrUndefined(sent);
    if (owners && owners.size > 0) return owners;
  }
  return readOrUndefined(live) ?? new Map();
}

/** A list of one empty entry asks for all that was tracked to be dropped. */
function asksForReset({ object, live, subresource }: TrackedWrite): boolean {
  const sent: readonly ManagedFieldsEntry[] | undefined = object.metadata.managedFields;
  if (subresource !== '' || sent === live?.metadata.managedFields) return false;
  return sent?.length === 1 && Object.values(sent[0]).every((value) => value === undefined);
}

function updateOwners(write: TrackedWrite, owners: Owners): void {
  const comparisons = new Comparisons(write);
  const own = comparisons.own;
  for (const [identity, owner] of owners) {
    const comparison = comparisons.of(owner.apiVersion);
    const fields = comparison && loseFields(owner.fields, comparison);
    if (!fields || fields.isEmpty) owners.delete(identity);
    else if (fields !== owner.fields) owners.set(identity, { ...owner, fields });
  }
  const taken = own.modified.union(own.added).difference(SYSTEM_FIELDS);
  if (!taken.isEmpty) takeFields(write, owners, taken);
  mergeAncientChanges(owners);
}

function loseFields(fields: FieldSet, comparison: Comparison): FieldSet {
  return fields.difference(comparison.modified).difference(comparison.added).difference(comparison.removed);
}

function takeFields(write: TrackedWrite, owners: Owners, taken: FieldSet): void {
  const { manager, apiVersion, subresource } = write;
  const operation = 'Update';
  const identity = identityOf({ manager, operation, apiVersion, subresource });
  const fields = owners.get(identity)?.fields.union(taken) ?? taken;
  owners.set(identity, { manager, operation, apiVersion, subresource, time: secondOf(write.now), fields });
}

/** The change as each version sees it; computed when the first owner of the version is met. */
class Comparisons {
  readonly own: Comparison;
  private readonly byVersion = new Map<string, Comparison | undefined>();

  constructor(private readonly write: TrackedWrite) {
    const before = write.live ?? emptyObject(write.type);
    this.own = ignoring(compare(write.type.merge, before, write.object), write.resetFields);
    this.byVersion.set(write.apiVersion, this.own);
  }

  of(apiVersion: string): Comparison | undefined {
    if (!this.byVersion.has(apiVersion)) this.byVersion.set(apiVersion, this.compareIn(apiVersion));
    return this.byVersion.get(apiVersion);
  }

  private compareIn(apiVersion: string): Comparison | undefined {
    const { otherVersion, live, object } = this.write;
    if (!otherVersion) return this.own;
    const version = otherVersion(apiVersion);
    if (!version) return undefined;
    const convert = version.convert ?? ((value) => value);
    const before = live ? convert(live) : emptyObject(version.type);
    return ignoring(compare(version.type.merge, before, convert(object)), version.resetFields);
  }
}

function ignoring(comparison: Comparison, ignored: FieldSet | undefined): Comparison {
  if (!ignored) return comparison;
  return {
    added: comparison.added.recursiveDifference(ignored),
    modified: comparison.modified.recursiveDifference(ignored),
    removed: comparison.removed.recursiveDifference(ignored),
  };
}

const EMPTY_OBJECTS = new WeakMap<ObjectShape, object>();

/** A new object is compared with one that has nothing but the members that are always written: those are owned by nobody. */
function emptyObject(type: ObjectShape): object {
  let empty = EMPTY_OBJECTS.get(type);
  if (!empty) {
    empty = type.decode({});
    EMPTY_OBJECTS.set(type, empty);
  }
  return empty;
}

let lastSecond = { at: -1, text: '' };

function secondOf(now: number): string {
  const second = Math.floor(now / 1000);
  if (lastSecond.at !== second) lastSecond = { at: second, text: formatTime(new Date(now)) };
  return lastSecond.text;
}
