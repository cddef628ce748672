import { randomBytes } from 'node:crypto';
import { crc32, gunzipSync } from 'node:zlib';
import { CompressionQueue } from './compression.js';
import { gzipOf, zipEnd } from './gzip-parts.js';
import { KeptItems } from './kept-items.js';

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

  it('frames the stream as RFC 1952 says: without a name or time, and with checksum and length at its end', async () => {
    const end = await zipEnd([long], new CompressionQueue());
    const parts = [...gzipOf(Buffer.alloc(0), end)];
    expect([...parts[0]]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
    const trailer = parts.at(-1) as Buffer;
    expect(trailer).toHaveLength(8);
    expect([trailer.readUInt32LE(0), trailer.readUInt32LE(4)]).toEqual([crc32(long), long.length]);
  });

  it('says the length modulo 2 to the 32nd', () => {
    const parts = [...gzipOf(Buffer.from('ab'), { pieces: [], crc: 0, length: 2 ** 32 + 2 ** 31 })];
    expect((parts.at(-1) as Buffer).readUInt32LE(4)).toBe(2 ** 31 + 2);
  });

  it('stores a beginning in blocks of 65535 bytes', () => {
    const [stored] = gzipOf(Buffer.alloc(2 * 65_535), { pieces: [], crc: 0, length: 0 });
    expect(stored).toHaveLength(10 + 2 * (5 + 65_535));
  });
});

describe('KeptItems', () => {
  it('compresses again what could not be compressed', async () => {
    const grown: number[] = [];
    const items = new KeptItems([Buffer.from('ab'), Buffer.from('c')], 1, (bytes) => grown.push(bytes));
    const failing = { inTurn: () => Promise.reject(new Error('no memory')) };
    await expect(items.zipped(failing)).rejects.toThrow('no memory');
    expect(grown).toEqual([]);
    const end = await items.zipped(new CompressionQueue());
    expect(gunzipSync(Buffer.concat([...gzipOf(Buffer.from('<'), end)])).toString()).toBe('<abc');
    expect(grown).toEqual([Buffer.concat([...end.pieces]).length]);
  });
});
