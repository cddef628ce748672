import type protobuf from 'protobufjs/minimal.js';

/** Writes a 64-bit varint without loss; protobufjs itself takes no bigint. */
export function writeInt64(writer: protobuf.Writer, value: number | bigint): void {
  if (typeof value === 'number') {
    writer.int64(value);
    return;
  }
  const bits = BigInt.asUintN(64, value);
  const low = Number(bits & 0xffffffffn) | 0;
  const high = Number(bits >> 32n) | 0;
  writer.int64({ low, high, unsigned: false } as Parameters<protobuf.Writer['int64']>[0]);
}

/** Reads a 64-bit varint: a number where that is exact, else a bigint. */
export function readInt64(reader: protobuf.Reader, isSigned: boolean): number | bigint {
  const long: number | { low: number; high: number } = reader.uint64();
  if (typeof long === 'number') return long;
  const high = isSigned ? long.high | 0 : long.high >>> 0;
  if (high >= -0x200000 && high < 0x200000) {
    const value = high * 0x100000000 + (long.low >>> 0);
    if (Number.isSafeInteger(value)) return value;
  }
  return (BigInt(high) << 32n) | BigInt(long.low >>> 0);
}
