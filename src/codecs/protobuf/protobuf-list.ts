import type { GroupVersionKind, ListMeta as ListMetaObject } from '../../apimachinery/index.js';
import { NEWEST_RELEASE } from '../../options/index.js';
import { ListMeta, type StructLayout, shapeOf } from '../../schema/index.js';
import { LIST_CHUNK_BYTES, inOrder, takeListChunk } from '../list-chunks.js';
import type { JoinedItems, WrittenItems, WrittenList } from '../serializer.js';
import { ENVELOPE_TAIL, encodeProtobufMessage, envelopeHead } from './envelope.js';

/** The kind and metadata of a list. */
export interface ListHead {
  readonly gvk: GroupVersionKind;
  readonly metadata: ListMetaObject;
}

/** The layout of the newest release: others set no more members than they have. */
const LIST_META = shapeOf(ListMeta, NEWEST_RELEASE).protobuf!;

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
  const joined = joinProtobufItems(gvk, { bytes, count: bytes.length, sizes });
  return Buffer.concat([...encloseProtobufItems({ gvk, metadata }, joined).pieces]);
}

/** Joins items that are already encoded, without envelopes; their sizes have to be known. */
export function joinProtobufItems(
  gv: Pick<GroupVersionKind, 'group' | 'version'>,
  { bytes, count, sizes = [] }: WrittenItems,
): JoinedItems {
  const place = hasItemsFirst(gv) ? ITEMS_FIRST : ITEMS_LAST;
  return { pieces: itemChunks(bytes, place), count, length: lengthOf(sizes) + place.end.length };
}

/** Wraps the items of a list in its envelope, which states their length. */
export function encloseProtobufItems(head: ListHead, items: JoinedItems): WrittenList {
  const isItemsFirst = hasItemsFirst(head.gvk);
  const { metadataTag, end } = isItemsFirst ? ITEMS_FIRST : ITEMS_LAST;
  const metadata = prefixed(metadataTag, encodeProtobufMessage(LIST_META, head.metadata));
  const content = metadata.length + items.length! - end.length;
  const envelope = envelopeHead(head.gvk, content);
  const length = envelope.length + content + ENVELOPE_TAIL.length;
  if (isItemsFirst) return { pieces: inOrder([envelope], items.pieces, [metadata, ENVELOPE_TAIL]), length };
  const begin = Buffer.concat([envelope, metadata]);
  return { pieces: inOrder([begin], items.pieces), length, parts: { begin, items } };
}

/** Where the items of a list stand. */
interface ItemsPlace {
  readonly itemTag: number;
  readonly metadataTag: number;
  /** The constant bytes after them. */
  readonly end: Uint8Array;
}

const ITEMS_FIRST: ItemsPlace = { itemTag: 0x0a, metadataTag: 0x12, end: new Uint8Array() };
const ITEMS_LAST: ItemsPlace = { itemTag: 0x12, metadataTag: 0x0a, end: ENVELOPE_TAIL };

function* itemChunks(items: Iterable<Uint8Array>, { itemTag, end }: ItemsPlace): Generator<Uint8Array> {
  let chunk = takeListChunk();
  let used = 0;
  for (const item of items) {
    const needed = item.length + PREFIX_BYTES + end.length;
    if (used + needed > chunk.length) {
      yield chunk.subarray(0, used);
      chunk = needed > LIST_CHUNK_BYTES ? Buffer.allocUnsafe(needed) : takeListChunk();
      used = 0;
    }
    used = writePrefix(chunk, used, { tag: itemTag, length: item.length });
    chunk.set(item, used);
    used += item.length;
  }
  chunk.set(end, used);
  yield chunk.subarray(0, used + end.length);
}

function lengthOf(sizes: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < sizes.length; i++) sum += 1 + varintLength(sizes[i]) + sizes[i];
  return sum;
}

/** The one list whose items carry number 1 and whose metadata carries number 2. */
function hasItemsFirst({ group, version }: Pick<GroupVersionKind, 'group' | 'version'>): boolean {
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
