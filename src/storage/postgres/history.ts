import { prefixEnd } from '../key-range.js';
import type { KeyChange, StorageEvent, StoredValue } from '../storage.js';
import type { Connections } from './connections.js';

/** How far the store is, as one statement saw it. */
export interface StoreState {
  /** The revision of the last committed write. */
  readonly newest: number;
  /** The oldest revision that can be read. */
  readonly oldest: number;
}

/** The result of a statement, with the state of the store at that moment. */
export interface Seen<T> extends StoreState {
  readonly found: T;
}

/** Which values of a prefix to read. */
export interface HistoryPage {
  /** The revision whose state is read; 0 for the newest. */
  readonly revision: number;
  readonly limit: number;
  /** Only keys greater than this one. */
  readonly startAfter?: string;
}

/** Which changes to read: those after one revision and up to another. */
export interface HistorySpan {
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

interface ValueRow {
  readonly revision: number;
  readonly key: string;
  readonly create_revision: number;
  readonly value: Buffer;
}

interface EventRow extends ValueRow {
  readonly deleted: boolean;
  readonly prior_revision?: number | null;
  readonly prior_value?: Buffer | null;
}

type WithState<Row> = StoreState & (Row | { readonly revision: null });

const STATE = 's.revision AS newest, s.compacted_revision AS oldest';

/** The questions asked of the tables. Each is one statement, whose parts all see the same moment. */
export class History {
  constructor(
    private readonly connections: Connections,
    private readonly schema: string,
  ) {}

  /** Returns how far the store is. */
  async state(): Promise<StoreState> {
    const [state] = await this.connections.read<StoreState>({
      name: 'state',
      text: `SELECT ${STATE} FROM ${this.schema}.store s WHERE s.id = 1`,
    });
    return state!;
  }

  /** Returns the value of a key at a revision, 0 for the newest; undefined where it does not exist then. */
  async valueAt(key: string, revision: number): Promise<Seen<StoredValue | undefined>> {
    const row =
      `SELECT * FROM ${this.schema}.record r WHERE r.key = $1 ` +
      'AND r.revision <= CASE WHEN $2::bigint = 0 THEN s.revision ELSE $2::bigint END ORDER BY r.revision DESC LIMIT 1';
    const { found, ...state } = await this.seen<EventRow>({ name: 'value', lateral: row, values: [key, revision] });
    const value = found[0];
    return { ...state, found: value && !value.deleted ? storedValue(value) : undefined };
  }

  /** Returns the newest change of a key before a revision, 0 for any. */
  async changeBefore(key: string, revision: number): Promise<Seen<KeyChange | undefined>> {
    const row =
      `SELECT * FROM ${this.schema}.record r WHERE r.key = $1 ` +
      'AND ($2::bigint = 0 OR r.revision < $2::bigint) ORDER BY r.revision DESC LIMIT 1';
    const { found, ...state } = await this.seen<EventRow>({ lateral: row, values: [key, revision] });
    const change = found[0];
    return { ...state, found: change && toEvent(change) };
  }

  /** Returns the values under a prefix at a revision, in order of key. */
  async range(prefix: string, { revision, limit, startAfter = '' }: HistoryPage): Promise<Seen<StoredValue[]>> {
    const [from, operator] = startAfter >= prefix ? [startAfter, '>'] : [prefix, '>='];
    const rows =
      'SELECT * FROM (SELECT DISTINCT ON (r.key) r.key, r.revision, r.create_revision, r.deleted, r.value ' +
      `FROM ${this.schema}.record r WHERE r.key ${operator} $1 AND r.key < $2 ` +
      'AND r.revision <= CASE WHEN $3::bigint = 0 THEN s.revision ELSE $3::bigint END ' +
      'ORDER BY r.key, r.revision DESC) n WHERE NOT n.deleted ORDER BY n.key LIMIT $4';
    const seen = await this.seen<ValueRow>({ lateral: rows, values: [from, endOf(prefix), revision, limit] });
    return { ...seen, found: seen.found.map(storedValue) };
  }

  /** Returns the changes under a prefix in a span, with the states before, in order of revision. */
  async events(prefix: string, { after, upTo, limit }: HistorySpan): Promise<Seen<StorageEvent[]>> {
    const rows =
      'SELECT r.*, p.revision AS prior_revision, p.value AS prior_value ' +
      `FROM ${this.schema}.record r LEFT JOIN ${this.schema}.record p ` +
      'ON p.revision = r.previous_revision AND NOT p.deleted ' +
      'WHERE r.revision > $1 AND r.revision <= $2 AND r.key >= $3 AND r.key < $4 ORDER BY r.revision LIMIT $5';
    const values = [after, upTo, prefix, endOf(prefix), limit];
    const seen = await this.seen<EventRow>({ lateral: rows, values });
    return { ...seen, found: seen.found.map(toEvent) };
  }

  /** Returns all changes after a revision, without the states before, in order of revision. */
  async changesAfter(after: number, limit: number): Promise<Seen<ChangeRow[]>> {
    const rows = `SELECT r.* FROM ${this.schema}.record r WHERE r.revision > $1 ORDER BY r.revision LIMIT $2`;
    const seen = await this.seen<EventRow & { previous_revision: number }>({
      name: 'changes',
      lateral: rows,
      values: [after, limit],
    });
    return { ...seen, found: seen.found.map((row) => ({ event: toEvent(row), before: row.previous_revision })) };
  }

  /** Returns keys whose newest row has expired, the longest expired first. */
  expired(limit: number): Promise<{ key: string; revision: number }[]> {
    const { schema } = this;
    return this.connections.read({
      text:
        `SELECT r.key, r.revision FROM ${schema}.record r WHERE r.expires_at <= ${NOW} ` +
        `AND NOT EXISTS (SELECT 1 FROM ${schema}.record n WHERE n.key = r.key AND n.revision > r.revision) ` +
        'ORDER BY r.expires_at LIMIT $1',
      values: [limit],
    });
  }

  /** Returns the bytes of the tables with their indexes. */
  async sizeInBytes(): Promise<number> {
    const sizes = ['record', 'store', 'property'].map((table) => `pg_total_relation_size('${this.schema}.${table}')`);
    const [row] = await this.connections.read<{ bytes: number }>({ text: `SELECT ${sizes.join(' + ')} AS bytes` });
    return row!.bytes;
  }

  /** The state of the store, and the rows of a query that may refer to it as `s`. */
  private async seen<Row extends { readonly revision: number }>({
    name,
    lateral,
    values,
  }: LateralQuery): Promise<Seen<Row[]>> {
    const text = `SELECT ${STATE}, q.* FROM ${this.schema}.store s LEFT JOIN LATERAL (${lateral}) q ON true WHERE s.id = 1`;
    const rows = await this.connections.read<WithState<Row>>({ name, text, values });
    const { newest, oldest } = rows[0]!;
    return { newest, oldest, found: rows[0]!.revision === null ? [] : (rows as unknown as Row[]) };
  }
}

/** A change, and the revision of the row that it follows. */
export interface ChangeRow {
  readonly event: StorageEvent;
  readonly before: number;
}

interface LateralQuery {
  readonly name?: string;
  readonly lateral: string;
  readonly values: unknown[];
}

/** The time of the server in milliseconds since the epoch. */
export const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** Keys are ASCII: in the collation "C" nothing in them is above this. */
function endOf(prefix: string): string {
  return prefix === '' ? '\u007f' : prefixEnd(prefix);
}

function storedValue({ key, value, revision, create_revision: createRevision }: ValueRow): StoredValue {
  return { key, value, revision, createRevision };
}

function toEvent(row: EventRow): StorageEvent {
  const { key, revision, create_revision: createRevision, value, prior_revision: prior, prior_value: last } = row;
  const type = row.deleted ? 'delete' : revision === createRevision ? 'create' : 'update';
  if (prior == null || last == null) return { type, key, revision, createRevision, value };
  return { type, key, revision, createRevision, value, previous: { value: last, revision: prior } };
}
