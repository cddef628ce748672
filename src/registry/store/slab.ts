/** Larger pieces have memory of their own. */
const LARGEST_PIECE = 4 * 1024;
const FIRST_BLOCK = 4 * 1024;
const LARGEST_BLOCK = 16 * 1024;

/**
 * Memory for many small pieces that stay for long, such as the bytes of the cache's entries of one kind. Pieces that are
 * made one after another lie in one block, which goes when the last of them has gone. In the pool of Node's own each of
 * them would hold a block whose rest was short-lived.
 */
export class Slab {
  private block = Buffer.alloc(0);
  private used = 0;

  /** A piece of memory of so many bytes; what is in it is left from before. */
  take(length: number): Buffer {
    if (length > LARGEST_PIECE) return Buffer.allocUnsafeSlow(length);
    if (this.used + length > this.block.length) this.open(length);
    const start = this.used;
    this.used += length;
    return this.block.subarray(start, this.used);
  }

  /** Most kinds have few objects: blocks grow with what is there. */
  private open(length: number): void {
    const size = Math.min(Math.max(FIRST_BLOCK, length, 2 * this.block.length), LARGEST_BLOCK);
    this.block = Buffer.allocUnsafeSlow(size);
    this.used = 0;
  }
}
