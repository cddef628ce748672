import protobuf from 'protobufjs/minimal.js';
import type { GroupVersionKind, ListMeta as ListMetaObject } from '../../apimachinery/index.js';
import { ListMeta, type StructLayout, shapeOf } from '../../schema/index.js';
import { ENVELOPE_TAIL, encodeProtobufMessage, envelopeHead } from './envelope.js';

/** What a list says of itself. */
export interface ListHead {
  readonly gvk: GroupVersionKind;
  readonly metadata: ListMetaObject;
}

/** Writes a list of objects as Kubernetes protobuf, envelope included. */
export function encodeProtobufList(
  itemType: StructLayout,
  { gvk, metadata }: ListHead,
  items: readonly object[],
): Buffer {
  const encoded = items.map((item) => encodeProtobufMessage(itemType, item));
  return Buffer.concat(protobufListChunks(gvk, metadata, encoded));
}

/**
 * Puts items that are already encoded (without envelopes) together as a list; the chunks in order are the answer. Items
 * are not copied, so a long list can be streamed from what a cache holds.
 */
export function protobufListChunks(
  listGvk: GroupVersionKind,
  listMeta: ListMetaObject,
  items: readonly Uint8Array[],
): Uint8Array[] {
  const metadata = encodeProtobufMessage(shapeOf(ListMeta).protobuf!, listMeta);
  const isItemsFirst = hasItemsFirst(listGvk);
  const chunks: Uint8Array[] = isItemsFirst ? [] : prefixed(0x0a, metadata);
  for (const item of items) chunks.push(...prefixed(isItemsFirst ? 0x0a : 0x12, item));
  if (isItemsFirst) chunks.push(...prefixed(0x12, metadata));
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return [envelopeHead(listGvk, length), ...chunks, ENVELOPE_TAIL];
}

/** The one list whose items carry number 1 and whose metadata carries number 2. */
function hasItemsFirst({ group, version }: GroupVersionKind): boolean {
  return group === 'meta.k8s.io' && version === 'v1beta1';
}

function prefixed(tag: number, message: Uint8Array): [Uint8Array, Uint8Array] {
  return [protobuf.Writer.create().uint32(tag).uint32(message.length).finish(), message];
}
