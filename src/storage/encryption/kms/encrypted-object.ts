import { Reader, Writer } from 'protobufjs/minimal.js';

/** How the key of a value is made of what the service sealed. */
export const KEY_TYPES = { aesGcmKey: 0, seed: 1 } as const;

/** A key that a service has sealed: what it takes to get it back. */
export interface SealedKey {
  readonly keyId: string;
  readonly sealed: Buffer;
  readonly annotations: ReadonlyMap<string, Buffer>;
  readonly type: number;
}

/** A value sealed with such a key. */
export interface EncryptedObject extends SealedKey {
  readonly data: Buffer;
}

/** Writes the message EncryptedObject (upstream: kms/v2 of the envelope encryption) that is kept behind the prefix. */
export function encodeEncryptedObject({ data, keyId, sealed, annotations, type }: EncryptedObject): Buffer {
  const writer = Writer.create().uint32(10).bytes(data).uint32(18).string(keyId).uint32(26).bytes(sealed);
  for (const [name, value] of [...annotations].sort(([a], [b]) => (a < b ? -1 : 1))) {
    writer.uint32(34).fork().uint32(10).string(name).uint32(18).bytes(value).ldelim();
  }
  if (type !== 0) writer.uint32(40).int32(type);
  return Buffer.from(writer.finish());
}

/** Reads it; throws when it is no such message. */
export function decodeEncryptedObject(bytes: Buffer): EncryptedObject {
  const reader = Reader.create(bytes);
  let data: Buffer = EMPTY;
  let sealed: Buffer = EMPTY;
  let keyId = '';
  let type = 0;
  const annotations = new Map<string, Buffer>();
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === 10) data = Buffer.from(reader.bytes());
    else if (tag === 18) keyId = reader.string();
    else if (tag === 26) sealed = Buffer.from(reader.bytes());
    else if (tag === 34) annotations.set(...readEntry(reader));
    else if (tag === 40) type = reader.int32();
    else reader.skipType(tag & 7);
  }
  return { data, keyId, sealed, annotations, type };
}

/** Reads one entry of a map from texts to bytes. */
export function readEntry(reader: Reader): [string, Buffer] {
  const end = reader.uint32() + reader.pos;
  let name = '';
  let value: Buffer = EMPTY;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 10) name = reader.string();
    else if (tag === 18) value = Buffer.from(reader.bytes());
    else reader.skipType(tag & 7);
  }
  return [name, value];
}

const EMPTY = Buffer.alloc(0);
