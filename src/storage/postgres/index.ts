export { openPostgres } from './open-postgres.js';
export { PostgresRows } from './postgres-rows.js';
export { PostgresStorage } from './postgres-storage.js';
