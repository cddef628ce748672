import type { Simple } from './cbor-head.js';
import { Major, Tag } from './cbor-head.js';
import { halfBitsOf } from './half-float.js';

const FIRST_BYTES = 16 * 1024;
/** A grown buffer is worth keeping for the next object up to this size. */
const MOST_KEPT_BYTES = 1 << 20;
/** Longest text that is written character by character, which is faster than a call for short ones. */
const LONGEST_SHORT_TEXT = 64;
const MAX_UINT32 = 0xffffffff;

let spare: Buffer | undefined;

/** Writes data items one behind the other, each in its shortest form (RFC 8949, 4.2.1). Used once. */
export class CborWriter {
  private bytes: Buffer;
  private at = 0;

  constructor() {
    this.bytes = spare ?? Buffer.allocUnsafeSlow(FIRST_BYTES);
    // It is taken away meanwhile: a writer that failed is lost.
    spare = undefined;
  }

  /** Returns the written bytes; nothing more can be written. */
  finish(): Buffer {
    const written = Buffer.from(this.bytes.subarray(0, this.at));
    if (this.bytes.length <= MOST_KEPT_BYTES) spare = this.bytes;
    return written;
  }

  /** Appends bytes that are data items already. */
  raw(items: Uint8Array): void {
    this.reserve(items.length);
    this.bytes.set(items, this.at);
    this.at += items.length;
  }

  /** Starts an item: a list of `argument` elements, a map of so many pairs, a string of so many bytes. */
  head(major: Major, argument: number): void {
    this.reserve(9);
    const { bytes } = this;
    const kind = major << 5;
    if (argument < 24) bytes[this.at++] = kind | argument;
    else if (argument < 0x100) {
      bytes[this.at++] = kind | 24;
      bytes[this.at++] = argument;
    } else if (argument < 0x10000) {
      bytes[this.at] = kind | 25;
      this.at = bytes.writeUInt16BE(argument, this.at + 1);
    } else if (argument <= MAX_UINT32) {
      bytes[this.at] = kind | 26;
      this.at = bytes.writeUInt32BE(argument, this.at + 1);
    } else this.longHead(kind, BigInt(argument));
  }

  /** Appends one byte: a break, or a value that is one byte. */
  simple(value: (typeof Simple)[keyof typeof Simple]): void {
    this.reserve(1);
    this.bytes[this.at++] = value;
  }

  /** Appends the tag of the next item. */
  tag(tag: (typeof Tag)[keyof typeof Tag]): void {
    this.head(Major.Tag, tag);
  }

  /** Appends a text as a byte string, as the reference does: it need not be checked for UTF-8. */
  text(text: string): void {
    this.reserve(text.length * 3 + 9);
    const start = this.at;
    if (text.length <= LONGEST_SHORT_TEXT) {
      this.head(Major.Bytes, text.length);
      if (this.isAscii(text)) return;
      this.at = start;
    }
    this.head(Major.Bytes, Buffer.byteLength(text));
    this.at += this.bytes.write(text, this.at, 'utf8');
  }

  /** Appends the bytes of a base64 text, tagged so that they become that text again. */
  base64(text: string): void {
    const bytes = Buffer.from(text, 'base64');
    this.tag(Tag.ExpectsBase64);
    this.head(Major.Bytes, bytes.length);
    this.raw(bytes);
  }

  integer(value: number): void {
    if (value < 0) this.head(Major.Negative, -1 - value);
    else this.head(Major.Unsigned, value);
  }

  /** Appends an integer of any size; those beyond 64 bits have no form and become floats. */
  bigInteger(value: bigint): void {
    const argument = value < 0n ? -1n - value : value;
    if (argument >= 1n << 64n) return this.float(Number(value));
    if (argument <= MAX_UINT32) return this.integer(Number(value));
    this.longHead((value < 0n ? Major.Negative : Major.Unsigned) << 5, argument);
  }

  /** Appends a float in the fewest bytes that keep it. */
  float(value: number): void {
    this.reserve(9);
    const half = Math.fround(value) === value ? halfBitsOf(value) : undefined;
    if (half !== undefined) {
      this.bytes[this.at] = 0xf9;
      this.at = this.bytes.writeUInt16BE(half, this.at + 1);
    } else if (Math.fround(value) === value) {
      this.bytes[this.at] = 0xfa;
      this.at = this.bytes.writeFloatBE(value, this.at + 1);
    } else {
      this.bytes[this.at] = 0xfb;
      this.at = this.bytes.writeDoubleBE(value, this.at + 1);
    }
  }

  private longHead(kind: number, argument: bigint): void {
    this.reserve(9);
    this.bytes[this.at] = kind | 27;
    this.at = this.bytes.writeBigUInt64BE(argument, this.at + 1);
  }

  /** Writes a text as long as its characters are one byte each; returns whether all were. */
  private isAscii(text: string): boolean {
    const { bytes } = this;
    let { at } = this;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return false;
      bytes[at++] = code;
    }
    this.at = at;
    return true;
  }

  private reserve(length: number): void {
    if (this.at + length <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.at + length));
    this.bytes.copy(grown, 0, 0, this.at);
    this.bytes = grown;
  }
}
