export { decodeProtobuf, decodeProtobufObject, encodeProtobuf, encodeProtobufMessage } from './envelope.js';
export { ProtobufError } from './protobuf-error.js';
export { encodeProtobufList, encloseProtobufItems, joinProtobufItems } from './protobuf-list.js';
export { encodeProtobufWatchFrame } from './watch-frame.js';
export { writeProtobuf, writeProtobufItem } from './write-protobuf.js';
