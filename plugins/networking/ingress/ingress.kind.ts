import { defineKind } from '../../../src/plugin-api/index.js';
import { ingressColumns } from './ingress.columns.js';
import { ingressStrategy } from './ingress.strategy.js';
import { Ingress } from './ingress.v1.js';
import { FORMER_INGRESS_VERSIONS } from './ingress.former-versions.js';

/** Ingress: leads requests from outside to services. */
export const ingressKind = defineKind<Ingress>({
  kind: 'Ingress',
  plural: 'ingresses',
  shortNames: ['ing'],
  namespaced: true,
  versions: [{ name: 'v1', type: Ingress, introduced: '1.19' }, ...FORMER_INGRESS_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'ingress',
  strategy: ingressStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  columns: ingressColumns,
  allowUnconditionalUpdate: true,
});
