import type { Connections } from './connections.js';

/** Rows looked at per step: a step is over soon. */
const STEP_ROWS = 1000;

/**
 * Discards history. The new limit is stored first and rows are deleted afterwards in steps, so that rows too many are left
 * where that breaks off; the next compaction deletes those too. Several servers may compact: each keeps its stretch of
 * history, and they share the work.
 */
export class Compaction {
  constructor(
    private readonly connections: Connections,
    private readonly schema: string,
  ) {}

  /** Discards history before a revision, which must be committed. */
  async compact(revision: number): Promise<void> {
    const { schema } = this;
    await this.connections.read({
      text:
        `UPDATE ${schema}.store SET compacted_revision = $1 WHERE id = 1 ` +
        'AND compacted_revision < $1 AND revision >= $1',
      values: [revision],
    });
    while ((await this.purge(revision)) < revision);
  }

  private async purge(revision: number): Promise<number> {
    const text = `SELECT ${this.schema}.purge_some($1, $2) AS reached`;
    const [row] = await this.connections.read<{ reached: number }>({ text, values: [revision, STEP_ROWS] });
    return row!.reached;
  }
}
