export {
  type ProtobufEnvelope,
  decodeProtobuf,
  decodeProtobufObject,
  encodeProtobuf,
  encodeProtobufMessage,
  envelop,
} from './envelope.js';
export { startsWithMagic } from './magic.js';
export { ProtobufError } from './protobuf-error.js';
export { encodeProtobufList, protobufListChunks } from './protobuf-list.js';
export { encodeProtobufWatchEvent, encodeProtobufWatchFrame } from './watch-frame.js';
export { PartialObjectMetadata } from './partial-object-metadata.v1.js';
export { writeProtobuf } from './write-protobuf.js';
