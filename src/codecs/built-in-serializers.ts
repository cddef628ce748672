import { JsonSerializer } from './json/json.serializer.js';
import { ProtobufSerializer } from './protobuf/protobuf.serializer.js';
import type { Serializer } from './serializer.js';
import { YamlSerializer } from './yaml/yaml.serializer.js';

/** The formats the server knows; the first is the default. */
export function builtInSerializers(): Serializer[] {
  return [new JsonSerializer(), new YamlSerializer(), new ProtobufSerializer()];
}
