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

/** Reads a signed 64-bit varint: a number where that is exact, else a bigint. */
export function readInt64(reader: protobuf.Reader): number | bigint {
  const long: Long = reader.uint64();
  return typeof long === 'number' ? long : joinHalves(long.high | 0, long.low);
}

/** Reads an unsigned 64-bit varint: a number where that is exact, else a bigint. */
export function readUint64(reader: protobuf.Reader): number | bigint {
  const long: Long = reader.uint64();
  return typeof long === 'number' ? long : joinHalves(long.high >>> 0, long.low);
}

/** A 64-bit integer of protobufjs: two halves if its library for long integers is installed. */
type Long = number | { low: number; high: number };

function joinHalves(high: number, low: number): number | bigint {
  if (high >= -0x200000 && high < 0x200000) {
    const value = high * 0x100000000 + (low >>> 0);
    if (Number.isSafeInteger(value)) return value;
  }
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}
