import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { deflateRawSync, gunzipSync, gzipSync, inflateRawSync } from 'node:zlib';
import { pageRewriting } from './page-rewriting.js';

const links = { rewrite: (link: string) => (link.startsWith('/') ? `/p${link}` : link) };

async function rewritten(chunks: readonly Buffer[], from = '', to = from): Promise<Buffer> {
  const page = new PassThrough();
  const steps = [Readable.from(chunks), ...(await pageRewriting({ from, to }, links)), page];
  const [read] = await Promise.all([buffer(page), pipeline(steps)]);
  return read;
}

const PAGE = Buffer.from(
  '<!doctype html><!-- <a href="/c"> --><A class=q HREF=\'/x?a&amp;b\' title="/t">é</A ><script src=/s>"<a href=/n>"</script>',
);
const LED =
  '<!doctype html><!-- <a href="/c"> --><A class=q href="/p/x?a&#38;b" title="/t">é</A ><script src="/p/s">"<a href=/n>"</script>';

describe('pageRewriting()', () => {
  it('changes links and nothing else, wherever a page is cut', async () => {
    const bytes = [...PAGE].map((byte) => Buffer.from([byte]));
    expect((await rewritten([PAGE])).toString()).toBe(LED);
    expect((await rewritten(bytes)).toString()).toBe(LED);
  });

  it('leaves pages in their encoding, or decompresses them', async () => {
    expect(gunzipSync(await rewritten([gzipSync(PAGE)], 'gzip')).toString()).toBe(LED);
    expect(inflateRawSync(await rewritten([deflateRawSync(PAGE)], 'deflate')).toString()).toBe(LED);
    expect((await rewritten([gzipSync(PAGE)], 'gzip', '')).toString()).toBe(LED);
  });

  it('fails where a compressed page breaks off, or is not compressed', async () => {
    await expect(rewritten([gzipSync(PAGE).subarray(0, -9)], 'gzip')).rejects.toThrow('unexpected end of file');
    await expect(rewritten([PAGE], 'gzip')).rejects.toThrow('incorrect header check');
  });

  it('leaves bytes that are no UTF-8 as they are', async () => {
    const odd = Buffer.from([0x3c, 0x70, 0x3e, 0xff, 0xe9, 0x00, 0x0d, 0x0a]);
    expect(await rewritten([odd])).toEqual(odd);
  });

  it('fails at a tag without an end', async () => {
    const endless = Array.from({ length: 40 }, () => Buffer.alloc(1 << 16, 'a'));
    await expect(rewritten([Buffer.from('<a '), ...endless])).rejects.toThrow('a tag has no end');
  });
});
