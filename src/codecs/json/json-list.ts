import { formatApiVersion } from '../../apimachinery/index.js';
import type { ListHead } from '../serializer.js';

/** Lists are put together in pieces of about this size. */
const CHUNK_BYTES = 256 * 1024;
const COMMA = 44;
const OPEN = 123;

/**
 * Puts a list together from the bytes of its items, which are written on one line each: items of lists carry no kind and
 * version, which stand at the beginning of every object.
 */
export function* joinJsonList(head: ListHead, items: readonly Buffer[]): Generator<Buffer> {
  const apiVersion = formatApiVersion(head);
  const skipped = `{"kind":"${head.itemKind}","apiVersion":"${apiVersion}",`.length;
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let used = chunk.write(
    `{"kind":"${head.kind}","apiVersion":"${apiVersion}","metadata":${JSON.stringify(head.metadata)},"items":[`,
  );
  for (const [i, bytes] of items.entries()) {
    const needed = bytes.length + 2;
    if (used + needed > chunk.length) {
      yield chunk.subarray(0, used);
      chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, needed));
      used = 0;
    }
    if (i > 0) chunk[used++] = COMMA;
    chunk[used++] = OPEN;
    used += bytes.copy(chunk, used, skipped, bytes.length - 1);
  }
  yield chunk.subarray(0, used);
  yield Buffer.from(']}\n');
}
