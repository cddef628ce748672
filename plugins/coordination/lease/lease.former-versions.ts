import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { Lease } from './lease.v1.js';

/** Lease as coordination.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.coordination.v1beta1.Lease', inherits: true })
class LeaseV1beta1 extends Lease {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_LEASE_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: LeaseV1beta1,
    conversion: sameShape,
    introduced: '1.12',
    deprecated: '1.19',
    removed: '1.22',
    replacement: 'coordination.k8s.io/v1 Lease',
  },
];
