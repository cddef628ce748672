import { formatApiVersion } from '../../apimachinery/index.js';
import type { ObjectShape } from '../../schema/index.js';
import { LIST_CHUNK_BYTES, inOrder } from '../list-chunks.js';
import type { JoinedItems, ListDocument, ListHead, ListType, WrittenItems, WrittenList } from '../serializer.js';
import { Major, SELF_DESCRIBED } from './cbor-head.js';
import { CborWriter } from './cbor-writer.js';
import { encodeCborElement, sortedKeys, writeValue } from './encode-cbor.js';

/** Joins the bytes of items, as `encodeCborItem` has written them. */
export function joinCborItems(_type: ListType, { bytes, count }: WrittenItems): JoinedItems {
  return { pieces: inChunks(bytes), count };
}

/** Encloses items with the metadata of their list. */
export function encloseCborItems({ kind, metadata, ...gv }: ListHead, { pieces, count }: JoinedItems): WrittenList {
  const document = { kind, apiVersion: formatApiVersion(gv), metadata };
  const [before, after] = aroundMember(document, 'items', count);
  return { pieces: inOrder([before], pieces, [after]) };
}

/** Writes an object with a list of `count` elements of a type, each when it is reached. */
export function* cborPieces(
  { document, member, count }: ListDocument,
  elements: Iterable<object>,
  type: ObjectShape | undefined,
): Generator<Buffer> {
  const [before, after] = aroundMember(document, member, count);
  yield before;
  for (const element of elements) yield encodeCborElement(element, type);
  yield after;
}

/** Returns the bytes before and after the elements of a list of an object: keys are ordered. */
function aroundMember(document: Readonly<Record<string, unknown>>, member: string, count: number): [Buffer, Buffer] {
  const keys = sortedKeys({ ...document, [member]: [] });
  const at = keys.indexOf(member);
  const before = new CborWriter();
  before.raw(SELF_DESCRIBED);
  before.head(Major.Map, keys.length);
  writeMembers(before, document, keys.slice(0, at));
  before.text(member);
  before.head(Major.List, count);
  const first = before.finish();
  const after = new CborWriter();
  writeMembers(after, document, keys.slice(at + 1));
  return [first, after.finish()];
}

function writeMembers(writer: CborWriter, document: Readonly<Record<string, unknown>>, keys: readonly string[]): void {
  for (const key of keys) {
    writer.text(key);
    writeValue(writer, document[key]);
  }
}

/** Small items together in pieces that are worth being sent. */
function* inChunks(items: Iterable<Buffer>): Generator<Buffer> {
  let gathered: Buffer[] = [];
  let size = 0;
  for (const item of items) {
    gathered.push(item);
    size += item.length;
    if (size < LIST_CHUNK_BYTES) continue;
    yield Buffer.concat(gathered, size);
    gathered = [];
    size = 0;
  }
  yield Buffer.concat(gathered, size);
}
