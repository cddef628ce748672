import {
  type StorageError,
  type StorageEvent,
  type StorageListener,
  type StorageWatch,
  unreachable,
} from '../../storage/index.js';

interface LiveListener {
  readonly prefix: string;
  readonly listener: StorageListener;
}

/** The listeners that follow a store live. */
export class Listeners {
  private readonly all = new Set<LiveListener>();

  /** Adds a listener that has seen everything up to now. */
  add(prefix: string, listener: StorageListener): StorageWatch {
    const live = { prefix, listener };
    this.all.add(live);
    return { close: () => void this.all.delete(live) };
  }

  /** Delivers changes, the last of which made the store's revision `revision`. */
  publish(events: readonly StorageEvent[], revision: number): void {
    for (const live of this.all) {
      try {
        this.deliver(live, events, revision);
      } catch (error) {
        this.all.delete(live);
        live.listener.onEnd?.(unreachable('the listener failed', error));
      }
    }
  }

  /** Ends all. */
  end(error?: StorageError): void {
    const ended = [...this.all];
    this.all.clear();
    for (const { listener } of ended) listener.onEnd?.(error);
  }

  private deliver(live: LiveListener, events: readonly StorageEvent[], revision: number): void {
    for (const event of events) {
      // A listener may close its own or another watch at any event.
      if (!this.all.has(live)) return;
      if (event.key.startsWith(live.prefix)) live.listener.onEvent(event);
    }
    if (this.all.has(live)) live.listener.onProgress?.(revision);
  }
}
