import {
  type FieldError,
  type FieldPath,
  invalid,
  isDns1123Subdomain,
  notSupported,
  required,
} from '../../../src/plugin-api/index.js';
import { validateFullPropertyName, validateLabel, validateList } from '../names.validation.js';
import {
  MAX_CONFIGURATIONS,
  validateConfiguration,
  validateRequestNames,
  validateSelectors,
} from './device-configuration.validation.js';
import type { DeviceClaim, DeviceConstraint, DeviceRequest } from './device-request.v1beta1.js';

const MAX_REQUESTS = 32;
const MAX_CONSTRAINTS = 32;

/** Returns the names of a claim's requests. */
export function requestNamesOf({ requests }: DeviceClaim): ReadonlySet<string> {
  return new Set((requests ?? []).map(({ name }) => name));
}

/** Checks which devices are asked for. */
export function validateDeviceClaim(claim: DeviceClaim, path: FieldPath, isStored: boolean): FieldError[] {
  const names = requestNamesOf(claim);
  return [
    ...validateList(claim.requests, path.child('requests'), {
      max: MAX_REQUESTS,
      check: requestErrors,
      key: ({ name }) => name,
      member: 'name',
    }),
    ...validateList(claim.constraints, path.child('constraints'), {
      max: MAX_CONSTRAINTS,
      check: (constraint, place) => constraintErrors(constraint, place, names),
    }),
    ...validateList(claim.config, path.child('config'), {
      max: MAX_CONFIGURATIONS,
      check: (config, place) => [
        ...validateRequestNames(config.requests, place.child('requests'), names),
        ...validateConfiguration(config, place, isStored),
      ],
    }),
  ];
}

function requestErrors(request: DeviceRequest, path: FieldPath): FieldError[] {
  return [
    ...validateLabel(request.name, path.child('name')),
    ...classErrors(request.deviceClassName, path.child('deviceClassName')),
    ...validateSelectors(request.selectors, path.child('selectors')),
    ...countErrors(request, path),
  ];
}

function classErrors(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [required(path)] : isDns1123Subdomain(name).map((message) => invalid(path, name, message));
}

function countErrors({ allocationMode = '', count = 0 }: DeviceRequest, path: FieldPath): FieldError[] {
  const place = path.child('count');
  switch (allocationMode) {
    case 'All':
      return count === 0 ? [] : [invalid(place, count, "must not be specified when allocationMode is 'All'")];
    case 'ExactCount':
      return count > 0 ? [] : [invalid(place, count, 'must be greater than zero')];
    default:
      return [notSupported(path.child('allocationMode'), allocationMode, ['All', 'ExactCount'])];
  }
}

function constraintErrors(
  { requests, matchAttribute }: DeviceConstraint,
  path: FieldPath,
  names: ReadonlySet<string>,
): FieldError[] {
  const place = path.child('matchAttribute');
  return [
    ...validateRequestNames(requests, path.child('requests'), names),
    ...(matchAttribute === undefined ? [required(place)] : validateFullPropertyName(matchAttribute, place)),
  ];
}
