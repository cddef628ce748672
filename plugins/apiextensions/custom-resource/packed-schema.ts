import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { JSONSchemaProps } from '../custom-resource-definition/json-schema.v1.js';

/** Repetitive texts: the fastest level makes them as small as any. */
const LEVEL = 1;

/**
 * A schema in a tenth of its JSON text. As objects it takes several times its text, which unused definitions should
 * not cost.
 */
export class PackedSchema {
  private readonly bytes: Buffer;

  constructor(schema: JSONSchemaProps) {
    this.bytes = Buffer.from(deflateRawSync(serialize(schema), { level: LEVEL }));
  }

  /** Returns a new copy of the schema. */
  read(): JSONSchemaProps {
    return deserialize(inflateRawSync(this.bytes)) as JSONSchemaProps;
  }
}
