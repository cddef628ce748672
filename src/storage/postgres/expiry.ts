import type { ExpiringStore } from '../expiry-sweeper.js';
import type { Connections } from './connections.js';
import { type History, NOW } from './history.js';

/** Finds expired keys for the server whose turn it is: of all servers, one looks in each interval. */
export class Expiry implements Pick<ExpiringStore, 'expired'> {
  private ownUntil = -Infinity;

  constructor(
    private readonly parts: { readonly connections: Connections; readonly history: History; readonly schema: string },
    private readonly intervalMs: number,
  ) {}

  /** Returns expired keys, at most `limit`; none where it is the turn of another server. The time is that of the database. */
  async expired(_now: number, limit: number): Promise<{ key: string; revision: number }[]> {
    if (performance.now() >= this.ownUntil && !(await this.takeTurn())) return [];
    return this.parts.history.expired(limit);
  }

  private async takeTurn(): Promise<boolean> {
    const begun = performance.now();
    const taken = await this.parts.connections.read({
      text:
        `UPDATE ${this.parts.schema}.property SET value = ${NOW} ` +
        `WHERE name = 'swept_at' AND (value <= ${NOW} - $1 OR value > ${NOW}) RETURNING 1 AS taken`,
      values: [this.intervalMs],
    });
    if (taken.length > 0) this.ownUntil = begun + this.intervalMs;
    return taken.length > 0;
  }
}
