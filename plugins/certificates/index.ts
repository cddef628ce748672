export * from './certificate-signing-request/certificate-signing-request.v1.js';
export * from './certificates.plugin.js';
export * from './cluster-trust-bundle/cluster-trust-bundle.v1alpha1.js';
