import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast } from '../../../src/plugin-api/built-in.js';

/** Shape of v1.LeaseSpec. */
@ApiType({ name: 'k8s.io.api.coordination.v1.LeaseSpec', doc: 'Who holds a lease, and for how long.' })
export class LeaseSpec {
  @Field(1, 'string', { pointer: true, doc: 'Who holds the lease; empty when nobody does.' })
  holderIdentity?: string;

  @Field(2, 'int32', { pointer: true, doc: 'Seconds after renewTime until others may take the lease.' })
  @AtLeast(1, 'must be greater than 0')
  leaseDurationSeconds?: number;

  @Field(3, 'microTime', { pointer: true, doc: 'When the present holder took the lease.' })
  acquireTime?: string;

  @Field(4, 'microTime', { pointer: true, doc: 'Latest sign of life from the holder.' })
  renewTime?: string;

  @Field(5, 'int32', { pointer: true, doc: 'How often the lease has gone to another holder.' })
  @AtLeast(0)
  leaseTransitions?: number;

  @Field(6, 'string', {
    since: '1.31',
    pointer: true,
    alias: 'v1.CoordinatedLeaseStrategy',
    doc: 'How a leader is picked in coordinated election; alpha.',
  })
  strategy?: string;

  @Field(7, 'string', { since: '1.31', pointer: true, doc: 'Who should take over the lease; needs a strategy, alpha.' })
  preferredHolder?: string;
}

/** Shape of v1.Lease. */
@ApiType({
  name: 'k8s.io.api.coordination.v1.Lease',
  doc: 'A claim, held for a limited time, to be in charge of something.',
})
export class Lease {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, LeaseSpec, { doc: 'Who holds the lease, and for how long.' })
  spec?: LeaseSpec;
}
