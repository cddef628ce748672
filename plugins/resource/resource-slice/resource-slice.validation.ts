import { type FieldError, FieldPath, invalid, isDns1123Subdomain, required } from '../../../src/plugin-api/index.js';
import { IMMUTABLE_MESSAGE, hasRule, validateImmutable } from '../../../src/plugin-api/built-in.js';
import { validateNodeSelector } from '../../core/index.js';
import { shownTerms } from '../internal-form.js';
import { validateDriverName, validateList, validatePoolName } from '../names.validation.js';
import { validateConsumption, validateCounterSets } from './counters.validation.js';
import { validateDevice } from './device.validation.js';
import type { ResourceSlice, ResourceSliceSpec } from './resource-slice.v1.js';

const SPEC = FieldPath.of('spec');
const MAX_DEVICES = 128;
/** Devices with taints, or parts of shared amounts, take more work. */
const MAX_ADVANCED_DEVICES = 64;

/** Checks which devices a driver offers, and where. */
export function validateSlice({ spec }: ResourceSlice, old?: ResourceSlice): FieldError[] {
  return [
    ...validateDriverName(spec.driver, SPEC.child('driver')),
    ...poolErrors(spec),
    ...(old ? immutableErrors(spec, old.spec) : []),
    ...placeErrors(spec),
    ...exclusionErrors(spec),
    ...devicesErrors(spec, old?.spec),
    ...validateCounterSets(spec.sharedCounters, SPEC.child('sharedCounters')),
    ...validateConsumption(spec, SPEC.child('devices')),
  ];
}

function poolErrors({ pool }: ResourceSliceSpec): FieldError[] {
  const path = SPEC.child('pool');
  const { name, generation, resourceSliceCount: count } = pool;
  const errors = validatePoolName(name, path.child('name'));
  if (count <= 0) errors.push(invalid(path.child('resourceSliceCount'), count, 'must be greater than zero'));
  if (generation < 0) {
    errors.push(invalid(path.child('generation'), generation, 'must be greater than or equal to zero'));
  }
  return errors;
}

function immutableErrors(spec: ResourceSliceSpec, old: ResourceSliceSpec): FieldError[] {
  return [
    ...validateImmutable(spec.pool.name, old.pool.name, SPEC.child('pool', 'name')),
    ...validateImmutable(spec.driver, old.driver, SPEC.child('driver')),
    ...(spec.nodeName === old.nodeName ? [] : [nodeNameChange(spec.nodeName)]),
  ];
}

/** Unset and empty are two things since release 1.33. */
function nodeNameChange(name: string | undefined): FieldError {
  return invalid(SPEC.child('nodeName'), name ?? (hasRule({ since: '1.33' }) ? null : ''), IMMUTABLE_MESSAGE);
}

function placeErrors(spec: ResourceSliceSpec): FieldError[] {
  const { nodeName, nodeSelector, allNodes, perDeviceNodeSelection } = spec;
  const given = [
    ...(nodeName ? ['`nodeName`'] : []),
    ...(nodeSelector ? ['`nodeSelector`'] : []),
    ...(allNodes ? ['`allNodes`'] : []),
    ...(perDeviceNodeSelection ? ['`perDeviceNodeSelection`'] : []),
  ];
  const errors = [
    ...nodeNameErrors(nodeName),
    ...nodeSelectorErrors(nodeSelector),
    ...(allNodes === false ? [unsetOrTrue('allNodes')] : []),
    ...(perDeviceNodeSelection === false ? [unsetOrTrue('perDeviceNodeSelection')] : []),
  ];
  if (given.length === 1) return errors;
  const text = hasRule({ since: '1.33' }) ? ONE_OF_FOUR : ONE_OF;
  if (given.length === 0) return [...errors, required(SPEC, text)];
  return [...errors, invalid(SPEC, `{${given.join(', ')}}`, `${text}, but multiple fields are set`)];
}

const ONE_OF = 'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required';
const ONE_OF_FOUR = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';

function unsetOrTrue(member: string): FieldError {
  return invalid(SPEC.child(member), false, 'must be either unset or set to true');
}

function nodeNameErrors(name: string | undefined): FieldError[] {
  const path = SPEC.child('nodeName');
  if (name === undefined) return [];
  if (name === '') return [invalid(path, name, 'must be either unset or set to a non-empty string')];
  return isDns1123Subdomain(name).map((message) => invalid(path, name, message));
}

function nodeSelectorErrors(selector: ResourceSliceSpec['nodeSelector']): FieldError[] {
  if (!selector) return [];
  const path = SPEC.child('nodeSelector');
  const errors = validateNodeSelector(selector, path);
  const { nodeSelectorTerms: terms } = selector;
  if (terms?.length === 1) return errors;
  const shown = hasRule({ since: '1.34' }) ? shownTerms(terms) : (terms ?? []);
  return [...errors, invalid(path.child('nodeSelectorTerms'), shown, 'must have exactly one node selector term')];
}

function exclusionErrors({ devices, sharedCounters }: ResourceSliceSpec): FieldError[] {
  if (!sharedCounters || !devices || !hasRule({ since: '1.35' })) return [];
  return [invalid(SPEC, '', 'only one of `sharedCounters` or `devices` is allowed')];
}

function devicesErrors({ devices, perDeviceNodeSelection }: ResourceSliceSpec, old?: ResourceSliceSpec): FieldError[] {
  const stored = new Map((old?.devices ?? []).map((device) => [device.name, device]));
  const isAdvanced = devices?.some(({ taints, consumesCounters }) => taints?.length || consumesCounters?.length);
  return validateList(devices, SPEC.child('devices'), {
    max: isAdvanced && hasRule({ since: '1.35' }) ? MAX_ADVANCED_DEVICES : MAX_DEVICES,
    check: (device, path) =>
      validateDevice(device, path, { old: stored.get(device.name), hasPlace: perDeviceNodeSelection === true }),
    key: ({ name }) => name,
    member: 'name',
  });
}
