/** Lists are put together in pieces of about this size. */
export const LIST_CHUNK_BYTES = 128 * 1024;
/** Buffers that are kept for the next lists: 4 MiB. */
const MOST_KEPT = 32;

const kept: Buffer[] = [];
/** The memory of chunks in transit, so that none is taken back twice, nor one that was not given out. */
const givenOut = new WeakSet<ArrayBufferLike>();

/**
 * Returns a buffer to put a part of a list together in, of `LIST_CHUNK_BYTES`. They are used again, because the
 * collector is called for by memory outside of its heap as much as by its own: with new ones a list of 500 kB costs
 * a tenth more.
 */
export function takeListChunk(): Buffer {
  const chunk = kept.pop() ?? Buffer.allocUnsafeSlow(LIST_CHUNK_BYTES);
  givenOut.add(chunk.buffer);
  return chunk;
}

/** Returns pieces of several sources one after the other, each made when it is reached. */
export function* inOrder(...parts: readonly Iterable<Uint8Array>[]): Generator<Uint8Array> {
  for (const part of parts) yield* part;
}

/** Takes back a piece of a list that is not read any more; leaves alone what is no such buffer, or part of one. */
export function giveBackListChunk({ buffer }: Uint8Array): void {
  if (!givenOut.delete(buffer) || kept.length >= MOST_KEPT) return;
  kept.push(Buffer.from(buffer));
}
