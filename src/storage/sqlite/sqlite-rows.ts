import { ROW_PAGE, type RowStore, type RowStoreState, type StoredRow } from '../row-store.js';
import { type OpenedDatabase, openDatabase } from './open-database.js';
import type { SqliteParameter } from './sqlite-connection.js';

interface Row {
  readonly revision: number;
  readonly key: string;
  readonly create_revision: number;
  readonly previous_revision: number;
  readonly deleted: number;
  readonly expires_at: number | null;
  readonly value: Buffer;
}

/** Which rows are read. */
export interface RowSelection {
  readonly newest: boolean;
}

const COLUMNS = 'revision, key, create_revision, previous_revision, deleted, expires_at, value';
const REMEMBER =
  'INSERT INTO property(name, value) VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value';
const NEWEST =
  'AND deleted = 0 AND NOT EXISTS (SELECT 1 FROM record n WHERE n.key = r.key AND n.revision > r.revision)';

/** The rows of an embedded store, which no server may have open. */
export class SqliteRows implements RowStore {
  readonly keepsRevisions = true;
  readonly hasKubernetesForm = false;
  private finished: number | undefined;

  private constructor(private readonly database: OpenedDatabase) {}

  /** Opens the store in a directory, and makes it when there is none. */
  static async open(directory: string): Promise<SqliteRows> {
    return new SqliteRows(await openDatabase({ directory }));
  }

  async state(): Promise<RowStoreState> {
    const { reader } = this.database;
    const [{ newest }] = await reader.all<{ newest: number }>(
      'SELECT coalesce(max(revision), 1) AS newest FROM record',
    );
    const rows = await reader.all<{ name: string; value: number }>('SELECT name, value FROM property');
    const properties = new Map(rows.map(({ name, value }) => [name, value]));
    const oldest = properties.get('compacted_revision') ?? 0;
    return { newest: Math.max(newest, oldest), oldest, purged: properties.get('purged_revision') ?? 0 };
  }

  async isEmpty(): Promise<boolean> {
    const { newest } = await this.state();
    return newest === 1;
  }

  rows(options: RowSelection): AsyncIterable<readonly StoredRow[]> {
    return rowsOf(this.database.reader, options);
  }

  async write(rows: readonly StoredRow[]): Promise<void> {
    if (rows.length === 0) return;
    const places = rows.map(() => '(?,?,?,?,?,?,?)').join(',');
    await this.database.writer.run(`INSERT INTO record(${COLUMNS}) VALUES ${places}`, rows.flatMap(parametersOf));
  }

  async finish({ newest, oldest, purged }: RowStoreState): Promise<void> {
    await this.database.writer.run(REMEMBER, ['compacted_revision', oldest]);
    await this.database.writer.run(REMEMBER, ['purged_revision', purged]);
    this.finished = newest;
  }

  async clear(): Promise<void> {
    await this.database.writer.run('DELETE FROM record');
    await this.database.writer.run('DELETE FROM property');
  }

  async close(): Promise<void> {
    const { mark } = this.database;
    const { newest } = await this.state();
    // A store that was only read is left as an orderly end leaves it, too; one that was rolled back stays recognizable.
    if (mark && (this.finished !== undefined || (newest > 1 && newest >= mark.found.revision))) {
      await mark.finish(this.finished ?? newest);
    }
    await this.database.close();
  }
}

/** Returns the rows of a database by revision, page by page; only the newest of keys that exist with `newest`. */
export async function* rowsOf(
  database: { all<T>(sql: string, parameters: number[]): Promise<T[]> },
  { newest }: RowSelection,
): AsyncGenerator<readonly StoredRow[]> {
  const sql = `SELECT ${COLUMNS} FROM record r WHERE revision > ? ${newest ? NEWEST : ''} ORDER BY revision LIMIT ?`;
  for (let after = 0; ;) {
    const rows = await database.all<Row>(sql, [after, ROW_PAGE]);
    if (rows.length === 0) return;
    yield rows.map(toStoredRow);
    after = rows.at(-1)!.revision;
  }
}

function toStoredRow(row: Row): StoredRow {
  const { revision, key, value, expires_at: expiresAt, deleted } = row;
  const { create_revision: createRevision, previous_revision: previousRevision } = row;
  return { revision, key, createRevision, previousRevision, isDeleted: deleted === 1, expiresAt, value };
}

function parametersOf(row: StoredRow): SqliteParameter[] {
  const { revision, key, createRevision, previousRevision, isDeleted, expiresAt, value } = row;
  return [revision, key, createRevision, previousRevision, isDeleted ? 1 : 0, expiresAt, value];
}
