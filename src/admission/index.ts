export * from './admission-attributes.js';
export * from './admission-chain.js';
export { AdmissionMetrics } from './admission-metrics.js';
export * from './admission-plugin.js';
export { AdmissionModule } from './admission.module.js';
export * from './write-attributes.js';
