import {
  type FieldError,
  FieldPath,
  type StrategyContext,
  forbidden,
  invalid,
  isDeepEqual,
  required,
} from '../../../src/plugin-api/index.js';
import { IMMUTABLE_MESSAGE, hasRule } from '../../../src/plugin-api/built-in.js';
import { requestNamesOf, validateDeviceClaim } from '../device-request/device-claim.validation.js';
import type { SelectorRules } from '../device-request/device-selector.validation.js';
import { shownAllocation, shownClaimSpec } from '../internal-form.js';
import { selectorRules } from '../device-request/selector-rules.js';
import { validateList } from '../names.validation.js';
import { validateAllocation } from './allocation.validation.js';
import { deviceIdOf, validateDeviceStatus } from './device-status.validation.js';
import type {
  ResourceClaim,
  ResourceClaimConsumerReference,
  ResourceClaimSpec,
  ResourceClaimStatus,
} from './resource-claim.v1.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
const MAX_CONSUMERS = 256;

/** Checks what is asked for. */
export function validateClaimSpec({ devices }: ResourceClaimSpec, path: FieldPath, rules: SelectorRules): FieldError[] {
  return validateDeviceClaim(devices ?? {}, path.child('devices'), rules);
}

/** Checks a new claim. */
export function validateClaim({ spec }: ResourceClaim, context: StrategyContext): FieldError[] {
  return validateClaimSpec(spec, SPEC, selectorRules(context, false));
}

/** Checks a change of a claim, whose contents stay as they are. */
export function validateClaimUpdate(
  { spec }: ResourceClaim,
  old: ResourceClaim,
  context: StrategyContext,
): FieldError[] {
  const immutable = isDeepEqual(spec, old.spec) ? [] : [invalid(SPEC, shownClaimSpec(spec), IMMUTABLE_MESSAGE)];
  // Contents that cannot change need no second check.
  if (hasRule({ since: '1.35' })) return immutable;
  const errors = validateClaimSpec(spec, SPEC, selectorRules(context, true));
  return hasRule({ since: '1.33' }) ? [...errors, ...immutable] : [...immutable, ...errors];
}

/** Checks what has been allocated, and who uses it. */
export function validateClaimStatus(claim: ResourceClaim, old: ResourceClaim): FieldError[] {
  const { metadata, spec, status = {} } = claim;
  const allocated = new Set((status.allocation?.devices?.results ?? []).map(deviceIdOf));
  return [
    ...validateList(status.reservedFor, STATUS.child('reservedFor'), {
      max: MAX_CONSUMERS,
      check: consumerErrors,
      key: ({ uid }) => uid,
      member: 'uid',
    }),
    ...validateList(status.devices, STATUS.child('devices'), {
      check: (device, path) => validateDeviceStatus(device, path, allocated),
      key: deviceIdOf,
      member: 'deviceID',
    }),
    ...reservationErrors(status, old.status ?? {}, Boolean(metadata.deletionTimestamp)),
    ...allocationErrors(status, old.status ?? {}, requestNamesOf(spec.devices ?? {})),
  ];
}

function consumerErrors(consumer: ResourceClaimConsumerReference, path: FieldPath): FieldError[] {
  const needed = ['resource', 'name', 'uid'] as const;
  return needed.filter((member) => !consumer[member]).map((member) => required(path.child(member)));
}

function reservationErrors(
  { reservedFor, allocation }: ResourceClaimStatus,
  old: ResourceClaimStatus,
  isDeleted: boolean,
): FieldError[] {
  if (!reservedFor?.length) return [];
  const path = STATUS.child('reservedFor');
  if (!allocation) return [forbidden(path, 'may not be specified when `allocated` is not set')];
  if (!isDeleted) return [];
  const known = new Set((old.reservedFor ?? []).map(keyOf));
  const text = 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set';
  return reservedFor.every((consumer) => known.has(keyOf(consumer))) ? [] : [forbidden(path, text)];
}

function keyOf({ apiGroup = '', resource, name, uid }: ResourceClaimConsumerReference): string {
  return JSON.stringify([apiGroup, resource, name, uid]);
}

function allocationErrors(
  { allocation }: ResourceClaimStatus,
  old: ResourceClaimStatus,
  names: ReadonlySet<string>,
): FieldError[] {
  const path = STATUS.child('allocation');
  if (!allocation) return [];
  if (!old.allocation) return validateAllocation(allocation, path, names);
  return isDeepEqual(allocation, old.allocation) ? [] : [invalid(path, shownAllocation(allocation), IMMUTABLE_MESSAGE)];
}
