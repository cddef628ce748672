export { backUp } from './back-up.js';
export type { OlderStore } from './older-store.js';
export { openSqlite } from './open-sqlite.js';
export { restore } from './restore.js';
export { rewriteRows } from './rewrite-rows.js';
export { readSharedRows } from './shared-store.js';
export { SqliteRows } from './sqlite-rows.js';
export { SqliteStorage, type SqliteStorageOptions } from './sqlite-storage.js';
