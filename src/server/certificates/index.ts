export {
  FRONT_PROXY,
  ensureServerCertificates,
  writeAdminKubeconfig,
  type CertificateSettings,
  type ServerCertificates,
} from './cluster-certificates.js';
export { ServingCertificate } from './serving-certificate.js';
export { writeUserKubeconfig } from './user-kubeconfig.js';
export { type SharedKey, sharedAuthority, sharedSigningKey, writePrivateFile } from './shared-files.js';
export { periodFault } from './key-pair.js';
