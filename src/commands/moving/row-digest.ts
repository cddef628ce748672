import { createHash } from 'node:crypto';
import type { StoredRow } from '../../storage/index.js';

const MODULUS = 1n << 256n;

/** Counts rows and sums their hashes, so that two stores can be compared whose rows come in different orders. */
export class RowDigest {
  count = 0;
  private sum = 0n;

  /** `withRevisions` also compares revisions, deletions and times; without, keys and values. */
  constructor(private readonly withRevisions: boolean) {}

  /** Adds rows. */
  add(rows: readonly StoredRow[]): void {
    for (const row of rows) this.addOne(row);
  }

  /** Returns the number of rows and the sum, as text. */
  toString(): string {
    return `${this.count} rows, digest ${this.sum.toString(16).padStart(64, '0')}`;
  }

  private addOne(row: StoredRow): void {
    const { key, value, revision, createRevision, previousRevision, isDeleted, expiresAt } = row;
    const rest = [
      revision,
      createRevision,
      previousRevision,
      isDeleted,
      expiresAt === null ? '' : Math.round(expiresAt),
    ];
    const hash = createHash('sha256').update(this.withRevisions ? `${rest.join(' ')} ${key}\0` : `${key}\0`);
    this.sum = (this.sum + BigInt(`0x${hash.update(value).digest('hex')}`)) % MODULUS;
    this.count += 1;
  }
}
