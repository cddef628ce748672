import type protobuf from 'protobufjs/minimal.js';
import { ProtobufError } from './protobuf-error.js';

/** Reads one field's value; the tag is already read. */
export type FieldReader = (reader: protobuf.Reader) => unknown;

/**
 * Reads a message of few fields, none of them repeated, up to `end`: field number to value. Fields without a reader are
 * skipped.
 */
export function readMessage(
  reader: protobuf.Reader,
  end: number,
  readers: Readonly<Record<number, FieldReader>>,
): Record<number, unknown> {
  const out: Record<number, unknown> = {};
  while (reader.pos < end) {
    const tag = reader.uint32();
    const number = tag >>> 3;
    const read = readers[number];
    if (read) out[number] = read(reader);
    else skipField(reader, tag);
  }
  if (reader.pos !== end) throw new ProtobufError('unexpected EOF');
  return out;
}

/** Skips an unknown field. */
export function skipField(reader: protobuf.Reader, tag: number): void {
  const number = tag >>> 3;
  if (number === 0) throw new ProtobufError(`proto: illegal tag 0 (wire type ${tag & 7})`);
  reader.skipType(tag & 7);
}
