import type { Strategy } from '../../../src/plugin-api/index.js';
import type { APIService, APIServiceCondition } from './api-service.v1.js';
import { validateApiService, validateApiServiceStatus } from './api-service.validation.js';

/** The rules of API services. */
export const apiServiceStrategy: Strategy<APIService> = {
  prepareForCreate(object) {
    object.status = {};
    if (!object.spec?.service) object.status.conditions = [localCondition(object.metadata.creationTimestamp)];
  },
  validate: validateApiService,
  validateUpdate: validateApiService,
  validateStatusUpdate: validateApiServiceStatus,
};

/** Groups that this server serves itself are always available. */
function localCondition(lastTransitionTime: string | null | undefined): APIServiceCondition {
  const message = 'Local APIServices are always available';
  return { type: 'Available', status: 'True', lastTransitionTime: lastTransitionTime!, reason: 'Local', message };
}
