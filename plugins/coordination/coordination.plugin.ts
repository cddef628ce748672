import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { leaseKind } from './lease/lease.kind.js';

/** Leases. */
@ApiGroupPlugin({ group: 'coordination.k8s.io', versions: ['v1'], kinds: [leaseKind] })
export class CoordinationPlugin {}
