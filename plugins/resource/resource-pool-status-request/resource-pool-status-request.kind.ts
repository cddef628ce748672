import { ageColumn, column, defineKind, nameColumn } from '../../../src/plugin-api/index.js';
import { resourcePoolStatusRequestStrategy } from './resource-pool-status-request.strategy.js';
import { ResourcePoolStatusRequest } from './resource-pool-status-request.v1alpha3.js';

/** ResourcePoolStatusRequest: asks once how many devices of a driver are in use. */
export const resourcePoolStatusRequestKind = defineKind<ResourcePoolStatusRequest>({
  kind: 'ResourcePoolStatusRequest',
  plural: 'resourcepoolstatusrequests',
  namespaced: false,
  versions: [
    {
      name: 'v1alpha3',
      type: ResourcePoolStatusRequest,
      onByDefault: false,
      featureGate: 'DRAResourcePoolStatus',
      introduced: '1.36',
      deprecated: '1.39',
      removed: '1.42',
    },
  ],
  storageVersion: 'v1alpha3',
  storagePrefix: 'resourcepoolstatusrequests',
  strategy: resourcePoolStatusRequestStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec', 'metadata'],
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  columns: [
    nameColumn(),
    column('Driver', ({ spec }) => spec.driver, { description: 'The driver whose pools are counted.' }),
    column('Pool', ({ spec }) => spec.poolName ?? '', { description: 'The pool that is counted.' }),
    ageColumn(),
  ],
});
