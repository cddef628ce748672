import { OutboundError } from '../outbound-error.js';

const NEWLINE = 0x0a;

/**
 * Returns the lines of a stream of bytes, without their ends; a last line without an end is left out, because it is
 * incomplete. Fails with OutboundError for a line of more than `maxBytes`.
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      parts.push(chunk.subarray(start, end));
      yield Buffer.concat(parts).toString('utf8');
      parts = [];
      size = 0;
      start = end + 1;
    }
    size += chunk.length - start;
    if (size > maxBytes) throw new OutboundError('too-large', 'a line is too large');
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
}
