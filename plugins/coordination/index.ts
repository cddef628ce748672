export * from './coordination.plugin.js';
export * from './lease/lease.v1.js';
