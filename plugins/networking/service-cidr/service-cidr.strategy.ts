import type { Strategy } from '../../../src/plugin-api/index.js';
import type { ServiceCIDR } from './service-cidr.v1beta1.js';
import { validateServiceCidr, validateServiceCidrUpdate } from './service-cidr.validation.js';

/** The rules of ranges of services. */
export const serviceCidrStrategy: Strategy<ServiceCIDR> = {
  repeatedMetadataCheck: 'change',
  validate: validateServiceCidr,
  validateUpdate: validateServiceCidrUpdate,
  // Of a status nothing is checked.
  validateStatusUpdate: () => [],
};
