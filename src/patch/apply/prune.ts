import type { MaybePromise } from '../../apimachinery/index.js';
import type { MergeType } from '../../schema/index.js';
import { FieldSet, type Owners, fieldSetOf } from '../ownership/index.js';
import { withNamedFields } from './named-fields.js';
import { removeFields } from './remove-fields.js';
import { type Steps, settled } from '../../observability/index.js';

/** The versions a pruned object is seen in. */
export interface PrunedVersions {
  /** Returns the type of a version; undefined for one that is not known any more. */
  typeOf(apiVersion: string): MergeType | undefined;
  /** Converts objects to another version; as they are where that is the same one. Throws where one does not fit its type. */
  convert(objects: readonly object[], from: string, to: string): MaybePromise<readonly object[]>;
}

/** A configuration that was merged into an object. */
export interface MergedConfiguration {
  readonly apiVersion: string;
  readonly merged: object;
  /** The fields that the applier owned before, and their version; undefined if it owned none. */
  readonly last: { readonly fields: FieldSet; readonly apiVersion: string } | undefined;
  /** The fields of the configuration. */
  readonly fields: FieldSet;
  /** All owners, among them the applier with what the configuration owns. */
  readonly owners: Owners;
}

/**
 * Takes out of a merged object what its applier has given up and no other manager owns (upstream: Updater.prune). The merged
 * object is not changed.
 */
export function* prune(configuration: MergedConfiguration, versions: PrunedVersions): Steps<object> {
  const { merged, last, apiVersion, fields } = configuration;
  if (!last || last.fields.isEmpty) return merged;
  // An applier that still applies all it owned gives up nothing.
  if (last.apiVersion === apiVersion && last.fields.isWithin(fields)) return merged;
  const type = versions.typeOf(last.apiVersion);
  if (!type) return merged;
  const [object] = yield* settled(versions.convert([merged], apiVersion, last.apiVersion));
  const given = withNamedFields(last.fields, type);
  const bare = { object, pruned: without(type, object, given), apiVersion: last.apiVersion };
  const owned = yield* keepOwned(bare, configuration.owners, versions);
  const [left] = yield* settled(versions.convert([owned.pruned], owned.apiVersion, last.apiVersion));
  yield;
  const remaining = namedFieldsOf(type, left);
  yield;
  const gone = namedFieldsOf(type, object).difference(remaining).intersection(given);
  yield;
  const [kept] = yield* settled(versions.convert([without(type, object, gone)], last.apiVersion, apiVersion));
  return kept;
}

/** An object that is converted through the versions of its owners. */
interface Pruned {
  /** All of it. */
  readonly object: object;
  /** The object after pruning. */
  readonly pruned: object;
  readonly apiVersion: string;
}

/**
 * Adds back what owners of any version own. The version in which was pruned comes first: others may not be convertible to
 * before what they need is back.
 */
function* keepOwned(start: Pruned, owners: Owners, versions: PrunedVersions): Steps<Pruned> {
  const owned = ownedByVersion(owners);
  const others = [...owned.keys()].filter((apiVersion) => apiVersion !== start.apiVersion);
  let state = start;
  for (const apiVersion of [start.apiVersion, ...others]) {
    const [type, fields] = [versions.typeOf(apiVersion), owned.get(apiVersion)];
    if (type && fields) state = yield* keepInVersion(state, { type, fields, apiVersion }, versions);
  }
  return state;
}

function* keepInVersion(
  { object, pruned, apiVersion: from }: Pruned,
  { type, fields, apiVersion }: { type: MergeType; fields: FieldSet; apiVersion: string },
  versions: PrunedVersions,
): Steps<Pruned> {
  yield;
  const [whole, bare] = yield* settled(versions.convert([object, pruned], from, apiVersion));
  const kept = namedFieldsOf(type, bare).union(withNamedFields(fields, type));
  yield;
  const gone = namedFieldsOf(type, whole).difference(kept);
  yield;
  return { object: whole, pruned: without(type, whole, gone), apiVersion };
}

function ownedByVersion(owners: Owners): Map<string, FieldSet> {
  const owned = new Map<string, FieldSet[]>();
  for (const { apiVersion, fields } of owners.values()) {
    const sets = owned.get(apiVersion);
    if (sets) sets.push(fields);
    else owned.set(apiVersion, [fields]);
  }
  return new Map([...owned].map(([apiVersion, sets]) => [apiVersion, FieldSet.unionOf(sets)]));
}

function namedFieldsOf(type: MergeType, object: unknown): FieldSet {
  return withNamedFields(fieldSetOf(type, object), type);
}

function without(type: MergeType, object: object, fields: FieldSet): object {
  return (removeFields(type, object, fields) ?? {}) as object;
}
