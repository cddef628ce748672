import type { OpenEngine } from '../open-engine.js';
import { SqliteStorage } from './sqlite-storage.js';

/** Opens the SQLite engine; logs what a store that was rolled back has lost. */
export const openSqlite: OpenEngine = ({ logger, ...options }) =>
  SqliteStorage.open({ onOlder: (facts) => logger.error('the store was rolled back', { ...facts }), ...options });
