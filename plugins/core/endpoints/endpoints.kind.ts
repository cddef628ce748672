import { defineKind } from '../../../src/plugin-api/index.js';
import { endpointsColumns } from './endpoints.columns.js';
import { endpointsStrategy } from './endpoints.strategy.js';
import { Endpoints } from './endpoints.v1.js';

/** Endpoints: the addresses behind a Service. */
export const endpointsKind = defineKind<Endpoints>({
  kind: 'Endpoints',
  plural: 'endpoints',
  shortNames: ['ep'],
  namespaced: true,
  versions: [{ name: 'v1', type: Endpoints }],
  storageVersion: 'v1',
  storagePrefix: 'services/endpoints',
  strategy: endpointsStrategy,
  putCreates: true,
  allowUnconditionalUpdate: true,
  generation: 'none',
  columns: endpointsColumns,
});
