export { ensureClusterCertificates, writeAdminKubeconfig, type ClusterCertificates } from './cluster-certificates.js';
export { writeUserKubeconfig } from './user-kubeconfig.js';
export { periodFault } from './key-pair.js';
