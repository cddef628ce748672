import type { Conversion } from '../../../src/plugin-api/index.js';
import type { DeviceRequest, ExactDeviceRequest } from '../device-request/device-request.v1.js';
import type { DeviceRequestV1beta1 } from '../device-request/device-request.v1beta1.js';
import type { ResourceClaim, ResourceClaimSpec } from './resource-claim.v1.js';
import type { ResourceClaimSpecV1beta1, ResourceClaimV1beta1 } from './resource-claim.v1beta1.js';

/** Between v1beta1, whose requests hold the devices of one class beside the alternatives, and v1. */
export const claimFromV1beta1: Conversion<ResourceClaimV1beta1, ResourceClaim> = {
  toHub: ({ spec, ...rest }) => ({ ...rest, spec: claimSpecToHub(spec) }),
  fromHub: ({ spec, ...rest }) => ({ ...rest, spec: claimSpecFromHub(spec) }),
};

/** Converts the contents of a claim from v1beta1. */
export function claimSpecToHub({ devices, ...rest }: ResourceClaimSpecV1beta1): ResourceClaimSpec {
  return { ...rest, devices: devices && { ...devices, requests: devices.requests?.map(requestToHub) } };
}

/** Converts the contents of a claim to v1beta1. */
export function claimSpecFromHub({ devices, ...rest }: ResourceClaimSpec): ResourceClaimSpecV1beta1 {
  return { ...rest, devices: devices && { ...devices, requests: devices.requests?.map(requestFromHub) } };
}

function requestToHub({ name, firstAvailable, ...exactly }: DeviceRequestV1beta1): DeviceRequest {
  return hasMembers(exactly) ? { name, exactly, firstAvailable } : { name, firstAvailable };
}

function requestFromHub({ name, exactly, firstAvailable }: DeviceRequest): DeviceRequestV1beta1 {
  return { ...exactly, name, deviceClassName: exactly?.deviceClassName ?? '', firstAvailable };
}

/** A pointer is set with any value, and a list with any length. */
function hasMembers({ deviceClassName, allocationMode, count, ...others }: ExactDeviceRequest): boolean {
  if (deviceClassName || allocationMode || count) return true;
  return Object.values(others).some((value) => value !== undefined && value !== null);
}
