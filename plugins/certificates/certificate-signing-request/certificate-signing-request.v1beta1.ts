import { ApiType, Field } from '../../../src/plugin-api/index.js';
import {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
  CertificateSigningRequestSpec,
  CertificateSigningRequestStatus,
} from './certificate-signing-request.v1.js';
import { defaultSigner } from './default-signer.js';

/** Shape of v1beta1.CertificateSigningRequestSpec, where the signer is optional. */
@ApiType({
  name: 'k8s.io.api.certificates.v1beta1.CertificateSigningRequestSpec',
  inherits: true,
  defaults: defaultSpec,
})
class CertificateSigningRequestSpecV1beta1 extends CertificateSigningRequestSpec {
  @Field(5, 'string', {
    list: true,
    alias: 'v1beta1.KeyUsage',
    listType: 'atomic',
    variants: [{ until: '1.18', listType: undefined }],
    doc: 'What the key is to be used for.',
  })
  override usages?: string[];

  @Field(7, 'string', { since: '1.18', pointer: true, doc: 'Who is to sign; worked out from the request when unset.' })
  override signerName: string;
}

/** Shape of v1beta1.CertificateSigningRequestCondition. */
@ApiType({
  name: 'k8s.io.api.certificates.v1beta1.CertificateSigningRequestCondition',
  inherits: true,
  defaults: defaultCondition,
})
class CertificateSigningRequestConditionV1beta1 extends CertificateSigningRequestCondition {
  @Field(6, 'string', {
    since: '1.19',
    always: true,
    alias: 'v1.ConditionStatus',
    doc: 'Whether it holds: True, False or Unknown; True when unset.',
  })
  override status: string;
}

/** Shape of v1beta1.CertificateSigningRequestStatus. */
@ApiType({ name: 'k8s.io.api.certificates.v1beta1.CertificateSigningRequestStatus', inherits: true })
class CertificateSigningRequestStatusV1beta1 extends CertificateSigningRequestStatus {
  @Field(1, CertificateSigningRequestConditionV1beta1, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    variants: [{ until: '1.18', listType: undefined, listMapKeys: undefined }],
    doc: 'What was decided.',
  })
  override conditions?: CertificateSigningRequestConditionV1beta1[];
}

/** CertificateSigningRequest as certificates.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.certificates.v1beta1.CertificateSigningRequest', inherits: true })
export class CertificateSigningRequestV1beta1 extends CertificateSigningRequest {
  @Field(2, CertificateSigningRequestSpecV1beta1, {
    variants: [{ until: '1.21', required: undefined }],
    always: true,
    doc: 'What is wanted.',
  })
  override spec: CertificateSigningRequestSpecV1beta1;

  @Field(3, CertificateSigningRequestStatusV1beta1, { doc: 'What is known.' })
  override status?: CertificateSigningRequestStatusV1beta1;
}

function defaultSpec(spec: CertificateSigningRequestSpecV1beta1): void {
  spec.usages ??= ['digital signature', 'key encipherment'];
  spec.signerName ??= defaultSigner(spec.request, spec.usages);
}

function defaultCondition(condition: CertificateSigningRequestConditionV1beta1): void {
  condition.status ||= 'True';
}
