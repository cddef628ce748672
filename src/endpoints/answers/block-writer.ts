/** As much as an answer with a head start sends at once. */
const BLOCK_BYTES = 1024 * 1024;

/** Copies pieces into blocks of one size, the last one as long as it has to be. */
export class BlockWriter {
  /** Bytes that were written, also those that are not copied. */
  length = 0;
  /** True if more was written than it takes: nothing is copied then. */
  isFull = false;
  private blocks: Buffer[] = [];
  private block = Buffer.alloc(0);
  private used = 0;

  constructor(private readonly maxBytes: number) {}

  write(piece: Uint8Array): void {
    this.length += piece.length;
    this.isFull = this.length > this.maxBytes;
    if (this.isFull) return this.giveUp();
    for (let at = 0; at < piece.length;) at += this.fill(piece, at);
  }

  /** Returns the written blocks. Nothing more can be written. */
  end(): readonly Uint8Array[] {
    return this.used === 0 ? this.blocks : [...this.blocks, Buffer.from(this.block.subarray(0, this.used))];
  }

  private giveUp(): void {
    this.blocks = [];
    this.block = Buffer.alloc(0);
    this.used = 0;
  }

  /** Copies what there is room for; answers how much that is. */
  private fill(piece: Uint8Array, from: number): number {
    if (this.used === 0) this.block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    const end = Math.min(piece.length, from + this.block.length - this.used);
    this.block.set(piece.subarray(from, end), this.used);
    this.used += end - from;
    if (this.used === BLOCK_BYTES) {
      this.blocks.push(this.block);
      this.used = 0;
    }
    return end - from;
  }
}
