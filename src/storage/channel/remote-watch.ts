import { type StorageError, unreachable } from '../storage-error.js';
import type { StorageEvent, StorageListener, StorageWatch } from '../storage.js';
import { decode } from './codec.js';
import { EVENT_TYPES, type WireEvent, type WireEvents } from './protocol.js';

/** The dependencies of a watch. */
export interface RemoteWatchParts {
  readonly listener: StorageListener;
  /** The value of a write of this process that has no result yet. */
  readonly ownValue: (peer: number, request: number) => Buffer | undefined;
  /** Called once when it is over. */
  readonly onClosed: () => void;
}

/** One watch on a store behind a channel. */
export class RemoteWatch implements StorageWatch {
  private isOver = false;

  constructor(private readonly parts: RemoteWatchParts) {}

  close(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.parts.onClosed();
  }

  /** Delivers the events of a frame. */
  deliver(body: Buffer): void {
    if (this.isOver) return;
    const { listener } = this.parts;
    const [progress, events] = decode<WireEvents>(body);
    try {
      for (const event of events) {
        listener.onEvent(this.fromWire(event));
        if (this.isOver) return;
      }
      if (progress > 0) listener.onProgress?.(progress);
    } catch (error) {
      // One broken listener must not keep the others from knowing.
      this.close();
      listener.onEnd?.(unreachable('the listener failed', error));
    }
  }

  /** Ends it, because the store or the channel has. */
  end(error?: StorageError): void {
    if (this.isOver) return;
    this.close();
    this.parts.listener.onEnd?.(error);
  }

  private fromWire([type, key, revision, createRevision, value, ...origin]: WireEvent): StorageEvent {
    const [peer, request, previousRevision, previousValue] = origin;
    const own = peer === 0 ? undefined : this.parts.ownValue(peer, request);
    const event = { type: EVENT_TYPES[type], key, revision, createRevision, value: own ?? copyOf(value) };
    if (!previousValue) return event;
    return { ...event, previous: { value: copyOf(previousValue), revision: previousRevision } };
  }
}

/** A copy that keeps no more alive than itself: caches keep values for long, and received bytes hold many of them. */
export function copyOf(view: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(view.length);
  view.copy(copy);
  return copy;
}
