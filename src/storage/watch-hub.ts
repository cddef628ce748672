import { unreachable, type StorageError } from './storage-error.js';
import type { StorageEvent, StorageListener, StorageWatch } from './storage.js';

interface LiveWatch {
  readonly prefix: string;
  readonly listener: StorageListener;
}

/** The watches that have caught up with history: hands them what is committed. */
export class WatchHub {
  private readonly watches = new Set<LiveWatch>();

  /** True without watches. */
  get isEmpty(): boolean {
    return this.watches.size === 0;
  }

  /** Adds a watch that has seen everything up to now. */
  add(prefix: string, listener: StorageListener): StorageWatch {
    const watch: LiveWatch = { prefix, listener };
    this.watches.add(watch);
    return { close: () => void this.watches.delete(watch) };
  }

  /** Delivers the events of one commit, the last of which made the store's revision `revision`. */
  publish(events: readonly StorageEvent[], revision: number): void {
    // A listener may close its own or another watch at any event; a Set skips what was deleted while it is walked.
    for (const watch of this.watches) {
      try {
        this.deliver(watch, events, revision);
      } catch (error) {
        // The writes are on disk: one broken listener must not keep their callers and the other watches from knowing.
        this.watches.delete(watch);
        watch.listener.onEnd?.(unreachable('the listener failed', error));
      }
    }
  }

  /** Ends all watches. */
  end(error?: StorageError): void {
    const ended = [...this.watches];
    this.watches.clear();
    for (const { listener } of ended) listener.onEnd?.(error);
  }

  private deliver(watch: LiveWatch, events: readonly StorageEvent[], revision: number): void {
    for (const event of events) {
      if (!this.watches.has(watch)) return;
      if (event.key.startsWith(watch.prefix)) watch.listener.onEvent(event);
    }
    if (this.watches.has(watch)) watch.listener.onProgress?.(revision);
  }
}
