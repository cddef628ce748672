import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { CompressionQueue } from './compression.js';
import { gzipOf, zipEnd } from './gzip-parts.js';

describe('gzipOf()', () => {
  const long = Buffer.from('{"kind":"ConfigMap","data":{"k":"v"}},'.repeat(20_000));

  it.each([
    ['texts', Buffer.from('{"kind":"List","items":['), [Buffer.from('{"a":1},'), Buffer.from('{"b":2}]}\n')]],
    ['a long end', Buffer.from('{"metadata":{"resourceVersion":"7"},"items":['), [long, long]],
    ['what cannot be made shorter', randomBytes(300), [randomBytes(100_000)]],
    ['an empty beginning', Buffer.alloc(0), [long]],
    ['an empty end', Buffer.from('all there is'), []],
    ['an end like the beginning', long, [long]],
  ])('makes one stream of two parts, with the checksum of the whole: %s', async (_title, begin, end) => {
    const zipped = Buffer.concat([...gzipOf(begin, await zipEnd(end, new CompressionQueue()))]);
    // It checks the sum and the length.
    expect(gunzipSync(zipped).equals(Buffer.concat([begin, ...end]))).toBe(true);
  });

  it('takes the same end behind any beginning', async () => {
    const end = await zipEnd([long], new CompressionQueue());
    for (let version = 1; version < 40; version++) {
      const begin = Buffer.from(`{"resourceVersion":"${'9'.repeat(version)}"`);
      const text = gunzipSync(Buffer.concat([...gzipOf(begin, end)]));
      expect(text.equals(Buffer.concat([begin, long]))).toBe(true);
    }
  });
});
