export { openPostgres } from './open-postgres.js';
export { PostgresStorage } from './postgres-storage.js';
