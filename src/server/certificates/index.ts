export { ensureClusterCertificates, writeAdminKubeconfig, type ClusterCertificates } from './cluster-certificates.js';
