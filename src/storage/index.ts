export * from './storage.js';
export * from './storage-error.js';
export { SqliteStorage, type SqliteStorageOptions } from './sqlite/index.js';
