import type { JsonValue } from '../../apimachinery/index.js';
import { eachInTurns } from '../../observability/index.js';
import { JSON_STREAM, looksLikeJson } from '../json/json.serializer.js';
import { setMember } from '../json/parse-json.js';
import {
  type ConfigurationFormat,
  type ListDocument,
  type ReadBody,
  Serializer,
  type StreamSerializer,
} from '../serializer.js';
import { readAsJson } from './yaml-configurations.js';

/** The reference streams no YAML, and watches of it are refused; this is what an event would be. */
const STREAM: StreamSerializer = { ...JSON_STREAM, mediaType: 'application/yaml', offeredAs: undefined };

const UNMARSHAL = 'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ';

/** YAML. Its parser is loaded when the first body or answer needs it. */
export class YamlSerializer extends Serializer {
  readonly name = 'yaml';
  readonly mediaType = 'application/yaml';
  readonly stream = STREAM;
  override readonly configurations: ConfigurationFormat = {
    mediaType: 'application/apply-patch+yaml',
    name: 'YAML',
    complaint: 'error converting YAML to JSON: ',
    read: (bytes) => readAsJson(bytes) ?? this.read(bytes),
    describeForeign: (jsonType) => `${UNMARSHAL}${jsonType} into Go value of type map[string]interface {}`,
  };

  recognizes(bytes: Uint8Array): boolean | undefined {
    return looksLikeJson(bytes) || !bytes.includes(0) ? undefined : false;
  }

  async read(bytes: Buffer): Promise<ReadBody> {
    const { decodeYamlText, parseYaml } = await import('./index.js');
    const { value, duplicates } = parseYaml(decodeYamlText(bytes));
    const problem = duplicates.length > 0 ? [`yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`] : [];
    return { value: sortMembers(value), duplicates: problem };
  }

  /** Writes large objects in several turns: YAML takes ten times as long as JSON. */
  async write(object: object): Promise<Buffer> {
    const { yamlPieces } = await import('./index.js');
    const written: Buffer[] = [];
    await eachInTurns(yamlPieces(object), (piece) => written.push(Buffer.from(piece)));
    return Buffer.concat(written);
  }

  override async pieces({ document, member }: ListDocument, elements: Iterable<object>): Promise<Iterable<Uint8Array>> {
    const { yamlListPieces } = await import('./index.js');
    return toBytes(yamlListPieces(document, member, elements));
  }
}

function* toBytes(pieces: Iterable<string>): Generator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}

/** The reference converts YAML to JSON with sorted members, and complaints come in that order. */
function sortMembers(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  const sorted: { [key: string]: JsonValue } = {};
  for (const key of Object.keys(value).sort()) setMember(sorted, key, sortMembers(value[key]));
  return sorted;
}
