import type { Head } from './head.js';
import type { PendingWrite } from './pending-write.js';

/**
 * The newest row of every key, so that guards are checked and revisions assigned without reading the disk. Deleted keys
 * are retained until their tombstones are compacted, because a new row has to name the row it follows.
 */
export class HeadIndex {
  private readonly heads = new Map<string, Head>();
  private tombstones: { key: string; revision: number }[] = [];

  /** Returns the newest write of the key, which may be a deletion. */
  get(key: string): Head | undefined {
    return this.heads.get(key);
  }

  /** Sets a new head. */
  set(key: string, head: Head): void {
    this.heads.set(key, head);
    if (head.isDeleted) this.tombstones.push({ key, revision: head.revision });
  }

  /** Marks the head a write made as being on disk. */
  markWritten(write: PendingWrite): void {
    write.after.pending = undefined;
  }

  /** Takes a failed write back. Writes of one key must be taken back newest first. */
  restore(write: PendingWrite): void {
    if (write.before) this.heads.set(write.row.key, write.before);
    else this.heads.delete(write.row.key);
  }

  /** Drops deleted keys whose tombstones, at or before `revision`, are no longer stored. */
  forgetTombstones(revision: number): void {
    const gone = this.tombstones.filter((tombstone) => tombstone.revision <= revision);
    this.tombstones = this.tombstones.filter((tombstone) => tombstone.revision > revision);
    for (const { key, revision: deletedAt } of gone) {
      if (this.heads.get(key)?.revision === deletedAt) this.heads.delete(key);
    }
  }
}
