import { defineKind } from '../../../src/plugin-api/index.js';
import { leaseColumns } from './lease.columns.js';
import { leaseStrategy } from './lease.strategy.js';
import { Lease } from './lease.v1.js';

/** Lease: a claim that has to be renewed, for heartbeats and for choosing a leader. */
export const leaseKind = defineKind<Lease>({
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
  versions: [{ name: 'v1', type: Lease }],
  formerVersions: ['coordination.k8s.io/v1beta1'],
  storageVersion: 'v1',
  storagePrefix: 'leases',
  strategy: leaseStrategy,
  putCreates: true,
  generation: 'none',
  columns: leaseColumns,
});
