import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { IdentityLeaseController } from './lease/identity-lease.controller.js';
import { leaseCandidateKind } from './lease-candidate/lease-candidate.kind.js';
import { leaseKind } from './lease/lease.kind.js';

/** Leases, and who could hold them. */
@ApiGroupPlugin({
  group: 'coordination.k8s.io',
  versions: ['v1', 'v1beta1', 'v1alpha2'],
  kinds: [leaseKind, leaseCandidateKind],
  controllers: [IdentityLeaseController],
})
export class CoordinationPlugin {}
