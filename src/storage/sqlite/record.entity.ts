import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * One write, kept until compacted: the table is the history of the store, and the newest row of a key is its state.
 * Written once, never updated.
 */
@Entity('record')
@Index('record_key_previous', ['key', 'previousRevision'], { unique: true })
@Index('record_key_revision', ['key', 'revision', 'createRevision', 'deleted'])
@Index('record_expires', ['expiresAt'], { where: 'expires_at IS NOT NULL' })
export class RecordEntity {
  /** The revision of the store this write made. */
  @PrimaryColumn({ type: 'integer' })
  revision: number;

  @Column({ type: 'text' })
  key: string;

  /** The revision at which this life of the key began. */
  @Column({ name: 'create_revision', type: 'integer' })
  createRevision: number;

  /** The row of the same key this one follows; 0 for none. */
  @Column({ name: 'previous_revision', type: 'integer' })
  previousRevision: number;

  /** 1 when this write deleted the key. */
  @Column({ type: 'integer' })
  deleted: number;

  /** When the key is to be deleted, in milliseconds since the epoch; null for never. */
  @Column({ name: 'expires_at', type: 'integer', nullable: true })
  expiresAt: number | null;

  /** The value; of a deletion, the last one. */
  @Column({ type: 'blob' })
  value: Buffer;

  /** When it was written, in milliseconds since the epoch; null for rows of versions that did not note it. */
  @Column({ name: 'written_at', type: 'integer', nullable: true })
  writtenAt: number | null;
}
