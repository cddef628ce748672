import { isUtf8 } from 'node:buffer';
import { MAX_SHOWN_FIELD, type JsonValue, cutText, goQuote } from '../../apimachinery/index.js';
import { NumberLiteral } from '../../schema/index.js';
import { setMember } from '../json/parse-json.js';
import { SizeFault } from '../size-fault.js';
import { CborError } from './cbor-error.js';
import { MAJOR_NAMES, Major, Tag } from './cbor-head.js';
import { halfFrom } from './half-float.js';
import { checkedTime, timeOfSeconds } from './tagged-time.js';

/** Deepest nesting of lists, maps and tags (upstream: MaxNestedLevels). */
const MAX_NESTED = 64;
/** The placeholder for an unknown length. */
const INDEFINITE = -1;
const BREAK = 0xff;
const MAX_INT64 = (1n << 63n) - 1n;

/** Options of decoding. */
export interface CborOptions {
  /** How many members and elements there may be in sum. */
  readonly maxValues: number;
}

/**
 * Reads one data item into plain JSON data, strictly: no key twice, texts in UTF-8, integers of 64 bits, no bignums, no
 * infinities, no simple values but false, true and null. Byte strings are texts; where a tag says so, the encoding it
 * names of what they hold. Floats that are whole come as NumberLiteral: they are no integers. Throws CborError, and
 * SizeFault where there are more values than asked for.
 */
export function parseCbor(bytes: Buffer, options: CborOptions): JsonValue {
  return new CborReader(bytes, options).readDocument();
}

class CborReader {
  private at = 0;
  private depth = 0;
  private values = 0;
  private readonly maxValues: number;

  constructor(
    private readonly bytes: Buffer,
    { maxValues }: CborOptions,
  ) {
    this.maxValues = maxValues;
  }

  readDocument(): JsonValue {
    if (this.bytes.length === 0) throw new CborError('EOF');
    const value = this.readItem();
    const rest = this.bytes.length - this.at;
    if (rest > 0) throw new CborError(`cbor: ${rest} bytes of extraneous data starting at index ${this.at}`);
    return value;
  }

  private readItem(): JsonValue {
    if (++this.values > this.maxValues) throw new SizeFault(`limit is ${this.maxValues} values`);
    const first = this.byte();
    const info = first & 0x1f;
    switch (first >> 5) {
      case Major.Unsigned:
        return this.readInteger(Major.Unsigned, info);
      case Major.Negative:
        return this.readInteger(Major.Negative, info);
      case Major.Bytes:
        return this.readText(Major.Bytes, info);
      case Major.Text:
        return this.readText(Major.Text, info);
      case Major.List:
        return this.readList(info);
      case Major.Map:
        return this.readMap(info);
      case Major.Tag:
        return this.readTagged(this.length(Major.Tag, info));
      default:
        return this.readSimple(info);
    }
  }

  private readInteger(major: Major, info: number): JsonValue {
    const argument = this.argument(major, info);
    if (typeof argument === 'number') return major === Major.Negative ? -1 - argument : argument;
    const value = major === Major.Negative ? -1n - argument : argument;
    if (argument > MAX_INT64) {
      const why = `${value} overflows Go's int64`;
      throw new CborError(`cbor: cannot unmarshal ${MAJOR_NAMES[major]} into Go value of type int64 (${why})`);
    }
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }

  private readText(major: Major, info: number): string {
    const length = this.lengthOrIndefinite(major, info);
    if (length === INDEFINITE) return utf8Text(this.joinedChunks(major));
    const { bytes, at } = this;
    const end = at + length;
    if (end > bytes.length) throw new CborError('unexpected EOF');
    this.at = end;
    for (let i = at; i < end; i++) if (bytes[i] > 0x7f) return utf8Text(bytes.subarray(at, end));
    return bytes.toString('latin1', at, end);
  }

  /** A string in pieces, of which each has a length. */
  private joinedChunks(major: Major): Buffer {
    const chunks: Buffer[] = [];
    while (!this.isBreak()) {
      if (++this.values > this.maxValues) throw new SizeFault(`limit is ${this.maxValues} values`);
      const first = this.byte();
      if (first >> 5 !== major) {
        const wrong = MAJOR_NAMES[first >> 5];
        throw new CborError(`cbor: wrong element type ${wrong} for indefinite-length ${MAJOR_NAMES[major]}`);
      }
      const length = this.lengthOrIndefinite(major, first & 0x1f);
      if (length === INDEFINITE) {
        throw new CborError(`cbor: indefinite-length ${MAJOR_NAMES[major]} chunk is not definite-length`);
      }
      chunks.push(this.take(length));
    }
    return Buffer.concat(chunks);
  }

  private readList(info: number): JsonValue {
    const length = this.lengthOrIndefinite(Major.List, info);
    this.enter(length);
    const list: JsonValue[] = [];
    while (length === INDEFINITE ? !this.isBreak() : list.length < length) list.push(this.readItem());
    this.depth--;
    return list;
  }

  private readMap(info: number): JsonValue {
    const length = this.lengthOrIndefinite(Major.Map, info);
    this.enter(length);
    const map: { [key: string]: JsonValue } = {};
    for (let index = 0; length === INDEFINITE ? !this.isBreak() : index < length; index++) {
      const key = this.readKey();
      if (Object.prototype.hasOwnProperty.call(map, key)) {
        const shown = cutText(goQuote(key), MAX_SHOWN_FIELD);
        throw new CborError(`cbor: found duplicate map key ${shown} at map element index ${index}`);
      }
      setMember(map, key, this.readItem());
    }
    this.depth--;
    return map;
  }

  private readKey(): string {
    const first = this.byte();
    const major = (first >> 5) as Major;
    if (major === Major.Bytes || major === Major.Text) return this.readText(major, first & 0x1f);
    throw new CborError(`cbor: cannot unmarshal ${MAJOR_NAMES[major]} into Go value of type string`);
  }

  private readTagged(tag: number): JsonValue {
    this.enter(INDEFINITE);
    const value = this.taggedValue(tag);
    this.depth--;
    return value;
  }

  private taggedValue(tag: number): JsonValue {
    switch (tag) {
      case Tag.TimeText:
        return this.readTimeText();
      case Tag.EpochTime:
        return timeOfSeconds(this.readItem());
      case Tag.PositiveBignum:
      case Tag.NegativeBignum:
        throw unacceptable('tag', 'bignum');
      case Tag.ExpectsBase64Url:
        return this.encodedAs('base64url');
      case Tag.ExpectsBase64:
        return this.encodedAs('base64');
      case Tag.ExpectsBase16:
        return this.encodedAs('hex');
      default:
        return this.readItem();
    }
  }

  private readTimeText(): string {
    const first = this.byte();
    const major = first >> 5;
    if (major === Major.Text) return checkedTime(this.readText(Major.Text, first & 0x1f));
    throw new CborError(`cbor: tag number 0 must be followed by text string, got ${MAJOR_NAMES[major]}`);
  }

  /** Bytes in the encoding that they would have in JSON; anything else as it is. */
  private encodedAs(encoding: 'base64url' | 'base64' | 'hex'): JsonValue {
    const first = this.bytes[this.at] ?? 0;
    if (first >> 5 !== Major.Bytes) return this.readItem();
    this.at++;
    const length = this.lengthOrIndefinite(Major.Bytes, first & 0x1f);
    return (length === INDEFINITE ? this.joinedChunks(Major.Bytes) : this.take(length)).toString(encoding);
  }

  private readSimple(info: number): JsonValue {
    if (info === 20 || info === 21) return info === 21;
    if (info === 22) return null;
    if (info === 25) return this.finite(halfFrom(this.take(2).readUInt16BE()));
    if (info === 26) return this.finite(this.take(4).readFloatBE());
    if (info === 27) return this.finite(this.take(8).readDoubleBE());
    if (info === 31) throw new CborError('cbor: unexpected "break" code');
    if (info > 27) throw invalidInfo(Major.Simple, info);
    const value = info === 24 ? this.byte() : info;
    if (info === 24 && value < 32) throw new CborError(`cbor: invalid simple value ${value} for type primitives`);
    throw unacceptable('primitives', `simple value ${value} is not recognized`);
  }

  private finite(value: number): JsonValue {
    if (Number.isNaN(value)) throw unacceptable('primitives', 'floating-point NaN');
    if (!Number.isFinite(value)) throw unacceptable('primitives', 'floating-point infinity');
    if (!Number.isInteger(value)) return value;
    const text = String(value);
    // Callers that need integers inspect how numbers are written; for all others this is the number.
    return new NumberLiteral(/[.e]/.test(text) ? text : `${text}.0`) as unknown as number;
  }

  /** How many bytes or elements follow, or the number of a tag. */
  private length(major: Major, info: number): number {
    return Number(this.argument(major, info));
  }

  private lengthOrIndefinite(major: Major, info: number): number {
    return info === 31 ? INDEFINITE : this.length(major, info);
  }

  private argument(major: Major, info: number): number | bigint {
    if (info < 24) return info;
    if (info === 24) return this.byte();
    if (info === 25) return this.take(2).readUInt16BE();
    if (info === 26) return this.take(4).readUInt32BE();
    if (info === 27) return this.take(8).readBigUInt64BE();
    throw invalidInfo(major, info);
  }

  /** Enters a nested item, which has at least `length` bytes. */
  private enter(length: number): void {
    if (++this.depth > MAX_NESTED) throw new CborError(`cbor: exceeded max nested level ${MAX_NESTED}`);
    if (length > this.bytes.length - this.at) throw new CborError('unexpected EOF');
  }

  private isBreak(): boolean {
    if (this.bytes[this.at] !== BREAK) return false;
    this.at++;
    return true;
  }

  private byte(): number {
    if (this.at >= this.bytes.length) throw new CborError('unexpected EOF');
    return this.bytes[this.at++];
  }

  private take(length: number): Buffer {
    const end = this.at + length;
    if (end > this.bytes.length) throw new CborError('unexpected EOF');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }
}

function utf8Text(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new CborError('cbor: invalid UTF-8 string');
  return bytes.toString('utf8');
}

function invalidInfo(major: Major, info: number): CborError {
  return new CborError(`cbor: invalid additional information ${info} for type ${MAJOR_NAMES[major]}`);
}

function unacceptable(type: string, what: string): CborError {
  return new CborError(`cbor: data item of cbor type ${type} is not accepted by protocol: ${what}`);
}
