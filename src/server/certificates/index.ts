export {
  FRONT_PROXY,
  ensureClusterCertificates,
  writeAdminKubeconfig,
  type CertificateSettings,
  type ClusterCertificates,
} from './cluster-certificates.js';
export { writeUserKubeconfig } from './user-kubeconfig.js';
export { periodFault } from './key-pair.js';
