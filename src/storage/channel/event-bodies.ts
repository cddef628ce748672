import type { StorageEvent } from '../storage.js';
import { encode } from './codec.js';
import { EVENT_TYPES, type WireEvent, type WireEvents } from './protocol.js';

/** The write through a channel that a value came with. */
export interface WriteOrigin {
  readonly peer: number;
  readonly request: number;
}

interface EncodedGroup {
  readonly last: StorageEvent;
  readonly progress: number;
  readonly body: Buffer;
}

/**
 * Encodes groups of changes, each once for all channels: an engine gives the same event objects to all watches. Knows
 * which values came through a channel.
 */
export class EventBodies {
  /** By the first event of the group. */
  private readonly groups = new WeakMap<StorageEvent, EncodedGroup>();
  private readonly origins = new WeakMap<Buffer, WriteOrigin>();

  /** Notes where a value comes from that is about to be written. */
  noteOrigin(value: Buffer, origin: WriteOrigin): void {
    this.origins.set(value, origin);
  }

  /** The body of a frame with these events, and the revision that is reached after them; 0 where more follow. */
  of(events: readonly StorageEvent[], progress: number): Buffer {
    if (events.length === 0) return encode([progress, []] satisfies WireEvents);
    const [first] = events;
    const last = events[events.length - 1];
    const known = this.groups.get(first);
    if (known?.last === last && known.progress === progress) return known.body;
    const body = encode([progress, events.map((event) => this.toWire(event))] satisfies WireEvents);
    this.groups.set(first, { last, progress, body });
    return body;
  }

  private toWire({ type, key, revision, createRevision, value, previous }: StorageEvent): WireEvent {
    const origin = this.origins.get(value);
    return [
      EVENT_TYPES.indexOf(type),
      key,
      revision,
      createRevision,
      value,
      origin?.peer ?? 0,
      origin?.request ?? 0,
      previous?.revision ?? 0,
      previous?.value,
    ];
  }
}
