import type { Strategy } from '../../../src/plugin-api/index.js';
import type { ConfigMap } from './config-map.v1.js';
import { validateConfigMap, validateConfigMapUpdate } from './config-map.validation.js';

/** The rules of ConfigMaps. */
export const configMapStrategy: Strategy<ConfigMap> = {
  validate: validateConfigMap,
  validateUpdate: validateConfigMapUpdate,
};
