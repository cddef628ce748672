import type { Database, Statement } from 'sqlite3';
import type { DataSource } from 'typeorm';
import { toStorageError } from './sqlite-errors.js';

/** The types of statement parameters. */
export type SqliteParameter = number | string | Buffer | null;

/**
 * One connection of a TypeORM DataSource, used through the driver's own handle: TypeORM's query runner costs several
 * times the statement itself on one-row reads. Statements given at the same time run in any order, so a writer must
 * wait for each before the next. Errors come out as StorageError.
 */
export class SqliteConnection {
  private readonly handle: Database;

  constructor(private readonly dataSource: DataSource) {
    this.handle = (dataSource.driver as unknown as { databaseConnection: Database }).databaseConnection;
  }

  /** Makes statements run strictly one after the other, for a connection that reads and writes. */
  serialize(): void {
    this.handle.serialize();
  }

  /** Runs a query and answers its rows, columns by name. */
  all<Row>(sql: string, parameters: SqliteParameter[] = []): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.handle.all<Row>(sql, parameters, (error, rows) => {
        if (error) reject(toStorageError(error, 'reading the store'));
        else resolve(rows);
      });
    });
  }

  /** Runs a statement that answers no rows. */
  run(sql: string, parameters: SqliteParameter[] = []): Promise<void> {
    return new Promise((resolve, reject) => {
      this.handle.run(sql, parameters, (error) => {
        if (error) reject(toStorageError(error, 'writing the store'));
        else resolve();
      });
    });
  }

  /** Compiles a statement for many runs; the connection cannot be closed before it. */
  prepare(sql: string): Promise<SqliteStatement> {
    return new Promise((resolve, reject) => {
      const statement = this.handle.prepare(sql, (error) => {
        if (error) reject(toStorageError(error, 'writing the store'));
        else resolve(new SqliteStatement(statement));
      });
    });
  }

  /** Closes the connection; statements still running are waited for. */
  async close(): Promise<void> {
    await this.dataSource.destroy();
  }
}

/** A compiled statement that answers no rows. */
export class SqliteStatement {
  constructor(private readonly statement: Statement) {}

  /** Runs it; a run must have ended before the next. */
  run(parameters: SqliteParameter[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.statement.run(parameters, (error) => {
        if (error) reject(toStorageError(error, 'writing the store'));
        else resolve();
      });
    });
  }

  /** Frees it. */
  close(): Promise<void> {
    return new Promise((resolve) => this.statement.finalize(() => resolve()));
  }
}
