import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1.LeaseSpec. */
@ApiType({ name: 'k8s.io.api.coordination.v1.LeaseSpec' })
export class LeaseSpec {
  @Field(1, 'string', { pointer: true })
  holderIdentity?: string;

  @Field(2, 'int32', { pointer: true })
  leaseDurationSeconds?: number;

  @Field(3, 'microTime', { pointer: true })
  acquireTime?: string;

  @Field(4, 'microTime', { pointer: true })
  renewTime?: string;

  @Field(5, 'int32', { pointer: true })
  leaseTransitions?: number;

  @Field(6, 'string', { pointer: true, alias: 'v1.CoordinatedLeaseStrategy' })
  strategy?: string;

  @Field(7, 'string', { pointer: true })
  preferredHolder?: string;
}

/** Shape of v1.Lease. */
@ApiType({ name: 'k8s.io.api.coordination.v1.Lease' })
export class Lease {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, LeaseSpec)
  spec?: LeaseSpec;
}
