import type { Strategy } from '../../../src/plugin-api/index.js';
import type { Endpoints } from './endpoints.v1.js';
import { validateEndpoints } from './endpoints.validation.js';

/** The rules of Endpoints. */
export const endpointsStrategy: Strategy<Endpoints> = {
  repeatedMetadataCheck: 'change',
  validate: validateEndpoints,
  validateUpdate: validateEndpoints,
};
