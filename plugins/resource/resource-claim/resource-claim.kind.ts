import { ageColumn, defineKind, nameColumn } from '../../../src/plugin-api/index.js';
import { OLD_VERSION, VERSION } from '../versions.js';
import { resourceClaimStrategy } from './resource-claim.strategy.js';
import { ResourceClaim } from './resource-claim.v1beta1.js';
import { ResourceClaimV1alpha3 } from './resource-claim.v1alpha3.js';

/** ResourceClaim: a request for devices that pods can share. */
export const resourceClaimKind = defineKind<ResourceClaim>({
  kind: 'ResourceClaim',
  plural: 'resourceclaims',
  namespaced: true,
  versions: [
    { ...VERSION, type: ResourceClaim },
    { ...OLD_VERSION, type: ResourceClaimV1alpha3, replacement: 'resource.k8s.io/v1beta1 ResourceClaim' },
  ],
  storageVersion: 'v1beta1',
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
