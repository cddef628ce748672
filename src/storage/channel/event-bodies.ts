import type { StorageEvent } from '../storage.js';
import { encode } from './codec.js';
import { EVENT_TYPES, type WireEvent, type WireEvents } from './protocol.js';

/** Bytes of the length in front of the description of events. */
export const DESCRIPTION_LENGTH_BYTES = 4;

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
 * Encodes groups of changes, each once for all channels: an engine gives the same event objects to all watches in one turn.
 * Knows which values came through a channel.
 */
export class EventBodies {
  /** Those of this turn, by the first event. */
  private readonly groups = new Map<StorageEvent, EncodedGroup>();
  private readonly origins = new Map<Buffer, WriteOrigin>();

  /** Records where a value comes from that is about to be written; until `forgetOrigin`. */
  noteOrigin(value: Buffer, origin: WriteOrigin): void {
    this.origins.set(value, origin);
  }

  /** Forgets where a value came from that was written, or will not be. */
  forgetOrigin(value: Buffer): void {
    this.origins.delete(value);
  }

  /** Returns the body of a frame with these events, and the revision that is reached after them; 0 where more follow. */
  of(events: readonly StorageEvent[], progress: number): Buffer {
    if (events.length === 0) return bodyOf([progress, []], []);
    const first = events[0]!;
    const last = events[events.length - 1]!;
    const known = this.groups.get(first);
    if (known?.last === last && known.progress === progress) return known.body;
    const body = bodyOf(
      [progress, events.map((event) => this.toWire(event))],
      events.flatMap(({ value, previous }) => (previous ? [value, previous.value] : value)),
    );
    // The keys of a weak map cost garbage collection more than clearing this one.
    if (this.groups.size === 0) setImmediate(() => this.groups.clear());
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
      value.length,
      origin?.peer ?? 0,
      origin?.request ?? 0,
      previous?.revision ?? 0,
      previous ? previous.value.length : -1,
    ];
  }
}

/** The description of events, and their values behind it in one piece of memory of exactly their size. */
function bodyOf(events: WireEvents, values: readonly Buffer[]): Buffer {
  const description = encode(events);
  let at = DESCRIPTION_LENGTH_BYTES + description.length;
  const body = Buffer.allocUnsafe(values.reduce((sum, { length }) => sum + length, at));
  body.writeUInt32BE(description.length, 0);
  description.copy(body, DESCRIPTION_LENGTH_BYTES);
  for (const value of values) at += value.copy(body, at);
  return body;
}
