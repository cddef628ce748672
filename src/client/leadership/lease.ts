import type { ApiObject } from '../../apimachinery/index.js';
import type { ResourceKind } from '../kinds/resource-kind.js';

/** A lease, as far as elections use it. */
export interface LeaseObject extends ApiObject {
  spec?: LeaseRecord & { strategy?: string; preferredHolder?: string };
}

/** The leader, and its term. Times are RFC 3339 with microseconds. */
export interface LeaseRecord {
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  acquireTime?: string;
  renewTime?: string;
  leaseTransitions?: number;
}

/** The kind of leases. */
export const LEASES: ResourceKind<LeaseObject> = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  resource: 'leases',
  scope: 'Namespaced',
};
