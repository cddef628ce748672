import type { CacheEntry, CacheEvent, CacheWatchEnd, CacheWatchSink, Ingest } from '../../src/storage/index.js';
import type { StorageError } from '../../src/storage/index.js';

/** The one value that `ingestText` cannot read. */
export const UNREADABLE = '?';

/** Keeps a value as it is; the text before a colon is its `tier` label. */
export const ingestText: Ingest = ({ key, value, revision, createRevision }): CacheEntry => {
  if (value.toString() === UNREADABLE) {
    const nothing = { bytes: Buffer.alloc(0), labels: undefined, fields: {} };
    return { key, revision, createRevision, ...nothing, unreadable: 'it is not text' };
  }
  const labels = { tier: value.toString().split(':')[0]! };
  return { key, revision, createRevision, bytes: value, labels, fields: { 'metadata.name': key.split('/').at(-1)! } };
};

/** A watch sink that records its events, for tests. */
export class RecordingSink implements CacheWatchSink {
  readonly events: CacheEvent[] = [];
  readyAt: number | undefined;
  /** The revision of the initial objects, and how many events had come when the last of them had. */
  initialEnd: { readonly revision: number; readonly events: number } | undefined;
  reason: CacheWatchEnd | undefined;
  error: StorageError | undefined;

  onEvent(event: CacheEvent): boolean | void {
    this.events.push(event);
  }

  onInitialEnd(revision: number): void {
    this.initialEnd = { revision, events: this.events.length };
  }

  onReady(revision: number): void {
    this.readyAt = revision;
  }

  onEnd(reason: CacheWatchEnd, error?: StorageError): void {
    this.reason = reason;
    this.error = error;
  }

  /** The events as `TYPE name value`, in the order they came. */
  lines(): string[] {
    return this.events.map(({ type, entry }) => `${type} ${entry.key.split('/').at(-1)!} ${entry.bytes.toString()}`);
  }
}

/** A sink that takes `room` events, then refuses until it is given more. */
export class PacedSink extends RecordingSink {
  private wake: (() => void) | undefined;

  constructor(private room: number) {
    super();
  }

  /** True if someone waits for room. */
  get isWaitedFor(): boolean {
    return this.wake !== undefined;
  }

  override onEvent(event: CacheEvent): boolean {
    super.onEvent(event);
    this.room -= 1;
    return this.room > 0;
  }

  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  /** Takes so many more events. */
  give(room: number): void {
    this.room = room;
    const wake = this.wake;
    this.wake = undefined;
    wake?.();
  }
}
