import type { Duplex } from 'node:stream';
import type { KeyChange, Storage, StoredValue } from '../storage.js';
import type { Outbox } from './outbox.js';
import {
  type ChannelReply,
  FULL_FRAME_BYTES,
  type Operation,
  ReplyStatus,
  type RequestOf,
  type WireChange,
  type WireRangeEnd,
  type WireValue,
} from './protocol.js';

/** Bytes of replies above which a range waits for the client to read. */
const BUSY_BACKLOG = 8 << 20;
/** Values that are read from the engine at a time. */
const PAGE = 250;

/** The dependencies of a range. */
interface RangeParts {
  readonly storage: Storage;
  readonly stream: Duplex;
}

/** Sends the values of a range in parts, page by page, and returns its end. Rejects as the engine does. */
export async function sendRange(
  [, id, prefix, given, limit, startAfter]: RequestOf<typeof Operation.range>,
  { storage, stream }: RangeParts,
  outbox: Outbox,
): Promise<WireRangeEnd> {
  let [revision, after, left] = [given, startAfter, limit === 0 ? Infinity : limit];
  let count: number | undefined;
  for (;;) {
    const page = await storage.range(prefix, { revision, startAfter: after, limit: Math.min(left, PAGE) });
    for (const part of partsOf(page.items)) {
      outbox.add([id, ReplyStatus.part, part.values] satisfies ChannelReply, part.bytes);
      await drained(stream);
    }
    count ??= page.count;
    left -= page.items.length;
    revision = page.revision;
    if (!page.more || left <= 0) return [revision, page.more, startAfter === undefined ? count : undefined];
    after = page.items.at(-1)!.key;
  }
}

/** Returns a stored value as it crosses the channel. */
export function toWireValue(stored: StoredValue): WireValue;
export function toWireValue(stored: StoredValue | undefined): WireValue | undefined;
export function toWireValue(stored: StoredValue | undefined): WireValue | undefined {
  return stored && [stored.key, stored.value, stored.revision, stored.createRevision];
}

/** Returns a change of the history as it is sent. */
export function toWireChange(change: KeyChange | undefined): WireChange | undefined {
  return change && [change.type, toWireValue(change), change.time];
}

/** Splits values so that no message is much larger than a full frame. */
function* partsOf(items: readonly StoredValue[]): Generator<{ values: WireValue[]; bytes: number }> {
  let values: WireValue[] = [];
  let bytes = 0;
  for (const item of items) {
    values.push(toWireValue(item));
    bytes += item.value.length;
    if (bytes < FULL_FRAME_BYTES) continue;
    yield { values, bytes };
    [values, bytes] = [[], 0];
  }
  if (values.length > 0) yield { values, bytes };
}

/** Resolves when the client has read enough, or the channel is closed. */
async function drained(stream: Duplex): Promise<void> {
  if (stream.writableLength < BUSY_BACKLOG || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      stream.off('drain', go).off('close', go);
      resolve();
    };
    stream.on('drain', go).on('close', go);
  });
}
