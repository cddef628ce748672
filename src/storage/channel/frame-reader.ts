import { MAX_FRAME_BYTES } from './protocol.js';

/** Bytes of the length in front of a frame. */
export const LENGTH_BYTES = 4;

/** Takes a frame: its kind and what follows it, which is a view on received bytes. */
export type OnFrame = (kind: number, payload: Buffer) => void;

/**
 * Cuts a stream of bytes into frames: the length in four bytes, the kind in one, the payload. What arrives in pieces is
 * copied once.
 */
export class FrameReader {
  private pieces: Buffer[] = [];
  private size = 0;
  /** The bytes that the frame under way takes with its length; those of a length until that is known. */
  private wanted = LENGTH_BYTES;

  constructor(private readonly onFrame: OnFrame) {}

  /** Takes received bytes. Throws where the length of a frame is out of bounds. */
  take(chunk: Buffer): void {
    this.pieces.push(chunk);
    this.size += chunk.length;
    if (this.size < this.wanted) return;
    const bytes = this.pieces.length === 1 ? chunk : Buffer.concat(this.pieces, this.size);
    const rest = this.cut(bytes);
    this.pieces = rest.length > 0 ? [rest] : [];
    this.size = rest.length;
    this.wanted = rest.length < LENGTH_BYTES ? LENGTH_BYTES : LENGTH_BYTES + lengthOf(rest, 0);
  }

  /** Delivers all whole frames; returns the rest. */
  private cut(bytes: Buffer): Buffer {
    let start = 0;
    while (bytes.length - start >= LENGTH_BYTES) {
      const from = start + LENGTH_BYTES;
      const end = from + lengthOf(bytes, start);
      if (end > bytes.length) break;
      start = end;
      this.onFrame(bytes[from], bytes.subarray(from + 1, end));
    }
    return bytes.subarray(start);
  }
}

function lengthOf(bytes: Buffer, at: number): number {
  const length = bytes.readUInt32BE(at);
  if (length < 1 || length > MAX_FRAME_BYTES) throw new Error(`a frame of ${length} bytes is not accepted`);
  return length;
}
