import type { Strategy } from '../../../src/plugin-api/index.js';
import type { ResourceQuota } from './resource-quota.v1.js';
import {
  validateResourceQuota,
  validateResourceQuotaStatusUpdate,
  validateResourceQuotaUpdate,
} from './resource-quota.validation.js';

/** The rules of ResourceQuotas. */
export const resourceQuotaStrategy: Strategy<ResourceQuota> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate(quota) {
    quota.status = {};
  },
  validate: validateResourceQuota,
  validateUpdate: validateResourceQuotaUpdate,
  validateStatusUpdate: validateResourceQuotaStatusUpdate,
};
