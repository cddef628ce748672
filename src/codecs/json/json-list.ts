import { formatApiVersion } from '../../apimachinery/index.js';
import type { ListDocument, ListHead, WrittenItems } from '../serializer.js';
import { stringifyJson } from './stringify-json.js';

/** Lists are put together in pieces of about this size. */
const CHUNK_BYTES = 128 * 1024;
const COMMA = 44;
const OPEN = 123;

/**
 * Puts a list together from the bytes of its items, which are written on one line each: items of lists carry no kind and
 * version, which stand at the beginning of every object.
 */
export function* joinJsonList(head: ListHead, { bytes: items }: WrittenItems): Generator<Buffer> {
  const apiVersion = formatApiVersion(head);
  const skipped = `{"kind":"${head.itemKind}","apiVersion":"${apiVersion}",`.length;
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let used = chunk.write(
    `{"kind":"${head.kind}","apiVersion":"${apiVersion}","metadata":${stringifyJson(head.metadata)},"items":[`,
  );
  let isFirst = true;
  for (const bytes of items) {
    const needed = bytes.length + 2;
    if (used + needed > chunk.length) {
      yield chunk.subarray(0, used);
      chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, needed));
      used = 0;
    }
    if (!isFirst) chunk[used++] = COMMA;
    isFirst = false;
    chunk[used++] = OPEN;
    used += bytes.copy(chunk, used, skipped, bytes.length - 1);
  }
  yield chunk.subarray(0, used);
  yield Buffer.from(']}\n');
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
