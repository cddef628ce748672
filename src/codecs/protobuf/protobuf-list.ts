import type { GroupVersionKind, ListMeta as ListMetaObject } from '../../apimachinery/index.js';
import { ListMeta, type StructLayout, shapeOf } from '../../schema/index.js';
import { LIST_CHUNK_BYTES, takeListChunk } from '../list-chunks.js';
import type { WrittenItems, WrittenList } from '../serializer.js';
import { ENVELOPE_TAIL, encodeProtobufMessage, envelopeHead } from './envelope.js';

/** What a list says of itself. */
export interface ListHead {
  readonly gvk: GroupVersionKind;
  readonly metadata: ListMetaObject;
}

/** Most bytes that stand before an item: a tag and its length. */
const PREFIX_BYTES = 6;

/** Writes a list of objects as Kubernetes protobuf, envelope included. */
export function encodeProtobufList(
  itemType: StructLayout,
  { gvk, metadata }: ListHead,
  items: readonly object[],
): Buffer {
  const bytes = items.map((item) => encodeProtobufMessage(itemType, item));
  const sizes = bytes.map(({ length }) => length);
  return Buffer.concat([...joinProtobufList({ gvk, metadata }, { bytes, count: bytes.length, sizes }).pieces]);
}

/**
 * Puts items that are already encoded (without envelopes) together as a list; the chunks in order are the answer. The
 * envelope tells the length of the whole, so the sizes of all items are needed before the first one is.
 */
export function joinProtobufList(head: ListHead, { bytes, sizes = [] }: WrittenItems): WrittenList {
  const isItemsFirst = hasItemsFirst(head.gvk);
  const metadata = prefixed(
    isItemsFirst ? 0x12 : 0x0a,
    encodeProtobufMessage(shapeOf(ListMeta).protobuf!, head.metadata),
  );
  const content = metadata.length + lengthOf(sizes);
  const envelope = envelopeHead(head.gvk, content);
  const before = isItemsFirst ? [envelope] : [envelope, metadata];
  const after = isItemsFirst ? [metadata, ENVELOPE_TAIL] : [ENVELOPE_TAIL];
  const items = itemChunks(bytes, isItemsFirst ? 0x0a : 0x12);
  return { pieces: inOrder(before, items, after), length: envelope.length + content + ENVELOPE_TAIL.length };
}

function* inOrder(...parts: readonly Iterable<Uint8Array>[]): Generator<Uint8Array> {
  for (const part of parts) yield* part;
}

function* itemChunks(items: Iterable<Uint8Array>, tag: number): Generator<Uint8Array> {
  let chunk = takeListChunk();
  let used = 0;
  for (const item of items) {
    const needed = item.length + PREFIX_BYTES;
    if (used + needed > chunk.length) {
      yield chunk.subarray(0, used);
      chunk = needed > LIST_CHUNK_BYTES ? Buffer.allocUnsafe(needed) : takeListChunk();
      used = 0;
    }
    used = writePrefix(chunk, used, { tag, length: item.length });
    chunk.set(item, used);
    used += item.length;
  }
  yield chunk.subarray(0, used);
}

function lengthOf(sizes: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < sizes.length; i++) sum += 1 + varintLength(sizes[i]) + sizes[i];
  return sum;
}

/** The one list whose items carry number 1 and whose metadata carries number 2. */
function hasItemsFirst({ group, version }: GroupVersionKind): boolean {
  return group === 'meta.k8s.io' && version === 'v1beta1';
}

function prefixed(tag: number, message: Uint8Array): Buffer {
  const prefix = Buffer.allocUnsafe(PREFIX_BYTES);
  const used = writePrefix(prefix, 0, { tag, length: message.length });
  return Buffer.concat([prefix.subarray(0, used), message]);
}

/** Writes the tag and length that stand before a message; answers where they end. */
function writePrefix(target: Buffer, at: number, { tag, length }: { tag: number; length: number }): number {
  target[at++] = tag;
  let rest = length;
  while (rest > 127) {
    target[at++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  target[at++] = rest;
  return at;
}

function varintLength(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : value < 0x10000000 ? 4 : 5;
}
