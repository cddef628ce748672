/** Larger pieces have their own memory. */
const LARGEST_PIECE = 4 * 1024;
const FIRST_BLOCK = 4 * 1024;
const LARGEST_BLOCK = 32 * 1024;
/** The part of a piece that a block has besides whole ones: those after the first may be a little longer. */
const SLACK = 1 / 8;

/**
 * Memory for many small pieces that stay for long, such as the bytes of the cache's entries of one kind. Pieces that are
 * made one after another lie in one block, which goes when the last of them has gone. In the pool of Node's own each of
 * them would hold a block whose rest was short-lived.
 */
export class Slab {
  private block = Buffer.alloc(0);
  private used = 0;

  /** Returns a piece of memory of so many bytes; what is in it is left from before. */
  take(length: number): Buffer {
    if (length > LARGEST_PIECE) return Buffer.allocUnsafeSlow(length);
    if (this.used + length > this.block.length) this.open(length);
    const start = this.used;
    this.used += length;
    return this.block.subarray(start, this.used);
  }

  /**
   * Most kinds have few objects: blocks grow with what is there. They have room for whole pieces, as objects of a kind are often
   * of about one length: of those of 3.4 kB, nine would leave 2 of 32 kB unused.
   */
  private open(length: number): void {
    const size = Math.min(Math.max(FIRST_BLOCK, 2 * this.block.length), LARGEST_BLOCK);
    const pieces = Math.max(1, Math.round(size / length));
    this.block = Buffer.allocUnsafeSlow(Math.ceil((pieces + SLACK) * length));
    this.used = 0;
  }
}
