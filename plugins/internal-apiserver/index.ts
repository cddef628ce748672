export * from './internal-apiserver.plugin.js';
export * from './storage-version/storage-version.v1alpha1.js';
