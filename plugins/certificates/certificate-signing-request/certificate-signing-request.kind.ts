import { defineKind } from '../../../src/plugin-api/index.js';
import { isPathSegmentName, isPathSegmentPrefix } from '../../../src/plugin-api/built-in.js';
import { certificateSigningRequestColumns } from './certificate-signing-request.columns.js';
import { FORMER_CERTIFICATE_SIGNING_REQUEST_VERSIONS } from './certificate-signing-request.former-versions.js';
import { CertificateSigningRequestStrategy } from './certificate-signing-request.strategy.js';
import { ApprovalHandler } from './approval.subresource.js';
import { CertificateSigningRequestV1beta1 } from './certificate-signing-request.v1beta1.js';
import { CertificateSigningRequest } from './certificate-signing-request.v1.js';

/** CertificateSigningRequest: asks a signer for a certificate. */
export const certificateSigningRequestKind = defineKind<CertificateSigningRequest>({
  kind: 'CertificateSigningRequest',
  plural: 'certificatesigningrequests',
  shortNames: ['csr'],
  namespaced: false,
  versions: [
    { name: 'v1', type: CertificateSigningRequest, introduced: '1.19' },
    ...FORMER_CERTIFICATE_SIGNING_REQUEST_VERSIONS,
  ],
  storageVersion: 'v1',
  storagePrefix: 'certificatesigningrequests',
  nameRule: (name, isPrefix) => (isPrefix ? isPathSegmentPrefix(name) : isPathSegmentName(name)),
  strategy: CertificateSigningRequestStrategy,
  hasStatus: true,
  // The fields below are reset by updates alone; what a new request contains is left to the strategy.
  keepsStatusOnCreate: true,
  resetFields: ['spec', 'status'],
  statusResetFields: ['spec'],
  quirks: { statusDisownedFields: ['status.conditions'] },
  subresources: [
    {
      name: 'approval',
      verbs: ['get', 'update', 'patch'],
      group: 'certificates.k8s.io',
      version: 'v1',
      kind: 'CertificateSigningRequest',
      type: CertificateSigningRequest,
      variants: [{ until: '1.18', version: 'v1beta1', type: CertificateSigningRequestV1beta1 }],
      handler: ApprovalHandler,
      resetFields: ['spec', 'status.certificate'],
    },
  ],
  selectableFields: { 'spec.signerName': ({ spec }) => spec?.signerName ?? '' },
  columns: certificateSigningRequestColumns,
  allowUnconditionalUpdate: true,
  generation: 'none',
});
