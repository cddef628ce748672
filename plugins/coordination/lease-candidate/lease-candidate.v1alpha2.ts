import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { Required } from '../../../src/plugin-api/built-in.js';

/** Shape of v1alpha2.LeaseCandidateSpec. */
@ApiType({
  name: 'k8s.io.api.coordination.v1alpha2.LeaseCandidateSpec',
  doc: 'Which lease, and what the candidate can do.',
})
export class LeaseCandidateSpec {
  @Field(1, 'string', { always: true, required: true, doc: 'The lease, in the same namespace.' })
  @Required()
  leaseName: string;

  @Field(2, 'microTime', { pointer: true, doc: 'When the candidate was last asked whether it is there.' })
  pingTime?: string;

  @Field(3, 'microTime', { pointer: true, doc: 'Latest sign of life from the candidate.' })
  renewTime?: string;

  @Field(4, 'string', { always: true, required: true, doc: 'The version of the program.' })
  binaryVersion: string;

  @Field(5, 'string', { doc: 'The version the program behaves as.' })
  emulationVersion?: string;

  @Field(6, 'string', {
    required: true,
    alias: 'v1.CoordinatedLeaseStrategy',
    doc: 'How the leader is picked among the candidates.',
  })
  @Required()
  strategy: string;
}

/** Shape of v1alpha2.LeaseCandidate. */
@ApiType({ name: 'k8s.io.api.coordination.v1alpha2.LeaseCandidate', doc: 'A candidate for holding a lease; alpha.' })
export class LeaseCandidate {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, LeaseCandidateSpec, { variants: [{ since: '1.36', required: true }], doc: 'What is wanted.' })
  spec?: LeaseCandidateSpec;
}
