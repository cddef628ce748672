import type { StorageError } from '../storage-error.js';
import type { StorageEvent } from '../storage.js';
import type { Head, PendingHead } from './head.js';

/** One row of the history table, as it is written. */
export interface NewRow {
  readonly revision: number;
  readonly key: string;
  readonly createRevision: number;
  readonly previousRevision: number;
  readonly isDeleted: boolean;
  readonly expiresAt: number | null;
  readonly value: Buffer;
}

/** A write whose guard held and which has its revision, but is not on disk yet. */
export class PendingWrite implements PendingHead {
  /** Resolves with its revision when the write is on disk and its event delivered; rejects when it failed. */
  readonly done: Promise<number>;
  private resolve: (revision: number) => void;
  private reject: (error: StorageError) => void;

  constructor(
    readonly row: NewRow,
    /** The head of the key before and after. */
    readonly before: Head | undefined,
    readonly after: Head,
  ) {
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    after.pending = this;
  }

  /** Returns the event for watchers, with the Buffer of the caller. */
  event(): StorageEvent {
    const { key, revision, createRevision, value, isDeleted } = this.row;
    const type = isDeleted ? 'delete' : revision === createRevision ? 'create' : 'update';
    return { type, key, revision, createRevision, value };
  }

  /** Reports to the caller that the write is on disk. */
  succeed(): void {
    this.resolve(this.row.revision);
  }

  /** Reports to the caller that nothing was written. */
  fail(error: StorageError): void {
    this.reject(error);
  }

  settled(): Promise<void> {
    return this.done.then(ignore, ignore);
  }
}

function ignore(): void {}
