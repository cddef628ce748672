export * from './coordination.plugin.js';
export * from './lease/lease.v1.js';
export * from './lease-candidate/lease-candidate.v1alpha2.js';
