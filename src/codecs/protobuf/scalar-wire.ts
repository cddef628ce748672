import type protobuf from 'protobufjs/minimal.js';
import {
  formatDuration,
  formatMicroTime,
  formatTime,
  parseDuration,
  parseMicroTime,
  parseTime,
} from '../../apimachinery/index.js';
import type { ScalarType } from '../../schema/index.js';
import { parseJson } from '../json/parse-json.js';
import { stringifyJson } from '../json/stringify-json.js';
import { readInt64, readUint64, writeInt64 } from './int64.js';
import { MAGIC, startsWithMagic } from './magic.js';
import { ProtobufError } from './protobuf-error.js';
import { readMessage } from './read-message.js';
import { readText } from './read-text.js';

/** The protobuf wire types that occur. */
export const enum WireType {
  Varint = 0,
  Fixed64 = 1,
  Delimited = 2,
}

/** How one scalar type looks on the wire. */
export interface ScalarWire {
  readonly wireType: WireType;
  /** Writes a value in canonical JSON form; undefined and null write what Go writes for the zero value. */
  write(writer: protobuf.Writer, value: unknown): void;
  /** Reads a value into JSON form. */
  read(reader: protobuf.Reader): unknown;
  /** Where the zero value writes nothing at all, not even a field: nil bytes. */
  readonly omitsUnset?: boolean;
}

function delimited(
  write: (writer: protobuf.Writer, value: unknown) => void,
  read: (reader: protobuf.Reader, end: number) => unknown,
): ScalarWire {
  return {
    wireType: WireType.Delimited,
    write(writer, value) {
      writer.fork();
      write(writer, value);
      writer.ldelim();
    },
    read: (reader) => read(reader, readEnd(reader)),
  };
}

/** Reads the length of an embedded message and gives the position after it. */
export function readEnd(reader: protobuf.Reader): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new ProtobufError('unexpected EOF');
  return end;
}

const string: ScalarWire = {
  wireType: WireType.Delimited,
  write: (writer, value) => void writer.string((value as string | undefined) ?? ''),
  read: readText,
};

const bool: ScalarWire = {
  wireType: WireType.Varint,
  write: (writer, value) => void writer.bool(value === true),
  read: (reader) => reader.bool(),
};

const int32: ScalarWire = {
  wireType: WireType.Varint,
  write: (writer, value) => void writer.int32(Number(value ?? 0)),
  read: (reader) => reader.int32(),
};

const int64: ScalarWire = {
  wireType: WireType.Varint,
  write: (writer, value) => writeInt64(writer, (value ?? 0) as number | bigint),
  read: readInt64,
};

const uint64: ScalarWire = { ...int64, read: readUint64 };

const double: ScalarWire = {
  wireType: WireType.Fixed64,
  write: (writer, value) => void writer.double(Number(value ?? 0)),
  read: (reader) => reader.double(),
};

const bytes: ScalarWire = {
  wireType: WireType.Delimited,
  write: (writer, value) => void writer.bytes(Buffer.from(value as string, 'base64')),
  read: (reader) => toBuffer(reader.bytes()).toString('base64'),
  omitsUnset: true,
};

const TIME_READERS = { 1: int64.read, 2: int32.read };

function timeWire(
  parse: (text: string) => { seconds: number; nanoseconds: number },
  format: (time: { seconds: number; nanoseconds: number }) => string,
  keepsFraction: boolean,
): ScalarWire {
  return delimited(
    (writer, value) => {
      if (typeof value !== 'string') return;
      const { seconds, nanoseconds } = readCanonical(value) ?? parse(value);
      writeInt64(writer.uint32(0x08), seconds);
      writer.uint32(0x10).int32(keepsFraction ? nanoseconds : 0);
    },
    (reader, end) => {
      // No field at all is the zero time, which JSON shows as null.
      if (reader.pos === end) return null;
      const fields = readMessage(reader, end, TIME_READERS);
      return format({ seconds: Number(fields[1] ?? 0), nanoseconds: (fields[2] as number | undefined) ?? 0 });
    },
  );
}

/** Canonical times are read natively, which is many times faster. */
function readCanonical(text: string): { seconds: number; nanoseconds: number } | undefined {
  const isWhole = text.length === 20 && text.endsWith('Z');
  const milliseconds = isWhole ? Date.parse(text) : NaN;
  return Number.isNaN(milliseconds) ? undefined : { seconds: milliseconds / 1000, nanoseconds: 0 };
}

const TEXT_READER = { 1: string.read };

const quantity = delimited(
  (writer, value) => void writer.uint32(0x0a).string((value as string | undefined) ?? '0'),
  (reader, end) => readMessage(reader, end, TEXT_READER)[1] || '0',
);

const INT_OR_STRING_READERS = { 1: int64.read, 2: int32.read, 3: string.read };

const intOrString = delimited(
  (writer, value) => {
    const isText = typeof value === 'string';
    writer.uint32(0x08).int32(isText ? 1 : 0);
    writer.uint32(0x10).int32(isText ? 0 : Number(value ?? 0));
    writer.uint32(0x1a).string(isText ? value : '');
  },
  (reader, end) => {
    const fields = readMessage(reader, end, INT_OR_STRING_READERS);
    return fields[1] === 1 ? (fields[3] ?? '') : (fields[2] ?? 0);
  },
);

const duration = delimited(
  (writer, value) => writeInt64(writer.uint32(0x08), parseDuration((value as string | undefined) ?? '0s')),
  (reader, end) => formatDuration(BigInt((readMessage(reader, end, { 1: int64.read })[1] ?? 0) as number | bigint)),
);

/** Any JSON value: its text inside a message with one bytes field. */
const rawJson = delimited(
  (writer, value) => {
    if (value !== undefined && value !== null) writer.uint32(0x0a).string(stringifyJson(value));
  },
  (reader, end) => {
    const raw = readMessage(reader, end, { 1: (r) => r.bytes() })[1] as Uint8Array | undefined;
    return raw === undefined || raw.length === 0 ? null : readRaw(toBuffer(raw));
  },
);

function readRaw(raw: Buffer): unknown {
  if (startsWithMagic(raw))
    throw new ProtobufError(`raw value is an object in protobuf [${MAGIC.join(' ')}], not JSON`);
  return parseJson(raw.toString('utf8')).value;
}

function toBuffer(view: Uint8Array): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}

/** The wire form of every scalar type. */
export const SCALAR_WIRE: Readonly<Record<ScalarType, ScalarWire>> = {
  string,
  bool,
  int32,
  int64,
  uint64,
  double,
  bytes,
  time: timeWire(parseTime, formatTime, false),
  microTime: timeWire(parseMicroTime, formatMicroTime, true),
  quantity,
  intOrString,
  duration,
  rawExtension: rawJson,
  json: rawJson,
  fieldsV1: rawJson,
};
