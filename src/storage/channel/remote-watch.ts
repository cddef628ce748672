import { type StorageError, unreachable } from '../storage-error.js';
import type { StorageEvent, StorageListener, StorageWatch } from '../storage.js';
import { decode } from './codec.js';
import { DESCRIPTION_LENGTH_BYTES } from './event-bodies.js';
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
    const { progress, events, values } = takeApart(body);
    try {
      for (const event of events) {
        listener.onEvent(this.fromWire(event, values));
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

  private fromWire(event: WireEvent, values: ValueReader): StorageEvent {
    const [type, key, revision, createRevision, valueBytes, peer, request, previousRevision, previousBytes] = event;
    const sent = values.next(valueBytes);
    const own = peer === 0 ? undefined : this.parts.ownValue(peer, request);
    const read = { type: EVENT_TYPES[type]!, key, revision, createRevision, value: own ?? copyOf(sent) };
    if (previousBytes < 0) return read;
    return { ...read, previous: { value: copyOf(values.next(previousBytes)), revision: previousRevision } };
  }
}

/** Reads the body of a frame. Throws where its values are not as long as it says. */
function takeApart(body: Buffer): { progress: number; events: readonly WireEvent[]; values: ValueReader } {
  const behind = DESCRIPTION_LENGTH_BYTES + body.readUInt32BE(0);
  const [progress, events] = decode<WireEvents>(body.subarray(DESCRIPTION_LENGTH_BYTES, behind));
  let end = behind;
  for (const [, , , , valueBytes, , , , previousBytes] of events) end += valueBytes + Math.max(previousBytes, 0);
  if (end !== body.length) throw new Error(`events of ${end} bytes came in ${body.length}`);
  return { progress, events, values: new ValueReader(body, behind) };
}

/** Reads values that are behind one another. */
class ValueReader {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  /** A view on the next value. */
  next(length: number): Buffer {
    const begin = this.at;
    this.at += length;
    return this.bytes.subarray(begin, this.at);
  }
}

/** Returns a copy that keeps no more alive than itself: caches keep values for long, and received bytes hold many of them. */
export function copyOf(view: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(view.length);
  view.copy(copy);
  return copy;
}
