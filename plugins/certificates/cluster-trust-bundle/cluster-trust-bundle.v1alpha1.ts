import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1alpha1.ClusterTrustBundleSpec. */
@ApiType({
  name: 'k8s.io.api.certificates.v1alpha1.ClusterTrustBundleSpec',
  doc: 'The certificates, and whose they are.',
})
export class ClusterTrustBundleSpec {
  @Field(1, 'string', { doc: 'The signer that keeps the bundle; unset for a bundle of no signer.' })
  signerName?: string;

  @Field(2, 'string', { always: true, required: true, doc: 'The certificates in PEM.' })
  trustBundle: string;
}

/** Shape of v1alpha1.ClusterTrustBundle. */
@ApiType({
  name: 'k8s.io.api.certificates.v1alpha1.ClusterTrustBundle',
  doc: 'Certificates that everybody in the cluster may trust; alpha.',
})
export class ClusterTrustBundle {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ClusterTrustBundleSpec, { always: true, required: true, doc: 'What is wanted.' })
  spec: ClusterTrustBundleSpec;
}
