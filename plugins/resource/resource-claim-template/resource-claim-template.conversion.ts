import type { Conversion } from '../../../src/plugin-api/index.js';
import { claimSpecFromHub, claimSpecToHub } from '../resource-claim/resource-claim.conversion.js';
import type { ResourceClaimSpecV1beta1 } from '../resource-claim/resource-claim.v1beta1.js';
import type { ResourceClaimTemplate, ResourceClaimTemplateSpec } from './resource-claim-template.v1.js';

interface ResourceClaimTemplateV1beta1 extends Omit<ResourceClaimTemplate, 'spec'> {
  spec: Omit<ResourceClaimTemplateSpec, 'spec'> & { spec: ResourceClaimSpecV1beta1 };
}

/** Between v1beta1, whose requests hold the devices of one class beside the alternatives, and v1. */
export const templateFromV1beta1: Conversion<ResourceClaimTemplateV1beta1, ResourceClaimTemplate> = {
  toHub: ({ spec, ...rest }) => ({ ...rest, spec: { ...spec, spec: claimSpecToHub(spec.spec) } }),
  fromHub: ({ spec, ...rest }) => ({ ...rest, spec: { ...spec, spec: claimSpecFromHub(spec.spec) } }),
};
