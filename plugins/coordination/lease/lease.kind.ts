import { defineKind } from '../../../src/plugin-api/index.js';
import { leaseColumns } from './lease.columns.js';
import { leaseStrategy } from './lease.strategy.js';
import { Lease } from './lease.v1.js';
import { FORMER_LEASE_VERSIONS } from './lease.former-versions.js';

/** Lease: a claim that has to be renewed, for heartbeats and for choosing a leader. */
export const leaseKind = defineKind<Lease>({
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
  versions: [{ name: 'v1', type: Lease, introduced: '1.14' }, ...FORMER_LEASE_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'leases',
  quirks: { allowsPlainFinalizers: true },
  strategy: leaseStrategy,
  putCreates: true,
  generation: 'none',
  columns: leaseColumns,
});
