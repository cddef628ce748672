import type { Strategy } from '../../../src/plugin-api/index.js';
import { dropClaimFields } from '../gated-fields.js';
import { loadSelectorRules } from '../device-request/selector-rules.js';
import { deviceIdOf } from './device-status.validation.js';
import type { DeviceRequestAllocationResult, ResourceClaim } from './resource-claim.v1.js';
import { validateClaim, validateClaimStatus, validateClaimUpdate } from './resource-claim.validation.js';

/** The rules of claims. */
export const resourceClaimStrategy: Strategy<ResourceClaim> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate(claim, context) {
    claim.status = {};
    dropClaimFields(claim.spec.devices, undefined, context);
  },
  prepareForUpdate(claim, old, context) {
    if (context.subresource === '') dropClaimFields(claim.spec.devices, old.spec.devices, context);
    else dropStatusFields(claim, old, context.isEnabled);
  },
  loadRules: loadSelectorRules,
  validate: validateClaim,
  validateUpdate: validateClaimUpdate,
  validateStatusUpdate: validateClaimStatus,
};

function dropStatusFields({ status }: ResourceClaim, old: ResourceClaim, isEnabled: (gate: string) => boolean): void {
  if (!status) return;
  if (!isEnabled('DRAResourceClaimDeviceStatus') && !old.status?.devices?.length) delete status.devices;
  const results = status.allocation?.devices?.results ?? [];
  dropResultFields(results, old.status?.allocation?.devices?.results ?? [], isEnabled);
  const wasAdmin = old.status?.allocation?.devices?.results?.some(({ adminAccess }) => adminAccess);
  if (!isEnabled('DRAAdminAccess') && !wasAdmin) for (const result of results) delete result.adminAccess;
  dropFreedDevices(status, old.status);
}

/** Fields of results that gates switch. Those of two gates need both. */
const OF_RESULTS: readonly { readonly gates: readonly string[]; readonly members: readonly (keyof Result)[] }[] = [
  { gates: ['DRAConsumableCapacity'], members: ['shareID', 'consumedCapacity'] },
  {
    gates: ['DRADeviceBindingConditions', 'DRAResourceClaimDeviceStatus'],
    members: ['bindingConditions', 'bindingFailureConditions'],
  },
];

type Result = DeviceRequestAllocationResult;

function dropResultFields(results: Result[], old: readonly Result[], isEnabled: (gate: string) => boolean): void {
  for (const { gates, members } of OF_RESULTS) {
    if (gates.every(isEnabled) || old.some((result) => members.some((member) => result[member] !== undefined)))
      continue;
    for (const result of results) for (const member of members) delete result[member];
  }
}

/** The status of deallocated devices is dropped. */
function dropFreedDevices(status: NonNullable<ResourceClaim['status']>, old: ResourceClaim['status']): void {
  const freed = new Set((old?.allocation?.devices?.results ?? []).map(deviceIdOf));
  for (const result of status.allocation?.devices?.results ?? []) freed.delete(deviceIdOf(result));
  if (freed.size > 0) status.devices = status.devices?.filter((device) => !freed.has(deviceIdOf(device)));
}
