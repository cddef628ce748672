export type { OlderStore } from './older-store.js';
export { SqliteStorage, type SqliteStorageOptions } from './sqlite-storage.js';
