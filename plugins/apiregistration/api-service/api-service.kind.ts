import { defineKind } from '../../../src/plugin-api/index.js';
import { isPathSegmentName, nameRuleOf } from '../../../src/plugin-api/built-in.js';
import { apiServiceColumns } from './api-service.columns.js';
import { FORMER_API_SERVICE_VERSIONS } from './api-service.former-versions.js';
import { apiServiceStrategy } from './api-service.strategy.js';
import { APIService } from './api-service.v1.js';

/** APIService: who serves a version of an API group. */
export const apiServiceKind = defineKind<APIService>({
  kind: 'APIService',
  plural: 'apiservices',
  categories: ['api-extensions'],
  namespaced: false,
  versions: [{ name: 'v1', type: APIService, introduced: '1.10' }, ...FORMER_API_SERVICE_VERSIONS],
  storageVersion: 'v1',
  nameRule: nameRuleOf(isPathSegmentName),
  quirks: { allowsPlainFinalizers: true },
  strategy: apiServiceStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec', 'metadata'],
  generation: 'none',
  columns: apiServiceColumns,
});
