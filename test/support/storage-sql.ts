import { join } from 'node:path';
import sqlite3 from 'sqlite3';

/** Runs `work` with the database of a store that no server has open. */
async function withDatabase<T>(
  dataDir: string,
  work: (database: sqlite3.Database, done: (error: Error | null, outcome?: T) => void) => void,
): Promise<T> {
  const database = new sqlite3.Database(join(dataDir, 'store', 'binnacle.db'));
  return new Promise<T>((resolve, reject) => {
    work(database, (error, outcome) => database.close(() => (error ? reject(error) : resolve(outcome as T))));
  });
}

/** Puts other bytes in place of the newest value of a key; rejects when there is none. */
export function overwriteValue(dataDir: string, key: string, value: Buffer): Promise<void> {
  const sql = 'UPDATE record SET value = ? WHERE revision = (SELECT max(revision) FROM record WHERE key = ?)';
  return withDatabase<void>(dataDir, (database, done) => {
    database.run(sql, [value, key], function (error) {
      done(error ?? (this.changes === 1 ? null : new Error(`there is no ${key}`)));
    });
  });
}

/** The newest values of a store by key, those of deleted keys too. */
export function storedValues(dataDir: string): Promise<Map<string, Buffer>> {
  return withDatabase(dataDir, (database, done) => {
    database.all<{ key: string; value: Buffer }>('SELECT key, value FROM record ORDER BY revision', (error, rows) => {
      done(error, new Map(rows?.map((row) => [row.key, row.value])));
    });
  });
}
