import type { OpenEngine } from '../open-engine.js';
import { unreachable } from '../storage-error.js';
import { PostgresStorage } from './postgres-storage.js';

/** Opens the PostgreSQL engine. */
export const openPostgres: OpenEngine = async ({ postgres, logger }) => {
  if (!postgres) throw unreachable('the PostgreSQL engine has no settings');
  return PostgresStorage.open({ ...postgres, onNotice: (message) => logger.warn(message, {}) });
};
