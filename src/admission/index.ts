export * from './admission-chain.js';
export * from './admission-plugin.js';
export { AdmissionModule } from './admission.module.js';
