import { eachInSlices } from '../../observability/index.js';
import { Slab } from '../slab.js';
import type { CacheEntry } from './cache-entry.js';

/** Nothing is moved before entries of so many bytes were replaced, and of so large a share of what is kept. */
const LEAST_REPLACED = 256 * 1024;
const REPLACED_SHARE = 1 / 4;
/** The share of a block that is in use at least, or its pieces are moved. */
const LEAST_USED = 3 / 4;

/** The parts of an entry that lie in blocks. */
type MovableBytes = Pick<{ -readonly [K in keyof CacheEntry]: CacheEntry[K] }, 'bytes' | 'stored'>;

/**
 * Moves the bytes of a resource's entries closer together. They lie in blocks (`Slab`), each of which is retained as long as one
 * entry in it is: where objects are updated in no order, several times as much is retained as is in use.
 */
export class Defragmentation {
  private readonly slab = new Slab();
  private replaced = 0;
  private kept = 0;

  /** True if enough was replaced since the last time for many blocks to be sparse. */
  get isDue(): boolean {
    return this.replaced > Math.max(LEAST_REPLACED, this.kept * REPLACED_SHARE);
  }

  /** Counts an entry that is not the newest of its key any more. */
  sawReplaced({ bytes, stored }: CacheEntry): void {
    this.replaced += bytes.length + (stored?.length ?? 0);
  }

  /**
   * Moves the bytes of all entries that lie in sparse blocks, in turns with others; `entries` is called twice. Holders of the
   * previous bytes can keep using them.
   */
  async run(entries: () => Iterable<CacheEntry>): Promise<void> {
    const { replaced } = this;
    this.kept = 0;
    const used = new Map<ArrayBufferLike, number>();
    await eachInSlices(entries(), ({ bytes, stored }) => {
      this.count(bytes, used);
      if (stored) this.count(stored, used);
    });
    await eachInSlices(entries(), (entry) => this.move(entry, used));
    // Of a run that failed nothing is taken off: it stays due.
    this.replaced -= replaced;
  }

  private count({ buffer, length }: Buffer, used: Map<ArrayBufferLike, number>): void {
    this.kept += length;
    if (length < buffer.byteLength) used.set(buffer, (used.get(buffer) ?? 0) + length);
  }

  private move(entry: MovableBytes, used: ReadonlyMap<ArrayBufferLike, number>): void {
    entry.bytes = this.moved(entry.bytes, used);
    if (entry.stored) entry.stored = this.moved(entry.stored, used);
  }

  private moved(bytes: Buffer, used: ReadonlyMap<ArrayBufferLike, number>): Buffer {
    const { buffer } = bytes;
    const inUse = used.get(buffer);
    if (inUse === undefined || inUse >= buffer.byteLength * LEAST_USED) return bytes;
    const copy = this.slab.take(bytes.length);
    copy.set(bytes);
    return copy;
  }
}
