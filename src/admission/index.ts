export * from './admission-attributes.js';
export * from './admission-chain.js';
export * from './admission-plugin.js';
export { partFailure } from './plugin-failure.js';
export { AdmissionModule } from './admission.module.js';
export { inForm } from './object-form.js';
export * from './undoing.js';
export * from './write-attributes.js';
