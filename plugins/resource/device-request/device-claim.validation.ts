import {
  type FieldError,
  type FieldPath,
  invalid,
  isDns1123Subdomain,
  notSupported,
  required,
} from '../../../src/plugin-api/index.js';
import { hasRule } from '../../../src/plugin-api/built-in.js';
import { validateFullPropertyName, validateLabel, validateList } from '../names.validation.js';
import { MAX_CONFIGURATIONS, validateConfiguration, validateRequestNames } from './device-configuration.validation.js';
import type {
  DeviceClaim,
  DeviceConstraint,
  DeviceRequest,
  DeviceSubRequest,
  ExactDeviceRequest,
} from './device-request.v1.js';
import { type SelectorRules, validateSelectors } from './device-selector.validation.js';
import { validateToleration } from './device-taint.validation.js';

const MAX_REQUESTS = 32;
const MAX_CONSTRAINTS = 32;
const MAX_ALTERNATIVES = 8;
const ONE_OF = 'exactly one of `exactly` or `firstAvailable` is required';

/** Returns the names of a claim's requests, and those of alternatives behind the name of their request. */
export function requestNamesOf({ requests }: DeviceClaim): ReadonlySet<string> {
  return new Set(
    (requests ?? []).flatMap(({ name, firstAvailable = [] }) => [
      name,
      ...firstAvailable.map((alternative) => `${name}/${alternative.name}`),
    ]),
  );
}

/** Checks which devices are asked for. */
export function validateDeviceClaim(claim: DeviceClaim, path: FieldPath, rules: SelectorRules): FieldError[] {
  const names = requestNamesOf(claim);
  return [
    ...validateList(claim.requests, path.child('requests'), {
      max: MAX_REQUESTS,
      check: (request, place) => requestErrors(request, place, rules),
      key: ({ name }) => name,
      member: 'name',
    }),
    ...validateList(claim.constraints, path.child('constraints'), {
      max: MAX_CONSTRAINTS,
      check: (constraint, place) => [
        ...validateRequestNames(constraint.requests, place.child('requests'), names),
        ...attributeErrors(constraint, place, rules.isDistinguishing),
      ],
    }),
    ...validateList(claim.config, path.child('config'), {
      max: MAX_CONFIGURATIONS,
      check: (config, place) => [
        ...validateRequestNames(config.requests, place.child('requests'), names),
        ...validateConfiguration(config, place, rules.isStored),
      ],
    }),
  ];
}

function requestErrors(request: DeviceRequest, path: FieldPath, rules: SelectorRules): FieldError[] {
  const { name, exactly, firstAvailable = [] } = request;
  const errors = validateLabel(name, path.child('name'));
  if (exactly && firstAvailable.length > 0)
    return [...errors, invalid(path, null, `${ONE_OF}, but multiple fields are set`)];
  if (firstAvailable.length > 0) return [...errors, ...alternativesErrors(firstAvailable, path, rules)];
  if (!exactly) return [...errors, required(path, ONE_OF)];
  // Before release 1.33 a request had the members of `exactly` as its own.
  const place = hasRule({ since: '1.33' }) ? path.child('exactly') : path;
  return [...errors, ...devicesErrors(exactly, place, rules)];
}

function alternativesErrors(
  alternatives: readonly DeviceSubRequest[],
  path: FieldPath,
  rules: SelectorRules,
): FieldError[] {
  return validateList(alternatives, path.child('firstAvailable'), {
    max: MAX_ALTERNATIVES,
    check: (alternative, place) => [
      ...validateLabel(alternative.name, place.child('name')),
      ...devicesErrors(alternative, place, rules),
    ],
    key: ({ name }) => name,
    member: 'name',
  });
}

/** Checks what a request and an alternative have in common. */
function devicesErrors(
  devices: ExactDeviceRequest | DeviceSubRequest,
  path: FieldPath,
  rules: SelectorRules,
): FieldError[] {
  return [
    ...classErrors(devices.deviceClassName, path.child('deviceClassName')),
    ...validateSelectors(devices.selectors, path.child('selectors'), rules),
    ...countErrors(devices, path),
    ...(devices.tolerations ?? []).flatMap((toleration, i) =>
      validateToleration(toleration, path.child('tolerations').index(i)),
    ),
  ];
}

function classErrors(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [required(path)] : isDns1123Subdomain(name).map((message) => invalid(path, name, message));
}

function countErrors(
  { allocationMode = '', count = 0 }: ExactDeviceRequest | DeviceSubRequest,
  path: FieldPath,
): FieldError[] {
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

function attributeErrors(
  { matchAttribute, distinctAttribute }: DeviceConstraint,
  path: FieldPath,
  isDistinguishing: boolean,
): FieldError[] {
  if (matchAttribute !== undefined) return validateFullPropertyName(matchAttribute, path.child('matchAttribute'));
  if (distinctAttribute !== undefined) {
    return validateFullPropertyName(distinctAttribute, path.child('distinctAttribute'));
  }
  return [isDistinguishing ? required(path, ONE_ATTRIBUTE) : required(path.child('matchAttribute'))];
}

const ONE_ATTRIBUTE = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
