export { PodSecurityAdmission } from './pod-security.admission.js';
export { PodSecurityModule } from './pod-security.module.js';
