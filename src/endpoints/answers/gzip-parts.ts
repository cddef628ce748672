import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import type { CompressionQueue } from './compression.js';

const compress = promisify(deflateRaw);
const LEVEL = constants.Z_BEST_SPEED;
/** A member without name or time, of an unknown system (RFC 1952 section 2.3). */
const HEADER = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
const LAST_BLOCK = deflateRawSync('');
const MOST_STORED = 0xffff;
/** The polynomial of CRC-32, lowest power first. */
const POLYNOMIAL = 0xedb88320;

/** The end of a gzip stream, compressed separately, whatever stands before it. */
export interface ZippedEnd {
  readonly pieces: readonly Uint8Array[];
  /** Of what was compressed. */
  readonly crc: number;
  /** How long what was compressed is. */
  readonly length: number;
}

/** Compresses the end of a stream piece by piece, on their own threads and in turns with others. */
export async function zipEnd(
  pieces: readonly Uint8Array[],
  queue: Pick<CompressionQueue, 'inTurn'>,
): Promise<ZippedEnd> {
  const zipped: Uint8Array[] = [];
  let crc = 0;
  let length = 0;
  for (const piece of pieces) {
    zipped.push(await queue.inTurn(() => compress(piece, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH })));
    crc = crc32(piece, crc);
    length += piece.length;
  }
  return { pieces: [...zipped, LAST_BLOCK], crc, length };
}

/** Returns a whole gzip stream of a short beginning, as it is, and an end that was compressed before. */
export function* gzipOf(begin: Uint8Array, end: ZippedEnd): Generator<Uint8Array> {
  yield Buffer.concat([HEADER, ...storedBlocks(begin)]);
  yield* end.pieces;
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(joinedCrc(crc32(begin), end), 0);
  trailer.writeUInt32LE((begin.length + end.length) % 2 ** 32, 4);
  yield trailer;
}

/** Bytes that are not compressed (RFC 1951 section 3.2.4): to begin a compression takes longer than to send them. */
function* storedBlocks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += MOST_STORED) {
    const block = bytes.subarray(at, at + MOST_STORED);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(block.length ^ MOST_STORED, 3);
    yield head;
    yield block;
  }
}

/** The checksum of two texts of which each has its own: that of the first times x to the length of the second in bits. */
function joinedCrc(first: number, { crc, length }: Pick<ZippedEnd, 'crc' | 'length'>): number {
  return (multiply(powerOfX(length * 8), first) ^ crc) >>> 0;
}

/** x to a power, in the field of the checksum. */
function powerOfX(power: number): number {
  // Highest bits stand for lowest powers: this is 1, and the next is x.
  let result = 0x80000000;
  let square = 0x40000000;
  for (let rest = power; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}

function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = 0x80000000; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}
