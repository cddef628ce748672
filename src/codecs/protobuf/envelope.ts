import protobuf from 'protobufjs/minimal.js';
import { type GroupVersionKind, formatApiVersion } from '../../apimachinery/index.js';
import type { StructLayout } from '../../schema/index.js';
import { SizeFault } from '../size-fault.js';
import { readRoot } from './decode-message.js';
import { writeMessage } from './encode-message.js';
import { MAGIC, startsWithMagic } from './magic.js';
import { ProtobufError } from './protobuf-error.js';
import { readMessage } from './read-message.js';
import { readEnd } from './scalar-wire.js';

/** The envelope around an object; kind and apiVersion are empty if the sender left them out. */
export interface ProtobufEnvelope {
  readonly apiVersion: string;
  readonly kind: string;
  /** The object itself, without its kind and apiVersion. */
  readonly raw: Uint8Array;
  /** Media type of `raw`; empty for protobuf. */
  readonly contentType: string;
}

/** Writes an object in canonical JSON form as Kubernetes protobuf, envelope included. */
export function encodeProtobuf(type: StructLayout, gvk: GroupVersionKind, object: object): Buffer {
  return envelop(gvk, encodeProtobufMessage(type, object));
}

/** Writes an object without its envelope, as it stands inside a list. */
export function encodeProtobufMessage(type: StructLayout, object: object): Buffer {
  // A grown buffer is worth keeping for the next object. It is taken away meanwhile: a writer that failed is lost.
  const writer = spareWriter ?? protobuf.Writer.create();
  spareWriter = undefined;
  writeMessage(writer, type, object as Record<string, unknown>);
  const bytes = writer.finish() as Buffer;
  if (bytes.length <= LARGEST_KEPT) spareWriter = writer.reset();
  return bytes;
}

const LARGEST_KEPT = 1 << 20;
let spareWriter: protobuf.Writer | undefined;

/** Wraps an encoded object in its envelope. */
export function envelop(gvk: GroupVersionKind, raw: Uint8Array): Buffer {
  return Buffer.concat([envelopeHead(gvk, raw.length), raw, ENVELOPE_TAIL]);
}

/** Returns the bytes of an envelope before an object of `length` bytes. */
export function envelopeHead(gvk: GroupVersionKind, length: number): Buffer {
  const writer = protobuf.Writer.create();
  writer.uint32(0x0a).fork();
  writer.uint32(0x0a).string(formatApiVersion(gvk));
  writer.uint32(0x12).string(gvk.kind);
  writer.ldelim().uint32(0x12).uint32(length);
  return Buffer.concat([MAGIC, writer.finish()]);
}

/** The bytes of an envelope after the object: no content encoding, no content type. */
export const ENVELOPE_TAIL: Uint8Array = Uint8Array.of(0x1a, 0x00, 0x22, 0x00);

/** Takes an object out of its envelope. Throws ProtobufError. */
export function decodeProtobuf(bytes: Uint8Array): ProtobufEnvelope {
  if (bytes.length === 0) throw new ProtobufError('empty data');
  if (!startsWithMagic(bytes)) {
    throw new ProtobufError(
      `provided data does not appear to be a protobuf message, expected prefix [${MAGIC.join(' ')}]`,
    );
  }
  if (bytes.length === MAGIC.length) throw new ProtobufError('empty body');
  return guarded(() => {
    const reader = protobuf.Reader.create(bytes);
    reader.pos = MAGIC.length;
    const text = (r: protobuf.Reader): string => r.string();
    const fields = readMessage(reader, bytes.length, {
      1: (r) => readMessage(r, readEnd(r), { 1: text, 2: text }),
      2: (r) => r.bytes(),
      3: text,
      4: text,
    });
    if (fields[3]) throw new ProtobufError('the content encoding of the envelope is not supported: only none is');
    const typeMeta = (fields[1] ?? {}) as Record<number, string | undefined>;
    const raw = (fields[2] as Uint8Array | undefined) ?? new Uint8Array(0);
    return {
      apiVersion: typeMeta[1] ?? '',
      kind: typeMeta[2] ?? '',
      raw,
      contentType: (fields[4] as string | undefined) ?? '',
    };
  });
}

/**
 * Reads an object without its envelope into JSON form, ready for the schema's `decode`, which drops the zero values.
 * Throws ProtobufError, and SizeFault where it holds more values than are read.
 */
export function decodeProtobufObject(type: StructLayout, raw: Uint8Array): Record<string, unknown> {
  return guarded(() => readRoot(protobuf.Reader.create(raw), type));
}

function guarded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof SizeFault ? error : ProtobufError.from(error);
  }
}
