import protobuf from 'protobufjs/minimal.js';
import { takeTurn } from '../../observability/index.js';
import type { MessageWriter } from './message-layout.js';
import { OPEN_API_V2, PATHS_V2, SCHEMAS_V2 } from './open-api-v2-layout.js';
import { COMPONENTS_V3, OPEN_API_V3, PATHS_V3, SCHEMAS_V3 } from './open-api-v3-layout.js';

/** A document in parts, so that it is never in memory as a whole. Each path and each schema is an object of one member. */
export interface OpenApiParts {
  /** The document with empty paths and schemas. */
  readonly frame: Readonly<Record<string, unknown>>;
  readonly paths: Iterable<object>;
  readonly schemas: Iterable<object>;
}

/** Numbers of the fields that hold paths and schemas. */
const V2 = { paths: 8, definitions: 9 } as const;
const V3 = { paths: 4, components: 5, schemas: 1 } as const;
const DELIMITED = 2;

/** Writes a Swagger 2.0 document as protobuf, the form kubectl and client-go ask for, in turns with other work. */
export async function encodeOpenApiV2({ frame, paths, schemas }: OpenApiParts): Promise<Buffer> {
  const { swagger, info, security, securityDefinitions } = frame;
  return Buffer.concat([
    encode(OPEN_API_V2, { swagger, info }),
    ...field(V2.paths, await encodeEach(PATHS_V2, paths)),
    ...field(V2.definitions, await encodeEach(SCHEMAS_V2, schemas)),
    encode(OPEN_API_V2, { security, securityDefinitions }),
  ]);
}

/** Writes an OpenAPI 3.0 document as protobuf, in turns with other work. */
export async function encodeOpenApiV3({ frame, paths, schemas }: OpenApiParts): Promise<Buffer> {
  const { openapi, info, components } = frame;
  const { securitySchemes } = components as Readonly<Record<string, unknown>>;
  return Buffer.concat([
    encode(OPEN_API_V3, { openapi, info }),
    ...field(V3.paths, await encodeEach(PATHS_V3, paths)),
    ...field(V3.components, [
      ...field(V3.schemas, await encodeEach(SCHEMAS_V3, schemas)),
      encode(COMPONENTS_V3, { securitySchemes }),
    ]),
  ]);
}

async function encodeEach(layout: MessageWriter, members: Iterable<object>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for (const member of members) {
    pieces.push(encode(layout, member));
    await takeTurn();
  }
  return pieces;
}

/** A field that holds a message of these pieces. */
function field(number: number, pieces: readonly Uint8Array[]): Uint8Array[] {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const head = protobuf.Writer.create()
    .uint32((number << 3) | DELIMITED)
    .uint32(length);
  return [head.finish(), ...pieces];
}

function encode(layout: MessageWriter, value: object): Uint8Array {
  const writer = protobuf.Writer.create();
  layout(writer, value);
  return writer.finish();
}
