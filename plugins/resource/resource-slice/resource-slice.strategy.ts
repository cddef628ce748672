import { type Strategy, formatTime } from '../../../src/plugin-api/index.js';
import { hasRule } from '../../../src/plugin-api/built-in.js';
import type { Device, ResourceSlice, ResourceSliceSpec } from './resource-slice.v1.js';
import { validateSlice } from './resource-slice.validation.js';

type IsEnabled = (gate: string) => boolean;

/** The rules of slices. */
export const resourceSliceStrategy: Strategy<ResourceSlice> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate({ spec }, { isEnabled }) {
    dropSliceFields(spec, undefined, isEnabled);
    dateTaints(spec);
  },
  prepareForUpdate({ spec }, old, { isEnabled }) {
    dropSliceFields(spec, old.spec, isEnabled);
    dateTaints(spec);
  },
  validate: (slice) => validateSlice(slice),
  validateUpdate: validateSlice,
  warningsOnCreate: ({ spec: { driver } }) => {
    if (driver === driver.toLowerCase() || !hasRule({ since: '1.35' })) return [];
    return [`spec.driver: driver names should be lowercase; ${JSON.stringify(driver)} contains uppercase characters`];
  },
};

/** Fields of devices that gates switch: they are dropped together, unless a stored device has one of them. */
const OF_DEVICES: readonly { readonly gates: readonly string[]; readonly members: readonly (keyof Device)[] }[] = [
  { gates: ['DRADeviceTaints'], members: ['taints'] },
  { gates: ['DRAConsumableCapacity'], members: ['allowMultipleAllocations'] },
  {
    gates: ['DRADeviceBindingConditions', 'DRAResourceClaimDeviceStatus'],
    members: ['bindsToNode', 'bindingConditions', 'bindingFailureConditions'],
  },
  { gates: ['DRANodeAllocatableResources'], members: ['nodeAllocatableResourceMappings'] },
];

function dropSliceFields(spec: ResourceSliceSpec, old: ResourceSliceSpec | undefined, isEnabled: IsEnabled): void {
  const devices = spec.devices ?? [];
  const stored = old?.devices ?? [];
  for (const { gates, members } of OF_DEVICES) {
    if (gates.every(isEnabled) || stored.some((device) => members.some((member) => isSet(device[member])))) continue;
    for (const device of devices) for (const member of members) delete device[member];
  }
  if (!isEnabled('DRAPartitionableDevices') && !(old && hasParts(old))) dropParts(spec);
  if (!isEnabled('DRAConsumableCapacity') && !stored.some(hasPolicies)) devices.forEach(dropPolicies);
  if (!isEnabled('DRAListTypeAttributes') && !stored.some(hasLists)) devices.forEach(dropLists);
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

const PARTS = ['consumesCounters', 'nodeName', 'nodeSelector', 'allNodes'] as const;

function hasParts({ sharedCounters, perDeviceNodeSelection, devices }: ResourceSliceSpec): boolean {
  if (isSet(perDeviceNodeSelection) || isSet(sharedCounters ?? [])) return true;
  return devices?.some((device) => PARTS.some((member) => isSet(device[member]))) ?? false;
}

function dropParts(spec: ResourceSliceSpec): void {
  delete spec.sharedCounters;
  delete spec.perDeviceNodeSelection;
  for (const device of spec.devices ?? []) for (const member of PARTS) delete device[member];
}

function hasPolicies({ capacity = {} }: Device): boolean {
  return Object.values(capacity).some(({ requestPolicy }) => requestPolicy !== undefined);
}

function dropPolicies({ capacity = {} }: Device): void {
  for (const each of Object.values(capacity)) delete each.requestPolicy;
}

const LISTS = ['ints', 'bools', 'strings', 'versions'] as const;

function hasLists({ attributes = {} }: Device): boolean {
  return Object.values(attributes).some((attribute) => LISTS.some((member) => attribute[member] !== undefined));
}

function dropLists({ attributes = {} }: Device): void {
  for (const attribute of Object.values(attributes)) for (const member of LISTS) delete attribute[member];
}

/** Sets the time at which taints were added that name none. */
function dateTaints({ devices }: ResourceSliceSpec): void {
  for (const taint of (devices ?? []).flatMap(({ taints = [] }) => taints)) taint.timeAdded ??= formatTime(new Date());
}
