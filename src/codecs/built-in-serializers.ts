import { CborSerializer } from './cbor/cbor.serializer.js';
import { JsonSerializer } from './json/json.serializer.js';
import { ProtobufSerializer } from './protobuf/protobuf.serializer.js';
import type { Serializer } from './serializer.js';
import { YamlSerializer } from './yaml/yaml.serializer.js';

/** The optional formats. */
export interface OptionalFormats {
  /** CBOR (gate `CBORServingAndStorage`). */
  readonly hasCbor?: boolean;
}

/** Returns the formats the server knows; the first is the default. */
export function builtInSerializers({ hasCbor = false }: OptionalFormats = {}): Serializer[] {
  const always = [new JsonSerializer(), new YamlSerializer(), new ProtobufSerializer()];
  return hasCbor ? [...always, new CborSerializer()] : always;
}
