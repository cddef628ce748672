import { type ApiObject, type ListMeta, notAcceptable, parseApiVersion } from '../../apimachinery/index.js';
import { PartialObjectMetadata, encodeProtobuf, encodeProtobufList } from '../../codecs/protobuf/index.js';
import { type ObjectShape, Scale, Status, shapeOf } from '../../schema/index.js';

const WELL_KNOWN: Readonly<Record<string, () => ObjectShape>> = {
  'v1/Status': () => shapeOf(Status),
  'autoscaling/v1/Scale': () => shapeOf(Scale),
};

/** Writes an object or list as protobuf; `type` is that of the object or of the list's items. */
export function writeProtobuf(object: object, type: ObjectShape | undefined): Buffer {
  const { apiVersion = '', kind = '' } = object as ApiObject;
  const gv = parseApiVersion(apiVersion) ?? { group: '', version: apiVersion };
  const isPartial = kind.startsWith('PartialObjectMetadata');
  const found = WELL_KNOWN[`${apiVersion}/${kind}`]?.() ?? (isPartial ? shapeOf(PartialObjectMetadata) : type);
  const layout = found?.protobuf;
  if (!found || !layout) throw notAcceptable(['application/json', 'application/yaml']);
  if ('items' in object) {
    const { metadata, items } = object as unknown as { metadata: ListMeta; items: object[] };
    return encodeProtobufList(layout, { ...gv, kind }, metadata, items);
  }
  return encodeProtobuf(layout, { ...gv, kind }, found.canonicalize(object));
}
