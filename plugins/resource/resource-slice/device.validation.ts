import {
  type FieldError,
  type FieldPath,
  invalid,
  isDeepEqual,
  isDns1123Subdomain,
  required,
} from '../../../src/plugin-api/index.js';
import { hasRule, notFoundField } from '../../../src/plugin-api/built-in.js';
import { validateNodeSelector } from '../../core/index.js';
import { validateBindingConditions } from '../device-request/binding-conditions.validation.js';
import { validateTaint } from '../device-request/device-taint.validation.js';
import { validateLabel, validateList, validatePropertyName } from '../names.validation.js';
import { validateCapacity } from './capacity.validation.js';
import { validateDeviceCounters } from './counters.validation.js';
import { countValues, validateAttribute } from './device-attribute.validation.js';
import type { Device } from './resource-slice.v1.js';

const MAX_PROPERTIES = 32;
const MAX_VALUES = 48;
const MAX_TAINTS = 16;
const MAX_TAINTS_BEFORE = 4;

/** The circumstances of a device. */
export interface DeviceRules {
  /** The stored device of that name. */
  readonly old: Device | undefined;
  /** True if each device says which nodes can reach it. */
  readonly hasPlace: boolean;
}

/** Checks a device of a slice. */
export function validateDevice(device: Device, path: FieldPath, { old, hasPlace }: DeviceRules): FieldError[] {
  const isLater = hasRule({ since: '1.33' });
  // Before release 1.33 a device held what it is like in a member.
  const place = isLater ? path : path.child('basic');
  const properties = propertyErrors(device, place, old);
  const counts = countErrors(device, place);
  return [
    ...validateLabel(device.name, path.child('name')),
    ...(isLater ? [...counts, ...properties] : [...properties, ...counts]),
    ...taintErrors(device, place, old),
    ...validateDeviceCounters(device.consumesCounters, place.child('consumesCounters')),
    ...placeErrors(device, place, hasPlace),
    ...validateBindingConditions(device, place),
    ...mappingErrors(device, place),
  ];
}

function countErrors({ attributes = {}, capacity = {} }: Device, path: FieldPath): FieldError[] {
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  const text = 'the total number of attributes and capacities must not exceed';
  const errors = count > MAX_PROPERTIES ? [invalid(path, count, `${text} ${MAX_PROPERTIES}`)] : [];
  const values = countValues(attributes);
  if (values <= MAX_VALUES || !hasRule({ since: '1.36' })) return errors;
  return [...errors, invalid(path, values, `the total number of attribute values must not exceed ${MAX_VALUES}`)];
}

function propertyErrors(device: Device, path: FieldPath, old: Device | undefined): FieldError[] {
  const { attributes = {}, capacity = {}, allowMultipleAllocations = false } = device;
  const namePath = (place: FieldPath, name: string): FieldPath =>
    hasRule({ since: '1.36' }) ? place : place.key(name);
  const ofAttributes = Object.entries(attributes).flatMap(([name, attribute]) => {
    const place = path.child('attributes');
    return [...validatePropertyName(name, namePath(place, name)), ...validateAttribute(attribute, place.key(name))];
  });
  if (old && isDeepEqual(old.capacity ?? {}, capacity) && hasRule({ since: '1.34' })) return ofAttributes;
  const ofCapacity = Object.entries(capacity).flatMap(([name, each]) => {
    const place = path.child('capacity');
    const errors = validateCapacity(each, place.key(name), allowMultipleAllocations);
    return [...validatePropertyName(name, namePath(place, name)), ...errors];
  });
  return [...ofAttributes, ...ofCapacity];
}

function taintErrors({ taints }: Device, path: FieldPath, old: Device | undefined): FieldError[] {
  if (old && isDeepEqual(old.taints ?? [], taints ?? [])) return [];
  return validateList(taints, path.child('taints'), {
    max: hasRule({ since: '1.35' }) ? MAX_TAINTS : MAX_TAINTS_BEFORE,
    check: (taint, place) => validateTaint(taint, place),
  });
}

function placeErrors({ nodeName, nodeSelector, allNodes }: Device, path: FieldPath, hasPlace: boolean): FieldError[] {
  const isGiven = nodeName !== undefined || nodeSelector !== undefined || allNodes !== undefined;
  if (!hasPlace) return isGiven ? [invalid(path, null, WITHOUT_SELECTION)] : [];
  const given = [
    ...(nodeName ? ['`nodeName`'] : []),
    ...(nodeSelector ? ['`nodeSelector`'] : []),
    ...(allNodes ? ['`allNodes`'] : []),
  ];
  const errors = [
    ...nodeNameErrors(nodeName, path.child('nodeName')),
    ...(nodeSelector ? validateNodeSelector(nodeSelector, path.child('nodeSelector')) : []),
    ...(allNodes === false ? [invalid(path.child('allNodes'), false, 'must be either unset or set to true')] : []),
  ];
  if (given.length === 1) return errors;
  return [...errors, given.length === 0 ? required(path, ONE_OF) : invalid(path, `{${given.join(', ')}}`, ONE_OF)];
}

const WITHOUT_SELECTION =
  '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the' +
  ' ResourceSlice spec';
const ONE_OF =
  'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in' +
  ' the ResourceSlice spec';

function nodeNameErrors(name: string | undefined, path: FieldPath): FieldError[] {
  if (name === undefined) return [];
  if (name === '') return [invalid(path, name, 'must not be empty')];
  return isDns1123Subdomain(name).map((message) => invalid(path, name, message));
}

/** Checks which capacities the resources of the node are counted by. */
function mappingErrors(
  { nodeAllocatableResourceMappings: mappings = {}, capacity = {} }: Device,
  path: FieldPath,
): FieldError[] {
  return Object.entries(mappings).flatMap(([name, { capacityKey }]) => {
    const place = path.child('nodeAllocatableResourceMappings').key(name).child('capacityKey');
    if (capacityKey === undefined || Object.hasOwn(capacity, capacityKey)) return [];
    return [
      capacityKey === ''
        ? invalid(place, '', 'capacityKey must not be an empty string')
        : notFoundField(place, capacityKey),
    ];
  });
}
