import protobuf from 'protobufjs/minimal.js';
import type { MessageWriter } from './message-layout.js';
import { OPEN_API_V2 } from './open-api-v2-layout.js';
import { OPEN_API_V3 } from './open-api-v3-layout.js';

/** Writes a Swagger 2.0 document as protobuf, the form kubectl and client-go ask for. */
export function encodeOpenApiV2(document: object): Buffer {
  return encode(OPEN_API_V2, document);
}

/** Writes an OpenAPI 3.0 document as protobuf. */
export function encodeOpenApiV3(document: object): Buffer {
  return encode(OPEN_API_V3, document);
}

function encode(layout: MessageWriter, document: object): Buffer {
  const writer = protobuf.Writer.create();
  layout(writer, document);
  return writer.finish() as Buffer;
}
