import { type ApiObject, badRequest } from '../../apimachinery/index.js';
import { DecodeError, type ObjectShape } from '../../schema/index.js';
import { conversionFault } from '../conversion-fault.js';
import {
  type ComparedStates,
  Comparisons,
  type Owners,
  SYSTEM_FIELDS,
  emptyObject,
  type FieldSet,
  entryTime,
  fieldSetOf,
  identityOf,
  isDeepEqual,
  readStoredOwners,
  reconcileOwners,
  typeIn,
  updateOwners,
  writeOwnersInSteps,
} from '../ownership/index.js';
import type { Application } from './application.js';
import { describeObject, slashed } from './check-configuration.js';
import { type Conflict, applyConflict } from './conflicts.js';
import { KUBECTL, lastAppliedFields } from './last-applied.js';
import { mergeValues } from './merge-values.js';
import { type PrunedVersions, prune } from './prune.js';
import type { Steps } from '../../observability/index.js';

/** The result of an attempt. */
interface Applied {
  /** The object as the configuration leaves it: not decoded, and without defaults. */
  readonly merged: object;
  readonly owners: Owners;
}

const BEFORE_FIRST_APPLY = 'before-first-apply';

/** One apply. The configuration fits its type. */
export class Applying {
  private readonly identity: string;
  /** The live object without its managedFields. */
  private readonly before: ApiObject | undefined;
  /** The fields that the applier has owned so far. */
  private last: FieldSet | undefined;

  constructor(private readonly application: Application) {
    const { live, manager, apiVersion, subresource } = application;
    this.identity = identityOf({ manager, operation: 'Apply', apiVersion, subresource });
    this.before = live && withoutOwners(live);
  }

  /** Creates the object. Throws StatusError. */
  *run(): Steps<ApiObject> {
    const { merged, owners } = yield* this.applied(yield* this.ownersBefore());
    yield;
    const start = this.start;
    const isSame = merged === start || isDeepEqual(start, merged);
    this.finishOwn(owners, isSame);
    yield;
    const object =
      isSame && this.before ? { ...this.before, metadata: { ...this.before.metadata } } : this.decoded(merged);
    const entries = yield* writeOwnersInSteps(owners);
    if (entries) object.metadata.managedFields = entries;
    return object;
  }

  /** The object that the configuration is merged into. */
  private get start(): object {
    const { type, apiVersion, kind } = this.application;
    return this.before ?? { ...emptyObject(type), apiVersion, kind };
  }

  /** The owners of the object so far. Without owners, it was created before the first apply. */
  private *ownersBefore(): Steps<Owners> {
    const { live } = this.application;
    const owners = readStoredOwners(live?.metadata.managedFields);
    reconcileOwners(owners, (apiVersion) => typeIn(this.application, apiVersion)?.merge);
    if (owners.size === 0 && this.before) {
      const write = { ...this.application, live: undefined, object: this.before, manager: BEFORE_FIRST_APPLY };
      yield* updateOwners(write, owners);
    }
    return owners;
  }

  /** One attempt, and where only fields of client-side apply are in the way of its successor, another one by force. */
  private *applied(owners: Owners): Steps<Applied> {
    const { manager, force, type, apiVersion } = this.application;
    const { merged, owners: next, conflicts } = yield* this.attempt(owners);
    if (conflicts.length === 0 || force) return { merged, owners: next };
    if (manager !== KUBECTL || !this.before) throw applyConflict(conflicts);
    const allowed = lastAppliedFields(type.merge, this.before, apiVersion);
    const left = conflicts.map((each) => ({ ...each, fields: each.fields.leaves().difference(allowed) }));
    const kept = left.filter(({ fields }) => !fields.isEmpty);
    if (kept.length > 0) throw applyConflict(kept);
    return { merged, owners: next };
  }

  /** Merges the configuration, and takes away from others what it changes. */
  private *attempt(owners: Owners): Steps<Applied & { readonly conflicts: readonly Conflict[] }> {
    const { type, apiVersion, configuration, manager, subresource, resetFields } = this.application;
    const all = fieldSetOf(type.merge, configuration);
    const sent = resetFields ? all.recursiveDifference(resetFields) : all;
    const last = owners.get(this.identity);
    this.last = last?.fields;
    // Most configurations own what they owned before: one set is compared with itself at once.
    const fields = last?.fields.equals(sent) ? last.fields : sent;
    const next: Owners = new Map(owners);
    next.set(this.identity, { manager, operation: 'Apply', apiVersion, subresource, time: last?.time, fields });
    yield;
    const whole = mergeValues(type.merge, this.start, configuration) as object;
    yield;
    const merged = yield* prune({ apiVersion, merged: whole, last, fields, owners: next }, this.prunedVersions());
    yield;
    const conflicts = yield* this.takeFromOthers(next, new Comparisons(this.statesOf(merged)));
    return { merged, owners: next, conflicts };
  }

  private *takeFromOthers(owners: Owners, comparisons: Comparisons): Steps<readonly Conflict[]> {
    const conflicts: Conflict[] = [];
    for (const [identity, owner] of owners) {
      if (identity === this.identity) continue;
      const comparison = yield* comparisons.of(owner.apiVersion);
      const changed = comparison && comparison.modified.union(comparison.added);
      const taken = changed && owner.fields.intersection(changed);
      if (taken && !taken.isEmpty) conflicts.push({ identity, owner, fields: taken });
      const left = taken && owner.fields.difference(taken).difference(comparison!.removed);
      if (!left || left.isEmpty) owners.delete(identity);
      else if (left !== owner.fields) owners.set(identity, { ...owner, fields: left });
    }
    return conflicts;
  }

  /** Fields that the server sets have no owner. A no-op apply does not change the time of its entry. */
  private finishOwn(owners: Owners, isSame: boolean): void {
    const own = owners.get(this.identity)!;
    const all = own.fields.difference(SYSTEM_FIELDS);
    // The same fields as before are written as they were.
    const fields = this.last && all.equals(this.last) ? this.last : all;
    if (fields.isEmpty) owners.delete(this.identity);
    else owners.set(this.identity, { ...own, fields, time: isSame ? own.time : entryTime(this.application.now) });
  }

  private statesOf(merged: object): ComparedStates {
    const { type, apiVersion, resetFields, versions } = this.application;
    const converted = (): ApiObject => this.decodedAs(apiVersion, merged);
    // An object that is made is compared with one that has nothing; kind and version are no change.
    return { type, apiVersion, before: this.before, after: merged, converted, resetFields, versions };
  }

  private prunedVersions(): PrunedVersions {
    const { versions } = this.application;
    return {
      typeOf: (apiVersion) => typeIn(this.application, apiVersion)?.merge,
      convert: (objects, from, to) => {
        if (from === to || !versions) return objects;
        return versions.convert(
          objects.map((object) => this.decodedAs(from, object)),
          from,
          to,
        );
      },
    };
  }

  private decodedAs(apiVersion: string, object: object): ApiObject {
    const { type, kind } = this.application;
    return { ...this.decodedBy(typeIn(this.application, apiVersion) ?? type, object), kind, apiVersion };
  }

  private decoded(merged: object): ApiObject {
    const { type, kind, apiVersion } = this.application;
    const object = this.decodedBy(type, merged);
    try {
      type.applyDefaults(object);
    } catch (error) {
      throw this.describe(error, type, merged);
    }
    return Object.assign(object, { kind, apiVersion });
  }

  private decodedBy(type: ObjectShape, object: object): ApiObject {
    try {
      // Unlike a decoded body, the result of a merge keeps its nulls (upstream: unstructuredDefaulter).
      return type.decode(object, { keepsNulls: true }) as unknown as ApiObject;
    } catch (error) {
      throw this.describe(error, type, object);
    }
  }

  /** Returns the error for an object that does not match its type after the merge. */
  private describe(error: unknown, type: ObjectShape, object: object): unknown {
    if (!(error instanceof DecodeError)) return error;
    const { apiVersion, kind, configuration } = this.application;
    const fault = conversionFault(type.strategic, object) ?? error.message;
    const gvk = `${slashed(apiVersion)}, Kind=${kind}`;
    const why = `to proper version: unable to convert unstructured object to ${gvk}: ${fault}`;
    const sent = describeObject({ ...configuration, apiVersion, kind });
    return badRequest(`failed to convert new object (${sent}) ${why}`);
  }
}

function withoutOwners(object: ApiObject): ApiObject {
  const { managedFields: _owners, ...metadata } = object.metadata;
  return { ...object, metadata };
}
