import { type ApiObject, type ListMeta, notAcceptable, parseApiVersion } from '../apimachinery/index.js';
import { PartialObjectMetadata, encodeProtobuf, encodeProtobufList } from '../codecs/protobuf/index.js';
import { type CompiledType, Scale, Status, canonicalize, compileType } from '../schema/index.js';

const WELL_KNOWN: Readonly<Record<string, () => CompiledType>> = {
  'v1/Status': () => compileType(Status),
  'autoscaling/v1/Scale': () => compileType(Scale),
};

/** Writes an object or list as protobuf; `type` is that of the object or of the list's items. */
export function writeProtobuf(object: object, type: CompiledType | undefined): Buffer {
  const { apiVersion = '', kind = '' } = object as ApiObject;
  const gv = parseApiVersion(apiVersion) ?? { group: '', version: apiVersion };
  const isPartial = kind.startsWith('PartialObjectMetadata');
  const found = WELL_KNOWN[`${apiVersion}/${kind}`]?.() ?? (isPartial ? compileType(PartialObjectMetadata) : type);
  if (!found) throw notAcceptable(['application/json', 'application/yaml']);
  if ('items' in object) {
    const { metadata, items } = object as unknown as { metadata: ListMeta; items: object[] };
    return encodeProtobufList(found, { ...gv, kind }, metadata, items);
  }
  return encodeProtobuf(found, { ...gv, kind }, canonicalize(found, object));
}
