import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { CertificateApprovalAdmission } from './certificate-signing-request/certificate-approval.admission.js';
import { certificateSigningRequestKind } from './certificate-signing-request/certificate-signing-request.kind.js';
import { CertificateSigningAdmission } from './certificate-signing-request/certificate-signing.admission.js';
import { CertificateSubjectRestrictionAdmission } from './certificate-signing-request/certificate-subject-restriction.admission.js';
import { ClusterTrustBundleAttestAdmission } from './cluster-trust-bundle/cluster-trust-bundle-attest.admission.js';
import { clusterTrustBundleKind } from './cluster-trust-bundle/cluster-trust-bundle.kind.js';
import { podCertificateRequestKind } from './pod-certificate-request/pod-certificate-request.kind.js';

/** Requests for certificates, and certificates to trust. */
@ApiGroupPlugin({
  group: 'certificates.k8s.io',
  versions: ['v1', 'v1beta1', 'v1alpha1'],
  kinds: [certificateSigningRequestKind, clusterTrustBundleKind, podCertificateRequestKind],
  admission: [
    CertificateApprovalAdmission,
    CertificateSigningAdmission,
    ClusterTrustBundleAttestAdmission,
    CertificateSubjectRestrictionAdmission,
  ],
})
export class CertificatesPlugin {}
