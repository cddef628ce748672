export type { OlderStore } from './older-store.js';
export { openSqlite } from './open-sqlite.js';
export { SqliteStorage, type SqliteStorageOptions } from './sqlite-storage.js';
