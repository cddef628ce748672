import { V1BETA1_CLAIMS } from '../device-request/device-request.v1beta1.js';
import { ResourceClaimTemplate } from './resource-claim-template.v1.js';

/** Shape of v1beta1.ResourceClaimTemplate. */
export const ResourceClaimTemplateV1beta1Type = V1BETA1_CLAIMS.of(ResourceClaimTemplate);
