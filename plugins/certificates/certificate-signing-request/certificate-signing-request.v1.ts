import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast, Required } from '../../../src/plugin-api/built-in.js';
import { KEY_USAGES } from './key-usages.js';

/** Shape of v1.CertificateSigningRequestSpec. */
@ApiType({ name: 'k8s.io.api.certificates.v1.CertificateSigningRequestSpec', doc: 'The request, and who made it.' })
export class CertificateSigningRequestSpec {
  @Field(1, 'bytes', {
    always: true,
    required: true,
    listType: 'atomic',
    variants: [{ since: '1.35', listType: undefined }],
    doc: 'The request (PKCS #10) in PEM.',
  })
  request: string;

  @Field(2, 'string', { doc: 'Who made the request; set by the server.' })
  username?: string;

  @Field(3, 'string', { doc: 'UID of who made the request; set by the server.' })
  uid?: string;

  @Field(4, 'string', { list: true, listType: 'atomic', doc: 'Groups of who made the request; set by the server.' })
  groups?: string[];

  @Field(5, 'string', {
    list: true,
    enum: KEY_USAGES,
    alias: 'v1.KeyUsage',
    listType: 'atomic',
    doc: 'What the key is to be used for.',
  })
  usages?: string[];

  @Field(6, 'string', {
    map: true,
    list: true,
    valueAlias: 'v1.ExtraValue',
    doc: 'More details of who made the request; set by the server.',
  })
  extra?: Record<string, readonly string[] | null>;

  @Field(7, 'string', { since: '1.18', always: true, required: true, doc: 'Who is to sign; a domain and a path.' })
  signerName: string;

  @Field(8, 'int32', {
    since: '1.22',
    pointer: true,
    doc: 'How long the certificate is wanted for; the signer may give less.',
  })
  @AtLeast(600, 'may not specify a duration less than 600 seconds (10 minutes)')
  expirationSeconds?: number;
}

/** Shape of v1.CertificateSigningRequestCondition. */
@ApiType({ name: 'k8s.io.api.certificates.v1.CertificateSigningRequestCondition', doc: 'One decision on a request.' })
export class CertificateSigningRequestCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.RequestConditionType',
    doc: 'Name of the condition: Approved, Denied or Failed.',
  })
  @Required()
  type: string;

  @Field(2, 'string', { doc: 'Short cause of the state.' })
  reason?: string;

  @Field(3, 'string', { doc: 'Explanation of the state.' })
  message?: string;

  @Field(4, 'time', { doc: 'Latest change to any part of the condition.' })
  lastUpdateTime?: string;

  @Field(5, 'time', { since: '1.19', doc: 'When the status of the condition last changed.' })
  lastTransitionTime?: string;

  @Field(6, 'string', {
    always: true,
    required: true,
    alias: 'v1.ConditionStatus',
    doc: 'Whether it holds: True, False or Unknown.',
  })
  status: string;
}

/** Shape of v1.CertificateSigningRequestStatus. */
@ApiType({
  name: 'k8s.io.api.certificates.v1.CertificateSigningRequestStatus',
  doc: 'What was decided, and the certificate.',
})
export class CertificateSigningRequestStatus {
  @Field(1, CertificateSigningRequestCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    doc: 'What was decided.',
  })
  conditions?: CertificateSigningRequestCondition[];

  @Field(2, 'bytes', {
    listType: 'atomic',
    variants: [{ since: '1.35', listType: undefined }],
    doc: 'The certificates in PEM, once they are issued.',
  })
  certificate?: string;
}

/** Shape of v1.CertificateSigningRequest. */
@ApiType({
  name: 'k8s.io.api.certificates.v1.CertificateSigningRequest',
  doc: 'Requests a certificate from a signer, subject to approval.',
})
export class CertificateSigningRequest {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, CertificateSigningRequestSpec, { always: true, required: true, doc: 'What is wanted.' })
  spec: CertificateSigningRequestSpec;

  @Field(3, CertificateSigningRequestStatus, { doc: 'What is known.' })
  status?: CertificateSigningRequestStatus;
}
