/** The frames that are sent at once on one channel. */
interface Batch {
  readonly frames: readonly Buffer[];
  readonly bytes: Buffer;
}

const CRLF = '\r\n';

/**
 * Puts frames together that go out at once. Channels that send the same frames, as all watchers of a busy collection do, get
 * the same bytes, put together once.
 */
export class JoinedFrames {
  private readonly plain = new Map<Buffer, Batch>();
  private readonly chunked = new Map<Buffer, Batch>();

  /** Returns the frames one behind the other. */
  join(frames: readonly Buffer[]): Buffer {
    return frames.length === 1 ? frames[0] : this.once(this.plain, frames, () => Buffer.concat(frames));
  }

  /** Returns the same as a chunk of an HTTP/1.1 body (RFC 9112 section 7.1). */
  joinChunk(frames: readonly Buffer[]): Buffer {
    return this.once(this.chunked, frames, () => chunkOf(frames));
  }

  private once(made: Map<Buffer, Batch>, frames: readonly Buffer[], make: () => Buffer): Buffer {
    const known = made.get(frames[0]);
    if (known && isSame(known.frames, frames)) return known.bytes;
    const bytes = make();
    made.set(frames[0], { frames, bytes });
    return bytes;
  }
}

function isSame(some: readonly Buffer[], others: readonly Buffer[]): boolean {
  return some.length === others.length && some.every((frame, index) => frame === others[index]);
}

function chunkOf(frames: readonly Buffer[]): Buffer {
  let length = 0;
  for (const frame of frames) length += frame.length;
  const head = length.toString(16) + CRLF;
  const chunk = Buffer.allocUnsafe(head.length + length + CRLF.length);
  let used = chunk.write(head, 'latin1');
  for (const frame of frames) used += frame.copy(chunk, used);
  chunk.write(CRLF, used, 'latin1');
  return chunk;
}
