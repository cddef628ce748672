import {
  type ApiObject,
  type FieldError,
  FieldPath,
  conflict,
  formatTime,
  type ObjectMeta,
  invalid,
  invalidObject,
  notSupported,
} from '../../../apimachinery/index.js';
import type { DeleteOptions } from '../../../schema/index.js';
import type { KindFacts } from '../../kinds/resolved-kind.js';

/** Finalizer under which the garbage collector lets dependents live on. */
export const ORPHAN_FINALIZER = 'orphan';
/** Finalizer under which the garbage collector removes dependents first. */
export const FOREGROUND_FINALIZER = 'foregroundDeletion';

/** Checks delete options as sent; 422 for a bad combination. */
export function checkDeleteOptions(options: DeleteOptions): void {
  const errors: FieldError[] = [];
  const policy = options.propagationPolicy;
  if (policy !== undefined && options.orphanDependents !== undefined) {
    errors.push(
      invalid(FieldPath.of('propagationPolicy'), policy, 'orphanDependents and deletionPropagation cannot be both set'),
    );
  }
  if (policy !== undefined && !['Foreground', 'Background', 'Orphan'].includes(policy)) {
    errors.push(notSupported(FieldPath.of('propagationPolicy'), policy, ['Foreground', 'Background', 'Orphan', 'nil']));
  }
  errors.push(...checkDryRun(options.dryRun));
  if (errors.length > 0) throw invalidObject({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors);
}

/** Checks a list of dry-run directives. */
export function checkDryRun(dryRun: readonly string[] | undefined): FieldError[] {
  const unknown = (dryRun ?? []).some((value) => value !== 'All');
  return unknown ? [notSupported(FieldPath.of('dryRun'), dryRun, ['All'])] : [];
}

/** The preconditions of a deletion. */
export interface DeletionConditions extends Pick<DeleteOptions, 'preconditions'> {
  /** True if deletions of the kind are updates until the last finalizer has gone, and word faults as those do. */
  readonly isByUpdate: boolean;
}

/** Throws 409 when the object is not the one the caller means. */
export function checkPreconditions(
  kind: KindFacts,
  object: ApiObject,
  { preconditions = {}, isByUpdate }: DeletionConditions,
): void {
  const { uid, resourceVersion } = preconditions;
  const { metadata } = object;
  const faults = isByUpdate ? UPDATE_FAULTS : DELETE_FAULTS;
  // The reference names the kind here, not the resource, unless it updates.
  const { group, resource } = kind.groupResource;
  const subject = { group, resource: isByUpdate ? resource : kind.kind };
  const refuse = (why: string): Error => conflict(subject, metadata.name ?? '', why);
  if (uid !== undefined && uid !== metadata.uid) throw refuse(faults.uid(uid, metadata.uid));
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw refuse(faults.resourceVersion(resourceVersion, metadata.resourceVersion));
  }
}

type Fault = (sent: string, stored: string | undefined) => string;

const DELETE_FAULTS: Readonly<Record<'uid' | 'resourceVersion', Fault>> = {
  uid: (sent, stored) =>
    `the UID in the precondition (${sent}) does not match the UID in record (${stored}). ` +
    'The object might have been deleted and then recreated',
  resourceVersion: (sent, stored) =>
    `the ResourceVersion in the precondition (${sent}) does not match the ResourceVersion in record (${stored}). ` +
    'The object might have been modified',
};

const UPDATE_FAULTS: typeof DELETE_FAULTS = {
  uid: (sent, stored) => `Precondition failed: UID in precondition: ${sent}, UID in object meta: ${stored}`,
  resourceVersion: (sent, stored) =>
    `Precondition failed: ResourceVersion in precondition: ${sent}, ResourceVersion in object meta: ${stored}`,
};

/** Returns the finalizers an object has once its deletion is under way: what the propagation policy asks for, besides its own. */
export function finalizersForDeletion(kind: KindFacts, object: ApiObject, options: DeleteOptions): string[] {
  const present = object.metadata.finalizers ?? [];
  const own = present.filter((f) => f !== ORPHAN_FINALIZER && f !== FOREGROUND_FINALIZER);
  const propagation = propagationOf(kind, present, options);
  if (propagation === 'Orphan') own.push(ORPHAN_FINALIZER);
  if (propagation === 'Foreground') own.push(FOREGROUND_FINALIZER);
  // The same ones keep their order.
  return isSameSet(own, present) ? [...present] : own;
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  const [one, other] = [new Set(some), new Set(others)];
  return one.size === other.size && [...one].every((each) => other.has(each));
}

function propagationOf(kind: KindFacts, present: readonly string[], options: DeleteOptions): string {
  if (kind.definition.defaultPropagation === 'Unsupported') return 'Background';
  if (options.orphanDependents !== undefined) return options.orphanDependents ? 'Orphan' : 'Background';
  if (options.propagationPolicy !== undefined) return options.propagationPolicy;
  if (present.includes(ORPHAN_FINALIZER)) return 'Orphan';
  if (present.includes(FOREGROUND_FINALIZER)) return 'Foreground';
  return kind.definition.defaultPropagation ?? 'Background';
}

/**
 * Marks an object as being deleted, `grace` seconds from now; undefined where the kind knows no grace. A deletion that
 * is under way can only be shortened. Returns whether anything changed.
 */
export function markDeletion({ metadata }: ApiObject, grace: number | undefined, now: Date): boolean {
  return grace === undefined ? markForFinalizers(metadata, now) : markWithGrace(metadata, grace, now);
}

/** Marks an object of a kind without grace, also one whose deletion is under way (upstream: markAsDeleting). */
function markForFinalizers(metadata: ObjectMeta, now: Date): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  const isDue = deletionTimestamp !== undefined && Date.parse(deletionTimestamp) <= now.getTime();
  if (isDue && deletionGracePeriodSeconds === 0) return false;
  if (!isDue) metadata.deletionTimestamp = formatTime(now);
  if (deletionGracePeriodSeconds === undefined && metadata.generation) metadata.generation++;
  metadata.deletionGracePeriodSeconds = 0;
  return true;
}

function markWithGrace(metadata: ObjectMeta, seconds: number, now: Date): boolean {
  const current = metadata.deletionGracePeriodSeconds ?? 0;
  if (metadata.deletionTimestamp !== undefined && current <= seconds) return false;
  const start = metadata.deletionTimestamp === undefined ? now : startOf(metadata.deletionTimestamp, current);
  metadata.deletionTimestamp = formatTime(new Date(start.getTime() + seconds * 1000));
  metadata.deletionGracePeriodSeconds = seconds;
  if (metadata.generation) metadata.generation++;
  return true;
}

/**
 * Returns the grace that a further deletion gives a terminating object: less than it has, or none where that has
 * passed. Undefined where it changes nothing.
 */
export function graceBroughtForward(
  { metadata }: ApiObject,
  { gracePeriodSeconds }: DeleteOptions,
): number | undefined {
  const current = metadata.deletionGracePeriodSeconds ?? 0;
  if (current === 0) return 0;
  const asked = gracePeriodSeconds !== undefined && gracePeriodSeconds < 0 ? 1 : gracePeriodSeconds;
  return asked !== undefined && asked < current ? asked : undefined;
}

function startOf(deletionTimestamp: string, grace: number): Date {
  return new Date(Date.parse(deletionTimestamp) - grace * 1000);
}
