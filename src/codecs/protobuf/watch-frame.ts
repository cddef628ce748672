import protobuf from 'protobufjs/minimal.js';

/**
 * Writes one event of a watch: its length in four bytes, then the event around the object, which is already enveloped
 * (`encodeProtobuf`). `type` is ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.
 */
export function encodeProtobufWatchFrame(type: string, object: Uint8Array): Buffer {
  const event = encodeProtobufWatchEvent(type, object);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(event.length);
  return Buffer.concat([length, event]);
}

function encodeProtobufWatchEvent(type: string, object: Uint8Array): Buffer {
  const writer = protobuf.Writer.create();
  writer.uint32(0x0a).string(type);
  writer.uint32(0x12).fork().uint32(0x0a).bytes(object).ldelim();
  return writer.finish() as Buffer;
}
