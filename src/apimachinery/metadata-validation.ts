import { textSince } from './checked-release.js';
import type { ManagedFieldsEntry, ObjectMeta, OwnerReference } from './api-object.js';
import { duplicate, forbidden, invalid, notSupported, required, tooLong, type FieldError } from './field-error.js';
import { FieldPath } from './field-path.js';
import { isLongerThan } from './format-messages.js';
import { goNil, goSlice, goStruct, GoValue } from './go-syntax.js';
import { validateLabelName, validateLabels } from './label-selector.js';
import { isDns1123Label, isDns1123Subdomain, isQualifiedName } from './names.js';
import { isConditionReason } from './value-formats.js';

/**
 * Text for a value that may not differ from the stored one.
 *
 * @internal
 * @example
 * const error = invalid(path.child('pier'), 'north', IMMUTABLE_MESSAGE);
 */
export const IMMUTABLE_MESSAGE = 'field is immutable';

/**
 * Text for a number below zero.
 *
 * @internal
 * @example
 * const error = invalid(path.child('length'), -1, NEGATIVE_MESSAGE);
 */
export const NEGATIVE_MESSAGE = 'must be greater than or equal to 0';

const ANNOTATIONS_MAX = 256 * 1024;
const MANAGER_MAX = 128;
const SUBRESOURCE_MAX = 256;
const REASON_MAX = 1024;
const MESSAGE_MAX = 32 * 1024;
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const STANDARD_FINALIZERS = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** The parameters of the metadata rules. */
export interface MetadataRules {
  readonly namespaced: boolean;
  /** How names of the kind are checked; a DNS subdomain when not given. */
  readonly nameRule?: (name: string, isPrefix: boolean) => string[];
  /** Finalizers without a domain pass, as they do for custom resources. */
  readonly allowsPlainFinalizers?: boolean;
}

/**
 * Converts the check of a whole name into one that also accepts a prefix ending in a dash.
 *
 * @internal
 * @example
 * const nameRule = nameRuleOf((name) => (name.startsWith('pier-') ? [] : ['must start with "pier-"']));
 */
export function nameRuleOf(check: (name: string) => string[]): (name: string, isPrefix: boolean) => string[] {
  return (name, isPrefix) => check(isPrefix ? maskTrailingDash(name) : name);
}

/**
 * The rule for most names: a DNS subdomain.
 *
 * @internal
 * @example
 * const nameRule: NameRule = subdomainNameRule;
 */
export const subdomainNameRule = nameRuleOf(isDns1123Subdomain);

/**
 * The rule for names that become DNS labels.
 *
 * @internal
 * @example
 * const nameRule: NameRule = labelNameRule;
 */
export const labelNameRule = nameRuleOf(isDns1123Label);

/**
 * Checks the metadata of one object (upstream: ValidateObjectMeta).
 *
 * @internal
 * @example
 * const errors = validateObjectMeta(object.metadata, { namespaced: true, nameRule: labelNameRule });
 */
export function validateObjectMeta(
  meta: ObjectMeta,
  rules: MetadataRules,
  path: FieldPath = FieldPath.of('metadata'),
): FieldError[] {
  return [
    ...validateName(meta, rules.nameRule ?? subdomainNameRule, path),
    ...validateNamespace(meta, rules.namespaced, path),
    ...validateNonNegative(meta.generation ?? 0, path.child('generation')),
    ...validateLabels(meta.labels, path.child('labels')),
    ...validateAnnotations(meta.annotations, path.child('annotations')),
    ...validateOwnerReferences(meta.ownerReferences, path.child('ownerReferences')),
    ...validateFinalizers(meta.finalizers, path.child('finalizers')),
    ...validateManagedFields(meta.managedFields, path.child('managedFields')),
    ...finalizersOfKind(meta, rules, path),
  ];
}

/** Returns the part of `validateObjectMeta` that depends on the kind: all there is to find in metadata that other rules have passed. */
export function validateMetadataOfKind(meta: ObjectMeta, rules: MetadataRules): FieldError[] {
  const path = FieldPath.of('metadata');
  return [...validateName(meta, rules.nameRule ?? subdomainNameRule, path), ...finalizersOfKind(meta, rules, path)];
}

/** Returns the part of `validateObjectMetaUpdate` that depends on the kind. */
export function validateMetadataChangeOfKind(meta: ObjectMeta, rules: MetadataRules): FieldError[] {
  return finalizersOfKind(meta, rules, FieldPath.of('metadata'));
}

function finalizersOfKind(meta: ObjectMeta, rules: Pick<MetadataRules, 'allowsPlainFinalizers'>, path: FieldPath) {
  if (rules.allowsPlainFinalizers || !meta.finalizers?.length) return [];
  return qualifiedFinalizerErrors(meta.finalizers, path.child('finalizers'));
}

/**
 * Checks a change of metadata (upstream: ValidateObjectMetaUpdate).
 *
 * @internal
 * @example
 * const errors = (changed: ApiObject) => validateObjectMetaUpdate(changed.metadata, object.metadata);
 */
export function validateObjectMetaUpdate(
  meta: ObjectMeta,
  old: ObjectMeta,
  options: { allowsPlainFinalizers?: boolean } = {},
): FieldError[] {
  const path = FieldPath.of('metadata');
  return [
    ...(old.deletionTimestamp ? newFinalizerErrors(meta, old, path.child('finalizers')) : []),
    ...(meta.resourceVersion ? [] : [invalid(path.child('resourceVersion'), '', 'must be specified for an update')]),
    ...((meta.generation ?? 0) < (old.generation ?? 0)
      ? [invalid(path.child('generation'), meta.generation ?? 0, 'must not be decremented')]
      : []),
    ...KEPT_FIELDS.flatMap((name) => validateImmutable(meta[name], old[name], path.child(name))),
    ...immutableTime(meta.creationTimestamp, old.creationTimestamp, path.child('creationTimestamp')),
    ...immutableTime(meta.deletionTimestamp, old.deletionTimestamp, path.child('deletionTimestamp')),
    ...validateImmutable(
      meta.deletionGracePeriodSeconds,
      old.deletionGracePeriodSeconds,
      path.child('deletionGracePeriodSeconds'),
    ),
    ...validateLabels(meta.labels, path.child('labels')),
    ...validateAnnotations(meta.annotations, path.child('annotations')),
    ...validateOwnerReferences(meta.ownerReferences, path.child('ownerReferences')),
    ...validateManagedFields(meta.managedFields, path.child('managedFields')),
    ...finalizersOfKind(meta, options, path),
  ];
}

const KEPT_FIELDS = ['name', 'namespace', 'uid'] as const;

/** Times are shown as Go prints them. */
function immutableTime(value: string | undefined, old: string | undefined, path: FieldPath): FieldError[] {
  const shown = value ? new GoValue(`${value.replace('T', ' ').replace('Z', '')} +0000 UTC`, value) : undefined;
  return (value ?? '') === (old ?? '') ? [] : [invalid(path, shown, IMMUTABLE_MESSAGE)];
}

/**
 * Checks that a scalar has not changed; absent and zero count as the same.
 *
 * @internal
 * @example
 * const errors = validateImmutable('south', 'north', path.child('pier'));
 */
export function validateImmutable(
  value: string | number | undefined,
  old: string | number | undefined,
  path: FieldPath,
): FieldError[] {
  if ((value ?? '') === (old ?? '')) return [];
  return [invalid(path, value ?? '', IMMUTABLE_MESSAGE)];
}

/**
 * Checks that a number is not below zero.
 *
 * @internal
 * @example
 * const errors = validateNonNegative(3, path.child('depth'));
 */
export function validateNonNegative(value: number | bigint, path: FieldPath): FieldError[] {
  return value < 0 ? [invalid(path, value, NEGATIVE_MESSAGE)] : [];
}

/**
 * Checks keys and the total size of annotations.
 *
 * @internal
 * @example
 * const errors = validateAnnotations({ 'harbor.example.com/note': 'deep' }, path.child('annotations'));
 */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined | null,
  path: FieldPath,
): FieldError[] {
  if (!annotations || areValidAnnotations(annotations)) return [];
  const entries = Object.entries(annotations).sort(([a], [b]) => (a < b ? -1 : 1));
  const size = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  return [
    ...entries.flatMap(([key]) => isQualifiedName(key.toLowerCase()).map((message) => invalid(path, key, message))),
    ...(size > ANNOTATIONS_MAX ? [tooLong(path, ANNOTATIONS_MAX)] : []),
  ];
}

/** Every write asks it, most of them twice: without lists and in the order that is at hand. */
function areValidAnnotations(annotations: Readonly<Record<string, string>>): boolean {
  let size = 0;
  for (const key in annotations) {
    if (isQualifiedName(key.toLowerCase()).length > 0) return false;
    size += Buffer.byteLength(key) + Buffer.byteLength(annotations[key]);
  }
  return size <= ANNOTATIONS_MAX;
}

/** Checks references to owners: each complete, at most one of them the controller. */
export function validateOwnerReferences(
  references: readonly OwnerReference[] | undefined | null,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  let controller: string | undefined;
  // One dump for all errors: each shows the whole list.
  let dump: GoValue | undefined;
  for (const reference of references ?? []) {
    errors.push(...validateOwnerReference(reference, path));
    if (!reference.controller) continue;
    const name = `${reference.kind}/${reference.name}`;
    if (controller === undefined) {
      controller = name;
      continue;
    }
    dump ??= goSlice('v1.OwnerReference', references!.map(goOwnerReference));
    errors.push(invalid(path, dump, twoOwners(controller, name)));
  }
  return errors;
}

function twoOwners(first: string, second: string): string {
  return `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${second}`;
}

function validateOwnerReference(reference: OwnerReference, path: FieldPath): FieldError[] {
  const parts = reference.apiVersion.split('/');
  const version = parts.length > 2 ? '' : parts[parts.length - 1];
  const errors: FieldError[] = [];
  if (version === '') errors.push(invalid(path.child('apiVersion'), reference.apiVersion, 'version must not be empty'));
  for (const name of ['kind', 'name', 'uid'] as const) {
    if (!reference[name])
      errors.push(invalid(path.child(name), '', textSince('1.34', 'must not be empty', `${name} must not be empty`)));
  }
  if (/^\/?v1$/.test(reference.apiVersion) && reference.kind === 'Event') {
    errors.push(invalid(path, goOwnerReference(reference), '/v1, Kind=Event is disallowed from being an owner'));
  }
  return errors;
}

function goOwnerReference(reference: OwnerReference): GoValue {
  const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = reference;
  const members = {
    APIVersion: apiVersion,
    Kind: kind,
    Name: name,
    UID: uid,
    Controller: goNil('*bool'),
    BlockOwnerDeletion: goNil('*bool'),
  };
  return goStruct('v1.OwnerReference', members, { apiVersion, kind, name, uid, controller, blockOwnerDeletion });
}

/** Checks the form of finalizers and that the two ways of treating dependents are not both asked for. */
export function validateFinalizers(finalizers: readonly string[] | undefined | null, path: FieldPath): FieldError[] {
  const names = finalizers ?? [];
  const errors = names.flatMap((name) => isQualifiedName(name).map((message) => invalid(path, name, message)));
  if (names.includes('orphan') && names.includes('foregroundDeletion')) {
    errors.push(invalid(path, names, 'finalizer orphan and foregroundDeletion cannot be both set'));
  }
  return errors;
}

function qualifiedFinalizerErrors(finalizers: readonly string[] | undefined | null, path: FieldPath): FieldError[] {
  return (finalizers ?? []).flatMap((name, i) =>
    name.includes('/') || STANDARD_FINALIZERS.has(name)
      ? []
      : [invalid(path.index(i), name, 'name is neither a standard finalizer name nor is it fully qualified')],
  );
}

function newFinalizerErrors(meta: ObjectMeta, old: ObjectMeta, path: FieldPath): FieldError[] {
  const added = (meta.finalizers ?? []).filter((name) => !(old.finalizers ?? []).includes(name)).sort();
  if (added.length === 0) return [];
  const shown = goSlice('string', [...new Set(added)]);
  return [
    forbidden(path, `no new finalizers can be added if the object is being deleted, found new finalizers ${shown}`),
  ];
}

/** Checks what field owners are recorded as. */
export function validateManagedFields(
  entries: readonly ManagedFieldsEntry[] | undefined | null,
  path: FieldPath,
): FieldError[] {
  return (entries ?? []).flatMap((entry, i) => validateManagedFieldsEntry(entry, path.index(i)));
}

function validateManagedFieldsEntry(entry: ManagedFieldsEntry, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (entry.operation !== 'Apply' && entry.operation !== 'Update') {
    errors.push(invalid(path.child('operation'), entry.operation ?? '', 'must be `Apply` or `Update`'));
  }
  if (entry.fieldsType && entry.fieldsType !== 'FieldsV1') {
    errors.push(invalid(path.child('fieldsType'), entry.fieldsType, 'must be `FieldsV1`'));
  }
  errors.push(...validateFieldManager(entry.manager ?? '', path.child('manager')));
  if (isLongerThan(entry.subresource ?? '', SUBRESOURCE_MAX)) {
    errors.push(tooLong(path.child('subresource'), SUBRESOURCE_MAX));
  }
  return errors;
}

/** Checks the name of a field manager: at most 128 bytes, printable. */
export function validateFieldManager(manager: string, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (isLongerThan(manager, MANAGER_MAX)) errors.push(tooLong(path, MANAGER_MAX));
  if (UNPRINTABLE.test(manager)) errors.push(invalid(path, manager, 'should only contain printable characters'));
  return errors;
}

/** The members of a condition that the rules look at. */
export interface ConditionLike {
  readonly type: string;
  readonly status: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime?: string | null;
  readonly reason?: string;
  readonly message?: string;
}

/**
 * Checks a list of conditions of the shared shape (meta/v1 Condition).
 *
 * @internal
 * @example
 * const errors = validateConditions([], FieldPath.of('status', 'conditions'));
 */
export function validateConditions(conditions: readonly ConditionLike[] | undefined, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return (conditions ?? []).flatMap((condition, i) => {
    const isRepeated = seen.has(condition.type);
    seen.add(condition.type);
    const repeated = isRepeated ? [duplicate(path.index(i).child('type'), condition.type)] : [];
    return [...repeated, ...validateCondition(condition, path.index(i))];
  });
}

/** Checks one condition. */
export function validateCondition(condition: ConditionLike, path: FieldPath): FieldError[] {
  const statuses = ['False', 'True', 'Unknown'];
  const errors = validateLabelName(condition.type, path.child('type'));
  if (!statuses.includes(condition.status)) errors.push(notSupported(path.child('status'), condition.status, statuses));
  if ((condition.observedGeneration ?? 0) < 0) {
    const text = 'must be greater than or equal to zero';
    errors.push(invalid(path.child('observedGeneration'), condition.observedGeneration, text));
  }
  if (!condition.lastTransitionTime) errors.push(required(path.child('lastTransitionTime'), unsetText()));
  errors.push(...validateReason(condition.reason ?? '', path.child('reason')));
  if (isLongerThan(condition.message ?? '', MESSAGE_MAX)) errors.push(tooLong(path.child('message'), MESSAGE_MAX));
  return errors;
}

function unsetText(): string {
  return textSince('1.34', '', 'must be set');
}

function validateReason(reason: string, path: FieldPath): FieldError[] {
  if (reason === '') return [required(path, unsetText())];
  if (isLongerThan(reason, REASON_MAX)) return [tooLong(path, REASON_MAX)];
  return isConditionReason(reason).map((message) => invalid(path, reason, message));
}

function validateName(meta: ObjectMeta, rule: NonNullable<MetadataRules['nameRule']>, path: FieldPath): FieldError[] {
  const { name, generateName } = meta;
  const prefixErrors = generateName
    ? rule(generateName, true).map((message) => invalid(path.child('generateName'), generateName, message))
    : [];
  if (!name) return [...prefixErrors, required(path.child('name'), 'name or generateName is required')];
  return [...prefixErrors, ...rule(name, false).map((message) => invalid(path.child('name'), name, message))];
}

function validateNamespace(meta: ObjectMeta, namespaced: boolean, path: FieldPath): FieldError[] {
  const { namespace } = meta;
  if (!namespaced) return namespace ? [forbidden(path.child('namespace'), 'not allowed on this type')] : [];
  if (!namespace) return [required(path.child('namespace'))];
  return isDns1123Label(namespace).map((message) => invalid(path.child('namespace'), namespace, message));
}

/** A generated suffix follows the dash, so only what stands before it is checked. */
function maskTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
}
