import { type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { CertificateSigningRequestV1beta1 } from './certificate-signing-request.v1beta1.js';

/** The versions of the kind before v1; what they let be left out is filled in when they are read. */
export const FORMER_CERTIFICATE_SIGNING_REQUEST_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: CertificateSigningRequestV1beta1,
    conversion: sameShape,
    introduced: '1.12',
    deprecated: '1.19',
    removed: '1.22',
    replacement: 'certificates.k8s.io/v1 CertificateSigningRequest',
  },
];
