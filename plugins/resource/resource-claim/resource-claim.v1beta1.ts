import { type DeviceRequestV1beta1, V1BETA1_CLAIMS } from '../device-request/device-request.v1beta1.js';
import { ResourceClaim, type ResourceClaimSpec } from './resource-claim.v1.js';

/** Contents of a claim as v1beta1 has them. */
export interface ResourceClaimSpecV1beta1 extends Omit<ResourceClaimSpec, 'devices'> {
  devices?: Omit<NonNullable<ResourceClaimSpec['devices']>, 'requests'> & { requests?: DeviceRequestV1beta1[] };
}

/** ResourceClaim as v1beta1 has it. */
export interface ResourceClaimV1beta1 extends Omit<ResourceClaim, 'spec'> {
  spec: ResourceClaimSpecV1beta1;
}

/** Shape of v1beta1.ResourceClaim. */
export const ResourceClaimV1beta1Type = V1BETA1_CLAIMS.of(ResourceClaim);
