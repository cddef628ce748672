import { defineKind, sameShape } from '../../../src/plugin-api/index.js';
import { STORED_AS, V1_TYPES } from '../v1-types.js';
import { serviceCidrColumns } from './service-cidr.columns.js';
import { serviceCidrStrategy } from './service-cidr.strategy.js';
import { ServiceCIDR } from './service-cidr.v1beta1.js';
import { FORMER_SERVICE_CIDR_VERSIONS } from './service-cidr.former-versions.js';

/** ServiceCIDR: ranges that services get their addresses from. */
export const serviceCidrKind = defineKind<ServiceCIDR>({
  kind: 'ServiceCIDR',
  plural: 'servicecidrs',
  namespaced: false,
  versions: [
    { name: 'v1', type: V1_TYPES.of(ServiceCIDR), conversion: sameShape, introduced: '1.33' },
    { name: 'v1beta1', type: ServiceCIDR, introduced: '1.31', deprecated: '1.34', removed: '1.37', onByDefault: false },
    ...FORMER_SERVICE_CIDR_VERSIONS,
  ],
  storageVersion: 'v1beta1',
  quirks: { storedAs: STORED_AS },
  storagePrefix: 'servicecidrs',
  strategy: serviceCidrStrategy,
  hasStatus: true,
  keepsStatusOnCreate: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  generation: 'none',
  columns: serviceCidrColumns,
  allowUnconditionalUpdate: true,
});
