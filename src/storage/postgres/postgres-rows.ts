import type { PostgresSettings } from '../postgres-settings.js';
import { ROW_PAGE, type RowStore, type RowStoreState, type StoredRow } from '../row-store.js';
import { Connections } from './connections.js';

interface Row {
  readonly revision: number;
  readonly key: string;
  readonly create_revision: number;
  readonly previous_revision: number;
  readonly deleted: boolean;
  readonly expires_at: number | null;
  readonly value: Buffer;
}

/** The rows of a store in PostgreSQL, which no server may have open. */
export class PostgresRows implements RowStore {
  readonly keepsRevisions = true;
  readonly hasKubernetesForm = false;

  private constructor(
    private readonly connections: Connections,
    private readonly schema: string,
  ) {}

  /** Opens the store in a schema, and makes it when there is none. */
  static async open(settings: PostgresSettings): Promise<PostgresRows> {
    return new PostgresRows(await Connections.open(settings), settings.schema);
  }

  async state(): Promise<RowStoreState> {
    const { schema } = this;
    const [state] = await this.connections.read<RowStoreState>({
      text:
        'SELECT s.revision AS newest, s.compacted_revision AS oldest, p.value AS purged ' +
        `FROM ${schema}.store s JOIN ${schema}.property p ON p.name = 'purged_revision'`,
    });
    return state!;
  }

  async isEmpty(): Promise<boolean> {
    const rows = await this.connections.read({ text: `SELECT 1 FROM ${this.schema}.record LIMIT 1` });
    return rows.length === 0 && (await this.state()).newest === 1;
  }

  async *rows({ newest }: { readonly newest: boolean }): AsyncIterable<readonly StoredRow[]> {
    const { schema } = this;
    const isNewest =
      'AND NOT r.deleted AND NOT EXISTS ' +
      `(SELECT 1 FROM ${schema}.record n WHERE n.key = r.key AND n.revision > r.revision)`;
    const text = `SELECT r.* FROM ${schema}.record r WHERE r.revision > $1 ${newest ? isNewest : ''} ORDER BY r.revision LIMIT $2`;
    for (let after = 0; ;) {
      const rows = await this.connections.read<Row>({ text, values: [after, ROW_PAGE] });
      if (rows.length === 0) return;
      yield rows.map(toStoredRow);
      after = rows.at(-1)!.revision;
    }
  }

  async write(rows: readonly StoredRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.connections.write({
      text:
        `INSERT INTO ${this.schema}.record ` +
        '(revision, key, create_revision, previous_revision, deleted, expires_at, value) ' +
        'SELECT g.revision, g.key, g.created, g.previous, g.deleted, g.expires_at, ' +
        'substring($8::bytea FROM g.start::integer + 1 FOR g.length) FROM (SELECT t.*, ' +
        'sum(t.length) OVER (ORDER BY t.place) - t.length AS start FROM unnest($1::bigint[], $2::text[], $3::bigint[], ' +
        '$4::bigint[], $5::boolean[], $6::bigint[], $7::integer[]) WITH ORDINALITY ' +
        'AS t(revision, key, created, previous, deleted, expires_at, length, place)) g',
      values: parametersOf(rows),
    });
  }

  async finish({ newest, oldest, purged }: RowStoreState): Promise<void> {
    const { schema } = this;
    const numbers = `UPDATE ${schema}.property SET value = $1 WHERE name = 'purged_revision'`;
    await this.connections.write({ text: numbers, values: [purged] });
    const counter = `UPDATE ${schema}.store SET revision = $1, compacted_revision = $2`;
    await this.connections.write({ text: counter, values: [newest, oldest] });
  }

  async clear(): Promise<void> {
    await this.connections.write({ text: `TRUNCATE ${this.schema}.record` });
    await this.finish({ newest: 1, oldest: 0, purged: 0 });
  }

  close(): Promise<void> {
    return this.connections.close();
  }
}

function toStoredRow(row: Row): StoredRow {
  const { revision, key, value, expires_at: expiresAt, deleted: isDeleted } = row;
  const { create_revision: createRevision, previous_revision: previousRevision } = row;
  return { revision, key, createRevision, previousRevision, isDeleted, expiresAt, value };
}

function parametersOf(rows: readonly StoredRow[]): unknown[] {
  return [
    rows.map(({ revision }) => revision),
    rows.map(({ key }) => key),
    rows.map(({ createRevision }) => createRevision),
    rows.map(({ previousRevision }) => previousRevision),
    rows.map(({ isDeleted }) => isDeleted),
    rows.map(({ expiresAt }) => (expiresAt === null ? null : Math.round(expiresAt))),
    rows.map(({ value }) => value.length),
    Buffer.concat(rows.map(({ value }) => value)),
  ];
}
