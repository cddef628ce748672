import type { NewRow } from './pending-write.js';
import type { SqliteConnection, SqliteParameter, SqliteStatement } from './sqlite-connection.js';

/**
 * One statement for any number of rows: a list with the numbers of each, and the bytes of all keys and values behind one
 * another. Three parameters cost less than eight for each row, and the text is compiled once. Keys are no strings in the
 * list, since SQLite ends those of JSON at a NUL.
 */
const INSERT = `INSERT INTO record(revision, key, create_revision, previous_revision, deleted, expires_at, value, written_at)
SELECT r.value->>0, CAST(substr(?2, r.value->>5, r.value->>6) AS TEXT), r.value->>1, r.value->>2, r.value->>3, r.value->>4,
  substr(?2, r.value->>7, r.value->>8), ?3
FROM json_each(?1) r`;

/** SQLite keeps the parameters of a statement until its next use: larger ones get their own statement. */
const MAX_KEPT_BYTES = 256 * 1024;

/** Inserts rows into the history table; one write must have ended before the next. */
export class RecordInserts {
  private statement: SqliteStatement | undefined;
  /** The driver copies parameters when they are given, so one piece of memory serves all groups but large ones. */
  private readonly kept = Buffer.allocUnsafeSlow(MAX_KEPT_BYTES);

  constructor(private readonly connection: SqliteConnection) {}

  /** Inserts rows in one transaction, and syncs it. `writtenAt` is in milliseconds since the epoch. */
  async write(rows: readonly { readonly row: NewRow }[], writtenAt: number): Promise<void> {
    const { numbers, bytes } = packed(rows, (length) => this.memoryFor(length));
    const parameters: SqliteParameter[] = [numbers, bytes, writtenAt];
    if (bytes.length > MAX_KEPT_BYTES) return this.connection.run(INSERT, parameters);
    this.statement ??= await this.connection.prepare(INSERT);
    await this.statement.run(parameters);
  }

  private memoryFor(length: number): Buffer {
    return length > MAX_KEPT_BYTES ? Buffer.allocUnsafe(length) : this.kept.subarray(0, length);
  }

  /** Frees the statement, so that its connection can be closed. */
  async close(): Promise<void> {
    await this.statement?.close();
    this.statement = undefined;
  }
}

/** The numbers of rows as JSON, and their bytes. Places begin at one. */
function packed(
  rows: readonly { readonly row: NewRow }[],
  memoryFor: (length: number) => Buffer,
): { readonly numbers: string; readonly bytes: Buffer } {
  const lengths = rows.map(({ row }) => Buffer.byteLength(row.key));
  const bytes = memoryFor(rows.reduce((sum, { row }, index) => sum + lengths[index] + row.value.length, 0));
  let at = 0;
  const numbers = rows.map(({ row }, index) => {
    const { revision, key, createRevision, previousRevision, isDeleted, expiresAt, value } = row;
    const behind = at + lengths[index];
    const places = [at + 1, lengths[index], behind + 1, value.length];
    bytes.write(key, at);
    value.copy(bytes, behind);
    at = behind + value.length;
    return [revision, createRevision, previousRevision, Number(isDeleted), expiresAt, ...places];
  });
  return { numbers: JSON.stringify(numbers), bytes };
}
