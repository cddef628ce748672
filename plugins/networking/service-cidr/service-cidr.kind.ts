import { defineKind } from '../../../src/plugin-api/index.js';
import { serviceCidrColumns } from './service-cidr.columns.js';
import { serviceCidrStrategy } from './service-cidr.strategy.js';
import { ServiceCIDR } from './service-cidr.v1beta1.js';

/** ServiceCIDR: ranges that services get their addresses from. */
export const serviceCidrKind = defineKind<ServiceCIDR>({
  kind: 'ServiceCIDR',
  plural: 'servicecidrs',
  namespaced: false,
  versions: [{ name: 'v1beta1', type: ServiceCIDR, introduced: '1.31', onByDefault: false }],
  formerVersions: ['networking.k8s.io/v1alpha1'],
  storageVersion: 'v1beta1',
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
