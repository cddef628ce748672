import { type ApiObject, type ListMeta, notAcceptable, parseApiVersion } from '../../apimachinery/index.js';
import { type ObjectShape, Status, shapeOf } from '../../schema/index.js';
import { encodeProtobuf, encodeProtobufMessage } from './envelope.js';
import { PartialObjectMetadata } from './partial-object-metadata.v1.js';
import { encodeProtobufList } from './protobuf-list.js';

/** Kinds that stand in for any other in an answer. */
const WELL_KNOWN: ReadonlyMap<string, ObjectShape> = new Map([
  ['Status', shapeOf(Status)],
  ['PartialObjectMetadata', shapeOf(PartialObjectMetadata)],
  ['PartialObjectMetadataList', shapeOf(PartialObjectMetadata)],
]);

/** Writes an item of a list without its envelope; `type` is that of its kind. */
export function writeProtobufItem(object: object, type: ObjectShape): Buffer {
  const { kind = '' } = object as ApiObject;
  return encodeProtobufMessage((WELL_KNOWN.get(kind) ?? type).protobuf!, object);
}

/**
 * Writes an object in canonical form, or a list of such, as protobuf; `type` is that of the object or of the list's
 * items. 406 without a layout.
 */
export function writeProtobuf(object: object, type: ObjectShape | undefined): Buffer {
  const { apiVersion = '', kind = '' } = object as ApiObject;
  const gv = parseApiVersion(apiVersion) ?? { group: '', version: apiVersion };
  const layout = (WELL_KNOWN.get(kind) ?? type)?.protobuf;
  if (!layout) throw notAcceptable(['application/json', 'application/yaml']);
  if ('items' in object) {
    const { metadata, items } = object as unknown as { metadata: ListMeta; items: object[] | null };
    return encodeProtobufList(layout, { gvk: { ...gv, kind }, metadata }, items ?? []);
  }
  return encodeProtobuf(layout, { ...gv, kind }, object);
}
