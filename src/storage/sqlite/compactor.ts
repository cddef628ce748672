import type { CommitQueue } from './commit-queue.js';
import type { SqliteConnection } from './sqlite-connection.js';

/** Revisions looked at per step: small enough that a write waiting for its turn does not notice. */
const STEP_REVISIONS = 256;
const SUPERSEDED = 'SELECT previous_revision FROM record WHERE revision > ?1 AND revision <= ?2';
const NEXT = 'SELECT min(revision) AS next FROM record WHERE revision > ?1 AND revision <= ?2';
const TOMBSTONES = 'SELECT revision FROM record WHERE revision > ?1 AND revision <= ?2 AND deleted = 1';
const REMEMBER =
  'INSERT INTO property(name, value) VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value';
/** Compactions may overlap: the stored number never goes back. */
const ADVANCE =
  'INSERT INTO property(name, value) VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET value = max(value, excluded.value)';
const FILL =
  'INSERT INTO property(name, value) VALUES (?, zeroblob(?)) ON CONFLICT(name) DO UPDATE SET value = excluded.value';

/**
 * Discards history. The new limit is stored first and the rows are deleted afterwards in steps between commits, so a
 * crash leaves rows too many, never too few; the next compaction deletes those too.
 */
export class Compactor {
  private limit = 0;
  private purged = 0;

  constructor(
    private readonly connection: SqliteConnection,
    private readonly queue: CommitQueue,
  ) {}

  /** The oldest readable revision. */
  get compactedRevision(): number {
    return this.limit;
  }

  /** Reads how far earlier compactions came. */
  async load(): Promise<void> {
    const rows = await this.connection.all<{ name: string; value: number }>('SELECT name, value FROM property');
    const properties = new Map(rows.map(({ name, value }) => [name, value]));
    this.limit = properties.get('compacted_revision') ?? 0;
    this.purged = properties.get('purged_revision') ?? 0;
  }

  /** Discards history before `revision`, which must be committed. */
  async compact(revision: number): Promise<void> {
    if (revision <= this.limit) return;
    await this.advance('compacted_revision', revision);
    this.limit = Math.max(this.limit, revision);
    await this.purge(revision);
  }

  /** Writes as many meaningless bytes, as every write is written, and gives their room back. */
  async writeNothing(bytes: number): Promise<void> {
    if (bytes > 0) await this.queue.runExclusive(() => this.connection.run(FILL, ['probe', bytes]));
    await this.queue.runExclusive(() => this.connection.run(REMEMBER, ['probe', Date.now()]));
  }

  /**
   * Deletes what the revisions up to the limit have replaced. Only those after the last purge need to be looked at:
   * each names the row it replaced, and what an earlier one replaced is gone.
   */
  private async purge(revision: number): Promise<void> {
    const sql = `DELETE FROM record WHERE revision IN (${SUPERSEDED} UNION ALL ${TOMBSTONES})`;
    let from = await this.queue.runExclusive(() => this.beforeNext(this.purged, revision));
    while (from < revision) {
      const to = Math.min(from + STEP_REVISIONS, revision);
      from = await this.queue.runExclusive(async () => {
        await this.connection.run(sql, [from, to]);
        return this.beforeNext(to, revision);
      });
    }
    await this.advance('purged_revision', revision);
    this.purged = Math.max(this.purged, revision);
  }

  /** The revision before the next one that has a row; the limit if there is none: a restored store leaves many out. */
  private async beforeNext(from: number, limit: number): Promise<number> {
    const [row] = await this.connection.all<{ next: number | null }>(NEXT, [from, limit]);
    return row?.next ? row.next - 1 : limit;
  }

  private advance(name: string, value: number): Promise<void> {
    return this.queue.runExclusive(() => this.connection.run(ADVANCE, [name, value]));
  }
}
