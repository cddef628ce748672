import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { IdentityLeaseController } from './lease/identity-lease.controller.js';
import { leaseKind } from './lease/lease.kind.js';

/** Leases. */
@ApiGroupPlugin({
  group: 'coordination.k8s.io',
  versions: ['v1', 'v1beta1'],
  kinds: [leaseKind],
  controllers: [IdentityLeaseController],
})
export class CoordinationPlugin {}
