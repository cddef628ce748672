/** A set of whole numbers below a limit, one bit each. */
export class Bitmap {
  private constructor(
    readonly size: number,
    private readonly bits: Uint8Array,
    private members: number,
  ) {}

  /** Returns an empty set of numbers below `size`. */
  static empty(size: number): Bitmap {
    return new Bitmap(size, new Uint8Array(Math.ceil(size / 8)), 0);
  }

  /**
   * Reads what `toBytes` wrote: the digits of a large number, the highest first, in which bit n stands for the number n
   * (upstream: math/big in allocator/bitmap.go). What lies beyond `size` is left out.
   */
  static fromBytes(bytes: Uint8Array, size: number): Bitmap {
    const bitmap = Bitmap.empty(size);
    for (let n = 0; n < Math.min(size, bytes.length * 8); n++) {
      if (bytes[bytes.length - 1 - (n >>> 3)]! & (1 << (n & 7))) bitmap.add(n);
    }
    return bitmap;
  }

  /** How many numbers are in the set. */
  get count(): number {
    return this.members;
  }

  /** Reports whether a number is in the set. */
  has(number: number): boolean {
    return (this.bits[number >>> 3]! & (1 << (number & 7))) !== 0;
  }

  /** Adds a number below the limit. */
  add(number: number): void {
    if (this.has(number)) return;
    this.bits[number >>> 3]! |= 1 << (number & 7);
    this.members++;
  }

  /** Takes a number out. */
  delete(number: number): void {
    if (!this.has(number)) return;
    this.bits[number >>> 3]! &= ~(1 << (number & 7));
    this.members--;
  }

  /** Returns all numbers in the set, in order. */
  *numbers(): Generator<number> {
    for (const [i, byte] of this.bits.entries()) {
      for (let bit = 0; byte >>> bit > 0; bit++) if (byte & (1 << bit)) yield i * 8 + bit;
    }
  }

  /** Returns a copy of the set. */
  clone(): Bitmap {
    return new Bitmap(this.size, this.bits.slice(), this.members);
  }

  /** Writes the set as short as it can be. */
  toBytes(): Uint8Array {
    let length = this.bits.length;
    while (length > 0 && this.bits[length - 1] === 0) length--;
    return this.bits.slice(0, length).reverse();
  }
}
