export { CertificateError } from './certificate-error.js';
export {
  ensureClusterCertificates,
  writeAdminKubeconfig,
  type CertificateSettings,
  type ClusterCertificates,
} from './cluster-certificates.js';
export type { CertificateWithKey } from './key-pair.js';
export type { ServingNameSources } from './serving-names.js';
