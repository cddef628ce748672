export * from './storage-version-migration/storage-version-migration.v1alpha1.js';
export * from './storagemigration.plugin.js';
