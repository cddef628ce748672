import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StorageError } from '../storage-error.js';
import type { PendingWrite } from './pending-write.js';
import { RecordInserts } from './record-inserts.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { toStorageError } from './sqlite-errors.js';

/** A batch is one statement, so its size is bounded by what one sync may hold up. */
const MAX_BATCH_ROWS = 512;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** Receives the result of batches, synchronously, before the callers of their writes do. */
export interface CommitObserver {
  /** Called when the writes, in revision order, are on disk. */
  onCommitted(writes: readonly PendingWrite[]): void;
  /** Called when the writes, in revision order, are not on disk and never will be. */
  onFailed(writes: readonly PendingWrite[]): void;
}

interface Task {
  run(): Promise<void>;
}

/**
 * The only user of the writing connection. While one batch is synced the next one gathers, so the number of syncs per
 * second does not bound the number of writes. Other statements that write take their turn between batches.
 */
export class CommitQueue {
  private writes: PendingWrite[] = [];
  private readonly tasks: Task[] = [];
  private readonly inserts: RecordInserts;
  private running: Promise<void> | undefined;

  constructor(
    connection: SqliteConnection,
    private readonly observer: CommitObserver,
    /** The time in milliseconds since the epoch. */
    private readonly now: () => number,
  ) {
    this.inserts = new RecordInserts(connection);
  }

  /** Takes a write; revisions must rise from call to call. */
  add(write: PendingWrite): void {
    this.writes.push(write);
    this.start();
  }

  /** Runs `work` while no batch is being written. */
  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.tasks.push({ run: () => work().then(resolve, reject) });
      this.start();
    });
  }

  /** Resolves when nothing is left to write, and the connection may be closed. */
  async end(): Promise<void> {
    while (this.running) await this.running;
    await this.inserts.close();
  }

  private start(): void {
    this.running ??= this.run().finally(() => {
      this.running = undefined;
      if (this.writes.length > 0 || this.tasks.length > 0) this.start();
    });
  }

  private async run(): Promise<void> {
    while (this.writes.length > 0 || this.tasks.length > 0) {
      // One turn of the event loop lets everyone who waited for the last batch come back with the next write.
      await nextTurn();
      if (this.writes.length > 0) await this.commit(this.takeBatch());
      await this.tasks.shift()?.run();
    }
  }

  private takeBatch(): PendingWrite[] {
    let bytes = 0;
    let count = 0;
    while (count < this.writes.length && count < MAX_BATCH_ROWS && bytes < MAX_BATCH_BYTES) {
      bytes += this.writes[count]!.row.value.length;
      count += 1;
    }
    return this.writes.splice(0, count);
  }

  private async commit(batch: PendingWrite[]): Promise<void> {
    try {
      // A single statement outside BEGIN is its own transaction: one trip to the thread pool, one sync.
      await this.inserts.write(batch, Math.floor(this.now()));
    } catch (error) {
      this.failBatch(batch, toStorageError(error, 'writing the store'));
      return;
    }
    this.observer.onCommitted(batch);
    for (const write of batch) write.succeed();
  }

  /** Fails the batch and every waiting write that built on a key of it; the others are still good. */
  private failBatch(batch: PendingWrite[], error: StorageError): void {
    const keys = new Set(batch.map((write) => write.row.key));
    const dependents = this.writes.filter((write) => keys.has(write.row.key));
    this.writes = this.writes.filter((write) => !keys.has(write.row.key));
    const failed = [...batch, ...dependents];
    this.observer.onFailed(failed);
    for (const write of failed) write.fail(error);
  }
}
