import type { Strategy } from '../../../src/plugin-api/index.js';
import { dropAdminAccess } from '../gated-fields.js';
import { deviceIdOf } from './device-status.validation.js';
import type { ResourceClaim } from './resource-claim.v1beta1.js';
import { validateClaim, validateClaimStatus, validateClaimUpdate } from './resource-claim.validation.js';

/** The rules of claims. */
export const resourceClaimStrategy: Strategy<ResourceClaim> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate(claim, { isEnabled }) {
    claim.status = {};
    dropAdminAccess(claim.spec.devices, undefined, isEnabled);
  },
  prepareForUpdate(claim, old, { isEnabled, subresource }) {
    if (subresource === '') dropAdminAccess(claim.spec.devices, old.spec.devices, isEnabled);
    else dropStatusFields(claim, old, isEnabled);
  },
  validate: validateClaim,
  validateUpdate: validateClaimUpdate,
  validateStatusUpdate: validateClaimStatus,
};

function dropStatusFields({ status }: ResourceClaim, old: ResourceClaim, isEnabled: (gate: string) => boolean): void {
  if (!status) return;
  if (!isEnabled('DRAResourceClaimDeviceStatus') && !old.status?.devices?.length) delete status.devices;
  const results = status.allocation?.devices?.results ?? [];
  const wasAdmin = old.status?.allocation?.devices?.results?.some(({ adminAccess }) => adminAccess);
  if (!isEnabled('DRAAdminAccess') && !wasAdmin) for (const result of results) delete result.adminAccess;
  dropFreedDevices(status, old.status);
}

/** The status of deallocated devices is dropped. */
function dropFreedDevices(status: NonNullable<ResourceClaim['status']>, old: ResourceClaim['status']): void {
  const freed = new Set((old?.allocation?.devices?.results ?? []).map(deviceIdOf));
  for (const result of status.allocation?.devices?.results ?? []) freed.delete(deviceIdOf(result));
  if (freed.size > 0) status.devices = status.devices?.filter((device) => !freed.has(deviceIdOf(device)));
}
