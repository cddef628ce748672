import type protobuf from 'protobufjs/minimal.js';
import { ProtobufError } from './protobuf-error.js';

/** Longest text that is read byte by byte: beyond it, going into native code is faster. */
const LONGEST_SHORT = 24;

/** Room for the characters of short texts, one array for each length. */
const ROOM = Array.from({ length: LONGEST_SHORT + 1 }, (_, length) => new Array<number>(length).fill(0));

/** Reads a text with its length. Most texts in objects are short and plain, which the library's way makes dear. */
export function readText(reader: protobuf.Reader): string {
  const length = reader.uint32();
  const start = reader.pos;
  if (length > LONGEST_SHORT) return nativeText(reader, start, length);
  if (start + length > reader.len) throw new ProtobufError('unexpected EOF');
  const codes = ROOM[length];
  const { buf } = reader;
  for (let i = 0; i < length; i++) {
    const byte = buf[start + i];
    if (byte > 127) return nativeText(reader, start, length);
    codes[i] = byte;
  }
  reader.pos = start + length;
  return String.fromCharCode(...codes);
}

function nativeText(reader: protobuf.Reader, start: number, length: number): string {
  const end = start + length;
  if (end > reader.len) throw new ProtobufError('unexpected EOF');
  reader.pos = end;
  const { buf } = reader;
  return Buffer.from(buf.buffer, buf.byteOffset + start, length).toString('utf8');
}
