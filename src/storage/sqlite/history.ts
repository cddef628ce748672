import { prefixEnd } from '../key-range.js';
import type { KeyChange, StorageEvent, StoredValue } from '../storage.js';
import type { SqliteConnection } from './sqlite-connection.js';

interface ValueRow {
  revision: number;
  key: string;
  createRevision: number;
  value: Buffer;
}

interface EventRow extends ValueRow {
  deleted: number;
  priorRevision: number | null;
  priorValue: Buffer | null;
}

interface ChangeRow extends ValueRow {
  deleted: number;
  writtenAt: number | null;
}

/** The newest write of a key, as found in a store that is being opened. */
export interface HeadRow {
  readonly key: string;
  readonly revision: number;
  readonly createRevision: number;
  readonly deleted: number;
}

/** Which values of a prefix to read. */
export interface HistoryPage {
  /** The revision whose state is read. */
  readonly revision: number;
  readonly limit: number;
  /** Only keys greater than this one. */
  readonly startAfter?: string;
}

/** Which changes under a prefix to read: those after one revision and up to another. */
export interface HistorySpan {
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

const VALUE_COLUMNS = 'r.revision, r.key, r.create_revision AS createRevision, r.value';
const EVENT_COLUMNS = `${VALUE_COLUMNS}, r.deleted, p.revision AS priorRevision, p.value AS priorValue`;

/** The questions asked of the history table. Knows nothing of compaction: the caller checks what may be asked. */
export class History {
  constructor(private readonly connection: SqliteConnection) {}

  /** Returns the bytes of the whole database, with pages that are free at the moment. */
  async sizeInBytes(): Promise<number> {
    const sql = 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()';
    return (await this.connection.all<{ bytes: number }>(sql))[0].bytes;
  }

  /** Returns the value a write made; undefined when there is no such row. */
  async valueOf(revision: number): Promise<StoredValue | undefined> {
    const sql = `SELECT ${VALUE_COLUMNS} FROM record r WHERE revision = ?`;
    return (await this.connection.all<ValueRow>(sql, [revision]))[0];
  }

  /** Returns the value a key had at a revision; undefined when it did not exist then. */
  async valueAt(key: string, revision: number): Promise<StoredValue | undefined> {
    const newest = 'SELECT max(revision) FROM record WHERE key = ? AND revision <= ?';
    const sql = `SELECT ${VALUE_COLUMNS} FROM record r WHERE r.revision = (${newest}) AND r.deleted = 0`;
    return (await this.connection.all<ValueRow>(sql, [key, revision]))[0];
  }

  /** Returns the newest write of a key before a revision. */
  async changeBefore(key: string, revision: number): Promise<KeyChange | undefined> {
    const columns = `${VALUE_COLUMNS}, r.deleted, r.written_at AS writtenAt`;
    const sql = `SELECT ${columns} FROM record r WHERE r.key = ? AND r.revision < ? ORDER BY r.revision DESC LIMIT 1`;
    const [row] = await this.connection.all<ChangeRow>(sql, [key, revision]);
    return row && toChange(row);
  }

  /** Returns the values under a prefix at a revision, in order of key. */
  range(prefix: string, { revision, limit, startAfter = '' }: HistoryPage): Promise<StoredValue[]> {
    // One lower bound, because SQLite would seek to only one of two and step over everything between them.
    const [from, operator] = startAfter >= prefix ? [startAfter, '>'] : [prefix, '>='];
    // The inner query walks the covering index in key order and stops at the limit; the outer one fetches the values.
    const newest =
      'SELECT key, max(revision) AS revision, deleted FROM record ' +
      `WHERE key ${operator} ? AND key < ? AND revision <= ? GROUP BY key HAVING deleted = 0 ORDER BY key LIMIT ?`;
    const sql = `SELECT ${VALUE_COLUMNS} FROM (${newest}) h CROSS JOIN record r ON r.revision = h.revision ORDER BY h.key`;
    return this.connection.all<ValueRow>(sql, [from, prefixEnd(prefix), revision, limit]);
  }

  /** Returns the changes under a prefix after one revision and up to another, in order of revision. */
  async events(prefix: string, { after, upTo, limit }: HistorySpan): Promise<StorageEvent[]> {
    const sql =
      `SELECT ${EVENT_COLUMNS} FROM record r ` +
      'LEFT JOIN record p ON p.revision = r.previous_revision AND p.deleted = 0 ' +
      'WHERE r.revision > ? AND r.revision <= ? AND r.key >= ? AND r.key < ? ORDER BY r.revision LIMIT ?';
    const rows = await this.connection.all<EventRow>(sql, [after, upTo, prefix, prefixEnd(prefix), limit]);
    return rows.map(toEvent);
  }

  /** Returns a page of the newest write of every key, deletions included, in order of key. */
  heads(startAfter: string, limit: number): Promise<HeadRow[]> {
    const sql =
      'SELECT key, max(revision) AS revision, create_revision AS createRevision, deleted FROM record ' +
      'WHERE key > ? GROUP BY key ORDER BY key LIMIT ?';
    return this.connection.all<HeadRow>(sql, [startAfter, limit]);
  }

  /** Returns the revision of the newest row; 0 when there is none. */
  async newestRevision(): Promise<number> {
    const rows = await this.connection.all<{ newest: number | null }>('SELECT max(revision) AS newest FROM record');
    return rows[0]?.newest ?? 0;
  }

  /** Returns keys whose newest row has expired at a time in milliseconds, the longest expired first. */
  expired(now: number, limit: number): Promise<{ key: string; revision: number }[]> {
    const sql =
      'SELECT r.key, r.revision FROM record r WHERE r.expires_at IS NOT NULL AND r.expires_at <= ? ' +
      'AND NOT EXISTS (SELECT 1 FROM record n WHERE n.key = r.key AND n.revision > r.revision) ' +
      'ORDER BY r.expires_at LIMIT ?';
    return this.connection.all(sql, [now, limit]);
  }
}

function typeOf({ deleted, revision, createRevision }: Omit<ChangeRow, 'writtenAt'>): StorageEvent['type'] {
  if (deleted) return 'delete';
  return revision === createRevision ? 'create' : 'update';
}

function toChange(row: ChangeRow): KeyChange {
  const { key, revision, createRevision, value, writtenAt } = row;
  return { type: typeOf(row), key, revision, createRevision, value, ...(writtenAt !== null && { time: writtenAt }) };
}

function toEvent(row: EventRow): StorageEvent {
  const { key, revision, createRevision, value, priorRevision, priorValue } = row;
  const type = typeOf(row);
  if (priorRevision === null || priorValue === null) return { type, key, revision, createRevision, value };
  return { type, key, revision, createRevision, value, previous: { value: priorValue, revision: priorRevision } };
}
