import type { MergeType } from '../../schema/index.js';
import { type FieldSet, FieldSetBuilder } from './field-set.js';
import type { Owners } from './owners.js';
import { typeBelow } from './type-below.js';

/**
 * Updates owners for types that have changed since they wrote, in place (upstream: ReconcileFieldSetWithSchema): owners
 * of parts of a field that is atomic now own the whole field. In the opposite direction nothing can be inferred: owners
 * of the whole field own no part. Owners in versions without a type stay unchanged.
 */
export function reconcileOwners(owners: Owners, typeOf: (apiVersion: string) => MergeType | undefined): void {
  for (const [identity, owner] of owners) {
    const type = typeOf(owner.apiVersion);
    // Sets are shared by objects, and outlive them; a declaration that changes a type makes another one.
    if (owner.fields.reconciledWith === type) continue;
    const fields = reconcile(owner.fields, type);
    if (fields === owner.fields) fields.reconciledWith = type;
    else owners.set(identity, { ...owner, fields });
  }
}

/** The set itself where nothing has changed. */
function reconcile(set: FieldSet, type: MergeType | undefined): FieldSet {
  if (!type || type.kind === 'leaf' || type.kind === 'deduced') return set;
  let changed: Map<string, FieldSet | undefined> | undefined;
  for (const [element, { below }] of set.entries()) {
    const next = below && typeBelow(type, element);
    if (!next) continue;
    const kept = isWhole(next) ? undefined : reconcile(below, next);
    if (kept !== below) (changed ??= new Map<string, FieldSet | undefined>()).set(element, kept);
  }
  return changed ? withChanges(set, changed) : set;
}

/** Reports whether a type is not a scalar and owned as a whole. */
function isWhole(type: MergeType): boolean {
  return type.kind === 'leaf' && typeof type.content !== 'string';
}

/** A set with other paths below some elements, or with the element alone. */
function withChanges(set: FieldSet, changed: ReadonlyMap<string, FieldSet | undefined>): FieldSet {
  const builder = new FieldSetBuilder();
  for (const [element, { isMember, below }] of set.entries()) {
    const kept = changed.has(element) ? changed.get(element) : below;
    if (!kept) builder.add(element);
    else if (isMember) builder.addTree(element, kept);
    else builder.addBelow(element, kept);
  }
  return builder.build();
}
