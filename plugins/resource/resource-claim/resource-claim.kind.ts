import { ageColumn, defineKind, nameColumn } from '../../../src/plugin-api/index.js';
import { V1ALPHA3, V1BETA2 } from '../types-in-versions.js';
import { STORED_AS, V1ALPHA3_VERSION, V1BETA1_VERSION, V1BETA2_VERSION, VERSION } from '../versions.js';
import { claimFromV1beta1 } from './resource-claim.conversion.js';
import { resourceClaimStrategy } from './resource-claim.strategy.js';
import { ResourceClaim } from './resource-claim.v1.js';
import { ResourceClaimV1beta1Type } from './resource-claim.v1beta1.js';

/** ResourceClaim: a request for devices that pods can share. */
export const resourceClaimKind = defineKind<ResourceClaim>({
  kind: 'ResourceClaim',
  plural: 'resourceclaims',
  namespaced: true,
  versions: [
    { ...VERSION, type: ResourceClaim },
    { ...V1BETA2_VERSION, type: V1BETA2.of(ResourceClaim) },
    { ...V1BETA1_VERSION, type: ResourceClaimV1beta1Type, conversion: claimFromV1beta1 },
    { ...V1ALPHA3_VERSION, type: V1ALPHA3.of(ResourceClaimV1beta1Type), conversion: claimFromV1beta1 },
  ],
  storageVersion: 'v1',
  quirks: { storedAs: STORED_AS },
  storagePrefix: 'resourceclaims',
  strategy: resourceClaimStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  generation: 'none',
  columns: [
    nameColumn(),
    { name: 'State', type: 'string', description: 'Whether it is allocated, and used.', cell: formatState },
    ageColumn(),
  ],
});

function formatState({ metadata, status }: ResourceClaim): string {
  const isDeleted = Boolean(metadata.deletionTimestamp);
  const states = isDeleted ? ['deleted'] : [];
  if (status?.allocation) states.push('allocated', ...(status.reservedFor?.length ? ['reserved'] : []));
  else if (!isDeleted) states.push('pending');
  return states.join(',');
}
