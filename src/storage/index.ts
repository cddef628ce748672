export * from './storage.js';
export * from './storage-error.js';
export { CompactionLoop } from './compaction-loop.js';
export * from './unreadable-values.js';
export * from './value-transformer.js';
export { SqliteStorage } from './sqlite/index.js';
export * from './watch-cache/index.js';
export { StorageModule, type StorageModuleOptions } from './storage.module.js';
export { Encryption } from './encryption/index.js';
