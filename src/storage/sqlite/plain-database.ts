import sqlite3 from 'sqlite3';
import { toStorageError } from './sqlite-errors.js';

/** A database file apart from an open store: a backup, a store that a server has open, or the file that locks one. */
export class PlainDatabase {
  private constructor(
    private readonly handle: sqlite3.Database,
    private readonly file: string,
  ) {}

  /** Opens a file that exists. */
  static open(file: string, mode: 'read' | 'write' = 'read'): Promise<PlainDatabase> {
    return new Promise((resolve, reject) => {
      const flags = mode === 'read' ? sqlite3.OPEN_READONLY : sqlite3.OPEN_READWRITE;
      const handle = new sqlite3.Database(file, flags, (error) => {
        if (error) reject(toStorageError(error, `opening ${file}`));
        else resolve(new PlainDatabase(handle, file));
      });
    });
  }

  /** Runs a statement and answers its rows. */
  all<Row>(sql: string, parameters: readonly (string | number)[] = []): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.handle.all<Row>(sql, parameters, (error, rows) => {
        if (error) reject(toStorageError(error, `reading ${this.file}`));
        else resolve(rows);
      });
    });
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.handle.close((error) => (error ? reject(toStorageError(error, `closing ${this.file}`)) : resolve()));
    });
  }
}
