export * from './storage-class/storage-class.v1.js';
export * from './storage.plugin.js';
