import type { ManagedFieldsEntry } from '../../apimachinery/index.js';
import { FieldSet, type FieldPathElements } from './field-set.js';
import { type Owner, type Owners, identityOf, readOrUndefined, writeOwners } from './owners.js';

/** Where the parent of a Scale keeps its replicas. */
export interface ScaleOwnership {
  /** managedFields of the stored parent. */
  readonly parentEntries: readonly ManagedFieldsEntry[] | undefined;
  /** The version the parent is read and written in: `apps/v1`. */
  readonly apiVersion: string;
  /** Path elements of the replicas field by apiVersion of the parent; owners in versions that are not listed are dropped. */
  readonly replicasPaths: Readonly<Record<string, FieldPathElements>>;
}

const SCALE_VERSION = 'autoscaling/v1';
const SCALE_REPLICAS = FieldSet.of(['f:spec', 'f:replicas']);

/** Returns the managedFields of a Scale: owners of the parent's replicas own the Scale's. */
export function scaleEntries(scale: ScaleOwnership): ManagedFieldsEntry[] | undefined {
  const owners: Owners = new Map();
  for (const [identity, owner] of readOrUndefined(scale.parentEntries) ?? []) {
    const path = scale.replicasPaths[owner.apiVersion];
    if (path && owner.fields.has(path)) {
      // Kept under the parent's identity, by which the owner is found again when the Scale is written.
      owners.set(identity, { ...owner, apiVersion: SCALE_VERSION, fields: SCALE_REPLICAS, entry: undefined });
    }
  }
  return writeOwners(owners);
}

/**
 * Returns managedFields of the parent after its Scale was written: `written` are those of the Scale after tracking.
 * Owners that lost the Scale's replicas lose the parent's; new owners own nothing else, in the subresource `scale`.
 */
export function parentEntries(
  scale: ScaleOwnership,
  written: readonly ManagedFieldsEntry[] | undefined,
): ManagedFieldsEntry[] | undefined {
  const parents = readOrUndefined(scale.parentEntries) ?? new Map<string, Owner>();
  const scalers = readOrUndefined(written) ?? new Map<string, Owner>();
  const owners: Owners = new Map();
  for (const [identity, owner] of parents) {
    const kept = keepParent(scale, owner, scalers);
    if (kept) owners.set(identity, kept);
  }
  for (const [identity, owner] of scalers) {
    if (!owner.fields.isEmpty) owners.set(identity, parentOwner(scale, owner));
  }
  return writeOwners(owners);
}

function keepParent(scale: ScaleOwnership, owner: Owner, scalers: Owners): Owner | undefined {
  if (!Object.prototype.hasOwnProperty.call(scale.replicasPaths, owner.apiVersion)) return undefined;
  const path = scale.replicasPaths[owner.apiVersion];
  if (!owner.fields.has(path)) return owner;
  if (scalers.delete(identityOf({ ...owner, apiVersion: SCALE_VERSION }))) return owner;
  const fields = owner.fields.difference(FieldSet.of(path));
  return fields.isEmpty ? undefined : { ...owner, fields };
}

/** The owner of the parent's replicas that a new owner of the Scale's becomes. */
function parentOwner(scale: ScaleOwnership, scaler: Owner): Owner {
  const path = scale.replicasPaths[scale.apiVersion];
  const owner = { ...scaler, apiVersion: scale.apiVersion, fields: FieldSet.of(path), entry: undefined };
  // Entries of new scalers carry no time: upstream looks it up among the parent's, where they are not yet.
  return { ...owner, time: undefined };
}
