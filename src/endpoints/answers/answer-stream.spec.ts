import { gunzipSync } from 'node:zlib';
import { AnswerExchange, type ExchangeOptions } from '../../../test/support/answer-exchange.js';
import { takeListChunk } from '../../../test/support/list-chunk.js';
import type { HeadStarts } from './head-starts.js';
import { KeptItems } from './kept-items.js';
import { sendCompressible, sendPieces } from './answer-stream.js';

const KB = 1024;

function piecesOf(sizes: readonly number[]): { all: Buffer; pieces: Buffer[] } {
  const pieces = sizes.map((size, index) => Buffer.alloc(size, 97 + index));
  return { pieces, all: Buffer.concat(pieces) };
}

describe('sendPieces()', () => {
  it.each([
    ['one small piece', [10]],
    ['small pieces', [10, 20, 30]],
    ['what is barely sent whole', [128 * KB]],
    ['one large piece', [300 * KB]],
    ['a small piece before large ones', [10, 200 * KB, 200 * KB]],
    ['a small piece behind large ones', [200 * KB, 200 * KB, 10]],
    ['small pieces among large ones', [10, 200 * KB, 3, 4, 200 * KB, 5]],
    ['many small pieces', Array.from({ length: 500 }, () => KB)],
    ['empty pieces', [0, 200 * KB, 0, 10, 0]],
  ])('sends all that was written, of known length or not: %s', async (_title, sizes) => {
    for (const isKnown of [true, false]) {
      const exchange = new AnswerExchange();
      const { pieces, all } = piecesOf(sizes);
      await sendPieces(exchange.context, 'text/plain', { pieces, length: isKnown ? all.length : undefined });
      expect(exchange.body.equals(all)).toBe(true);
      expect(exchange.ended).toBe(true);
    }
  });

  it.each([[[50 * KB, 300 * KB, 200 * KB]], [[10]], [[300 * KB]]])(
    'goes through pieces to their end, as those wait for it that keep them: %j',
    async (sizes) => {
      let isDone = false;
      const { pieces, all } = piecesOf(sizes);
      function* watched(): Generator<Uint8Array> {
        yield* pieces;
        isDone = true;
      }
      await sendPieces(new AnswerExchange().context, 'text/plain', { pieces: watched(), length: all.length });
      expect(isDone).toBe(true);
    },
  );

  it.each([
    ['HEAD', undefined],
    ['HEAD', 500 * KB],
    ['GET', undefined],
    ['GET', 500 * KB],
  ])('lets go of pieces that nobody reads any more: %s, length %s', async (method, length) => {
    const exchange = new AnswerExchange(method);
    let left = 0;
    function* watched(): Generator<Uint8Array> {
      left += 1;
      try {
        for (let i = 0; i < 5; i++) {
          if (i === 3) exchange.abort();
          yield Buffer.alloc(100 * KB);
        }
      } finally {
        left -= 1;
      }
    }
    const sending = sendPieces(exchange.context, 'text/plain', { pieces: watched(), length });
    await (method === 'GET' ? expect(sending).rejects.toThrow('aborted') : sending);
    expect(left).toBe(0);
  });

  it('waits for its client after every piece where there is no room', async () => {
    const exchange = new AnswerExchange();
    const { pieces, all } = piecesOf([200 * KB, 200 * KB, 200 * KB]);
    await sendPieces(exchange.context, 'text/plain', { pieces, length: all.length });
    expect(exchange.waits).toBe(2);
  });
});

describe('sendPieces() over a connection', () => {
  const sentBy = async (exchange: AnswerExchange, sizes: readonly number[], length?: number): Promise<Buffer> => {
    await sendPieces(exchange.context, 'text/plain', { pieces: piecesOf(sizes).pieces, length });
    return exchange.body;
  };

  it('sends what is small as a whole, and what is larger piece by piece', async () => {
    const [small, large, known] = [new AnswerExchange(), new AnswerExchange(), new AnswerExchange()];
    await sentBy(small, [128 * KB]);
    expect([small.status, small.headers, small.waits]).toEqual([200, {}, 0]);
    await sentBy(large, [128 * KB, 1]);
    expect([large.status, large.headers]).toEqual([200, { 'content-type': 'text/plain' }]);
    await sentBy(known, [200 * KB], 200 * KB);
    expect([known.status, known.headers]).toEqual([200, { 'content-type': 'text/plain', 'content-length': 200 * KB }]);
  });

  it.each([
    ['sends large ones as they are', 1, [300]],
    ['cuts large ones where many have a head start', 0, [128, 128, 44]],
  ])('joins small pieces, and %s', async (_what, headStart, large) => {
    const headStarts = { take: () => headStart } as unknown as HeadStarts;
    const exchange = new AnswerExchange('GET', { shared: { headStarts } });
    const sizes = [...Array<number>(200).fill(KB), 300 * KB, 10];
    const { pieces, all } = piecesOf(sizes);
    await sendPieces(exchange.context, 'text/plain', { pieces, length: undefined });
    expect(exchange.body.equals(all)).toBe(true);
    const joined = [63, 63, 63, 11];
    expect(exchange.sent.map(({ length }) => length)).toEqual([...[...joined, ...large].map((size) => size * KB), 10]);
  });

  it.each(['gzip', 'deflate, gzip', ' gzip '])(
    'compresses what is large for a client that accepts "%s"',
    async (encodings) => {
      const exchange = new AnswerExchange('GET', { encodings });
      const sizes = [10, 200 * KB, 1, 200 * KB, 0, 5];
      const sent = await sentBy(exchange, sizes, 400 * KB + 16);
      expect(gunzipSync(sent).equals(piecesOf(sizes).all)).toBe(true);
      expect(exchange.headers).toEqual({
        'content-type': 'text/plain',
        'content-encoding': 'gzip',
        vary: 'Accept-Encoding',
      });
      expect(exchange.ended).toBe(true);
    },
  );

  it.each(['gzip;q=1', 'deflate', ''])('compresses nothing for a client that accepts "%s"', async (encodings) => {
    const exchange = new AnswerExchange('GET', { encodings });
    const sent = await sentBy(exchange, [200 * KB], 200 * KB);
    expect([sent.length, exchange.headers]).toEqual([
      200 * KB,
      { 'content-type': 'text/plain', 'content-length': 200 * KB },
    ]);
  });

  it('sends no content to who asks for the head', async () => {
    const exchange = new AnswerExchange('HEAD', { encodings: 'gzip' });
    expect((await sentBy(exchange, [200 * KB])).length).toBe(0);
    expect([exchange.status, exchange.ended]).toEqual([200, true]);
  });
});

describe('sendCompressible()', () => {
  const ZIPPED = { 'content-encoding': 'gzip', vary: 'Accept-Encoding' };

  it.each<[number, string | undefined, boolean]>([
    [128 * KB, 'gzip', false],
    [128 * KB + 1, 'gzip', true],
    [128 * KB + 1, 'deflate', false],
    [128 * KB + 1, undefined, false],
  ])('sends %d bytes to a client that accepts %s: compressed %s', async (size, encodings, isZipped) => {
    const exchange = new AnswerExchange('GET', { encodings });
    const body = Buffer.alloc(size, 'a');
    await sendCompressible(exchange.context, 201, { contentType: 'text/plain', body });
    const sent = exchange.body;
    expect([exchange.status, exchange.headers]).toEqual([201, isZipped ? ZIPPED : {}]);
    expect((isZipped ? gunzipSync(sent) : sent).equals(body)).toBe(true);
  });

  it('compresses nothing where the gate is off', async () => {
    const exchange = new AnswerExchange('GET', { encodings: 'gzip', compresses: false });
    await sendCompressible(exchange.context, 200, { contentType: 'text/plain', body: Buffer.alloc(200 * KB) });
    expect([exchange.headers, exchange.body.length]).toEqual([{}, 200 * KB]);
  });
});

describe('sendPieces(), from memory that is used again', () => {
  const send = async (sizes: readonly number[], options: ExchangeOptions = {}): Promise<AnswerExchange> => {
    const exchange = new AnswerExchange('GET', { hasRoom: true, ...options });
    await sendPieces(exchange.context, 'text/plain', { pieces: piecesOf(sizes).pieces, length: undefined });
    return exchange;
  };
  const lengths = ({ sent }: AnswerExchange): number[] => sent.map(({ length }) => length);

  it.each([
    [
      [200 * KB, 32 * KB, 32 * KB - 1, 200 * KB],
      [200 * KB, 64 * KB - 1, 200 * KB],
    ],
    [
      [200 * KB, 32 * KB, 32 * KB, 200 * KB],
      [200 * KB, 32 * KB, 32 * KB, 200 * KB],
    ],
    [
      [32 * KB, 32 * KB - 1, 200 * KB],
      [64 * KB - 1, 200 * KB],
    ],
    [
      [200 * KB, 1, 200 * KB, 1],
      [200 * KB, 1, 200 * KB, 1],
    ],
  ])('joins pieces of %j to %j', async (sizes, joined) => {
    expect(lengths(await send(sizes))).toEqual(joined);
  });

  it.each([
    [64 * KB, true],
    [64 * KB - 1, false],
  ])('sends a piece of %d bytes without a copy: %s', async (size, isSame) => {
    const piece = Buffer.alloc(size);
    const exchange = new AnswerExchange('GET', { hasRoom: true });
    const pieces = [Buffer.alloc(200 * KB), piece, Buffer.alloc(200 * KB)];
    await sendPieces(exchange.context, 'text/plain', { pieces, length: undefined });
    expect(exchange.pieces[1] === piece).toBe(isSame);
  });

  it.each(['gzip', undefined])('takes back the buffers it has sent (%s)', async (encodings) => {
    const chunk = takeListChunk();
    const exchange = new AnswerExchange('GET', { encodings });
    await sendPieces(exchange.context, 'text/plain', { pieces: [chunk, Buffer.alloc(10)], length: undefined });
    expect(takeListChunk().buffer === chunk.buffer).toBe(true);
  });

  it.each([
    [true, [200, 1, 'flush', 64]],
    [undefined, [200, 1, 64]],
  ])('flushes what is small before a large piece over HTTP/1.1: %s', async (chunkedEncoding, expected) => {
    const exchange = new AnswerExchange('GET', { hasRoom: true });
    const order: unknown[] = [];
    const socket = { uncork: () => order.push('flush') };
    Object.assign(exchange.response, { chunkedEncoding, socket });
    const { context } = exchange;
    const write = context.write.bind(context);
    context.write = (piece, sent) => write(piece, () => (order.push(Math.ceil(piece.length / KB)), sent?.()));
    const { pieces } = piecesOf([200 * KB, 1, 64 * KB]);
    await sendPieces(context, 'text/plain', { pieces, length: undefined });
    expect(order.slice(chunkedEncoding ? 1 : 0)).toEqual(expected);
  });
});

describe('sendPieces(), of items that are kept', () => {
  it('compresses them once for all, behind what differs', async () => {
    let compressed = 0;
    const items = new KeptItems([Buffer.alloc(200 * KB, 'a')], 1, () => (compressed += 1));
    for (const version of ['1', '2']) {
      const begin = Buffer.from(version);
      const exchange = new AnswerExchange('GET', { encodings: 'gzip' });
      const pieces = [begin, ...items.pieces];
      await sendPieces(exchange.context, 'text/plain', { pieces, length: 200 * KB + 1, parts: { begin, items } });
      expect(gunzipSync(exchange.body).toString()).toBe(version + 'a'.repeat(200 * KB));
    }
    expect(compressed).toBe(1);
  });
});
