import { formatApiVersion } from '../../apimachinery/index.js';
import { LIST_CHUNK_BYTES, inOrder, takeListChunk } from '../list-chunks.js';
import type { JoinedItems, ListDocument, ListHead, ListType, WrittenItems, WrittenList } from '../serializer.js';
import { stringifyJson } from './stringify-json.js';

const COMMA = 44;
const OPEN = 123;
const END = Buffer.from(']}\n');

/**
 * Joins the bytes of items, which are written on one line each: items of most lists carry no kind and version, which
 * stand at the beginning of every object.
 */
export function joinJsonItems(type: ListType, { bytes, count, sizes }: WrittenItems): JoinedItems {
  const head = type.namesItems ? '{' : `{"kind":"${type.itemKind}","apiVersion":"${formatApiVersion(type)}",`;
  const skipped = head.length;
  const length = sizes && lengthOfItems(sizes, skipped) + END.length;
  return { pieces: jsonItemPieces(bytes, skipped), count, length };
}

/** Encloses items with the metadata of their list. */
export function encloseJsonItems(head: ListHead, items: JoinedItems): WrittenList {
  const { pieces, length } = items;
  const apiVersion = formatApiVersion(head);
  const begin = Buffer.from(
    `{"kind":"${head.kind}","apiVersion":"${apiVersion}","metadata":${stringifyJson(head.metadata)},"items":[`,
  );
  return {
    pieces: inOrder([begin], pieces),
    length: length === undefined ? undefined : begin.length + length,
    parts: { begin, items },
  };
}

/** Of each item its beginning and its newline are left out, and its brace and the comma before it put in. */
function lengthOfItems(sizes: ArrayLike<number>, skipped: number): number {
  let sum = Math.max(sizes.length - 1, 0);
  for (let i = 0; i < sizes.length; i++) sum += sizes[i] - skipped;
  return sum;
}

function* jsonItemPieces(items: Iterable<Buffer>, skipped: number): Generator<Buffer> {
  let chunk = takeListChunk();
  let used = 0;
  let isFirst = true;
  for (const bytes of items) {
    const needed = bytes.length + 2 + END.length;
    if (used + needed > chunk.length) {
      yield chunk.subarray(0, used);
      chunk = needed > LIST_CHUNK_BYTES ? Buffer.allocUnsafe(needed) : takeListChunk();
      used = 0;
    }
    if (!isFirst) chunk[used++] = COMMA;
    isFirst = false;
    chunk[used++] = OPEN;
    used += bytes.copy(chunk, used, skipped, bytes.length - 1);
  }
  used += END.copy(chunk, used);
  yield chunk.subarray(0, used);
}

/** Writes an object with a list, whose elements are written one by one, on one line or indented for a person. */
export function* jsonPieces(
  { document, member }: ListDocument,
  elements: Iterable<object>,
  isPretty = false,
): Generator<Buffer> {
  const text = stringifyJson({ ...document, [member]: [] }, isPretty ? 2 : undefined);
  const end = text.lastIndexOf(']');
  const write = isPretty ? writeIndented : (element: object) => stringifyJson(element);
  let before = text.slice(0, end);
  for (const element of elements) {
    yield Buffer.from(before + write(element));
    before = ',';
  }
  yield Buffer.from(isPretty ? `\n  ${text.slice(end)}` : `${text.slice(end)}\n`);
}

function writeIndented(element: object): string {
  return `\n    ${stringifyJson(element, 2).replaceAll('\n', '\n    ')}`;
}
