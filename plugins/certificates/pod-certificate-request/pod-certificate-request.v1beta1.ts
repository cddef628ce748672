import { ApiType, Condition, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1beta1.PodCertificateRequestSpec. */
@ApiType({
  name: 'k8s.io.api.certificates.v1beta1.PodCertificateRequestSpec',
  doc: 'The pod, and the key that the certificate is for.',
})
export class PodCertificateRequestSpec {
  @Field(1, 'string', { always: true, required: true, doc: 'The signer that is asked.' })
  signerName: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Pod that the certificate is for.' })
  podName: string;

  @Field(3, 'string', { always: true, required: true, alias: 'types.UID', doc: 'UID of the pod.' })
  podUID: string;

  @Field(4, 'string', { always: true, required: true, doc: 'Service account that the pod runs as.' })
  serviceAccountName: string;

  @Field(5, 'string', { always: true, required: true, alias: 'types.UID', doc: 'UID of the service account.' })
  serviceAccountUID: string;

  @Field(6, 'string', { always: true, required: true, alias: 'types.NodeName', doc: 'Node that the pod runs on.' })
  nodeName: string;

  @Field(7, 'string', { always: true, required: true, alias: 'types.UID', doc: 'UID of the node.' })
  nodeUID: string;

  @Field(8, 'int32', { pointer: true, default: 86_400, doc: 'Seconds that the certificate may be valid at most.' })
  maxExpirationSeconds?: number;

  @Field(9, 'bytes', {
    variants: [{ since: '1.36', required: undefined }],
    always: true,
    required: true,
    doc: 'The public key, in the form of PKIX (DER).',
  })
  pkixPublicKey?: string;

  @Field(10, 'bytes', {
    variants: [{ since: '1.36', required: undefined }],
    always: true,
    required: true,
    doc: "Signature of the pod's UID with the private key.",
  })
  proofOfPossession?: string;

  @Field(11, 'string', {
    since: '1.35',
    map: true,
    doc: 'Further information for the signer, which nothing has verified.',
  })
  unverifiedUserAnnotations?: Record<string, string>;

  @Field(12, 'bytes', {
    since: '1.36',
    always: true,
    doc: 'Request of PKCS#10 (DER) that carries the key and the proof.',
  })
  stubPKCS10Request?: string;
}

/** Shape of v1beta1.PodCertificateRequestStatus. */
@ApiType({
  name: 'k8s.io.api.certificates.v1beta1.PodCertificateRequestStatus',
  doc: 'The certificate, or the reason that there is none.',
})
export class PodCertificateRequestStatus {
  @Field(1, Condition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    doc: 'State of the request: Issued, Denied or Failed.',
  })
  conditions?: Condition[];

  @Field(2, 'string', { doc: 'The certificate in PEM, followed by those of intermediate authorities.' })
  certificateChain?: string;

  @Field(4, 'time', { pointer: true, doc: 'Time from which the certificate is valid.' })
  notBefore?: string;

  @Field(5, 'time', { pointer: true, doc: 'Time from which the certificate should be renewed.' })
  beginRefreshAt?: string;

  @Field(6, 'time', { pointer: true, doc: 'Time until which the certificate is valid.' })
  notAfter?: string;
}

/** Shape of v1beta1.PodCertificateRequest. */
@ApiType({
  name: 'k8s.io.api.certificates.v1beta1.PodCertificateRequest',
  doc: 'A request of a kubelet for a certificate of a pod.',
})
export class PodCertificateRequest {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, PodCertificateRequestSpec, { always: true, required: true, doc: 'What is wanted.' })
  spec: PodCertificateRequestSpec;

  @Field(3, PodCertificateRequestStatus, { doc: 'What is found; written by the signer.' })
  status?: PodCertificateRequestStatus;
}
