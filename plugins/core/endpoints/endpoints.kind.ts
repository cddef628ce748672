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
  versions: [{ name: 'v1', type: Endpoints, deprecated: '1.33', replacement: 'discovery.k8s.io/v1 EndpointSlice' }],
  storageVersion: 'v1',
  storagePrefix: 'services/endpoints',
  strategy: endpointsStrategy,
  putCreates: true,
  allowUnconditionalUpdate: true,
  generation: 'none',
  columns: endpointsColumns,
});
