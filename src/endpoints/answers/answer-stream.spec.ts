import { EventEmitter } from 'node:events';
import { gunzipSync } from 'node:zlib';
import type { RequestContext } from '../request-context.js';
import { AnswerResources } from './answer-resources.js';
import { sendCompressible, sendPieces } from './answer-stream.js';

const KB = 1024;
const RESOURCES = new AnswerResources();

/** A request whose answer is gathered. */
class Exchange {
  constructor(
    private readonly method = 'GET',
    private readonly encodings: string | undefined = undefined,
  ) {}

  status = 0;
  readonly sent: Buffer[] = [];
  private readonly client = new AbortController();
  waits = 0;
  ended = false;
  headers: object = {};
  readonly response = Object.assign(new EventEmitter(), {
    destroyed: false,
    closed: false,
    writableLength: Infinity,
    end: () => this.over(),
  });

  get context(): RequestContext {
    return {
      method: this.method,
      headers: { 'accept-encoding': this.encodings },
      signal: this.client.signal,
      compresses: this.encodings !== undefined,
      shared: RESOURCES,
      response: this.response,
      writeHead: (status: number, headers: object) => void Object.assign(this, { status, headers }),
      send: (status: number, { body }: { body: Buffer }, headers = {}) => {
        Object.assign(this, { status, headers });
        this.end(body);
      },
      write: (piece: Uint8Array) => this.take(piece),
      end: (piece: Uint8Array) => this.end(piece),
    } as unknown as RequestContext;
  }

  private take(piece: Uint8Array): boolean {
    this.sent.push(Buffer.from(piece));
    this.waits += 1;
    setImmediate(() => this.response.emit('drain'));
    return false;
  }

  private end(piece: Uint8Array): void {
    this.sent.push(Buffer.from(piece));
    this.over();
  }

  private over(): void {
    this.ended = true;
    this.response.emit('close');
  }

  /** The client goes away. */
  abort(): void {
    this.client.abort();
    this.response.emit('close');
  }
}

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
      const exchange = new Exchange();
      const { pieces, all } = piecesOf(sizes);
      await sendPieces(exchange.context, 'text/plain', { pieces, length: isKnown ? all.length : undefined });
      expect(Buffer.concat(exchange.sent).equals(all)).toBe(true);
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
      await sendPieces(new Exchange().context, 'text/plain', { pieces: watched(), length: all.length });
      expect(isDone).toBe(true);
    },
  );

  it.each([
    ['HEAD', undefined],
    ['HEAD', 500 * KB],
    ['GET', undefined],
    ['GET', 500 * KB],
  ])('lets go of pieces that nobody reads any more: %s, length %s', async (method, length) => {
    const exchange = new Exchange(method);
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
    const exchange = new Exchange();
    const { pieces, all } = piecesOf([200 * KB, 200 * KB, 200 * KB]);
    await sendPieces(exchange.context, 'text/plain', { pieces, length: all.length });
    expect(exchange.waits).toBe(2);
  });
});

describe('sendPieces() over a connection', () => {
  const sentBy = async (exchange: Exchange, sizes: readonly number[], length?: number): Promise<Buffer> => {
    await sendPieces(exchange.context, 'text/plain', { pieces: piecesOf(sizes).pieces, length });
    return Buffer.concat(exchange.sent);
  };

  it('sends what is small as a whole, and what is larger piece by piece', async () => {
    const [small, large, known] = [new Exchange(), new Exchange(), new Exchange()];
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
    const exchange = new Exchange();
    const sizes = [...Array<number>(200).fill(KB), 300 * KB, 10];
    const { pieces, all } = piecesOf(sizes);
    const shared = Object.create(RESOURCES, { headStarts: { value: { take: () => headStart } } }) as AnswerResources;
    await sendPieces({ ...exchange.context, shared } as RequestContext, 'text/plain', { pieces, length: undefined });
    expect(Buffer.concat(exchange.sent).equals(all)).toBe(true);
    const joined = [63, 63, 63, 11];
    expect(exchange.sent.map(({ length }) => length)).toEqual([...[...joined, ...large].map((size) => size * KB), 10]);
  });

  it.each(['gzip', 'deflate, gzip', ' gzip '])(
    'compresses what is large for a client that accepts "%s"',
    async (encodings) => {
      const exchange = new Exchange('GET', encodings);
      const sizes = [10, 200 * KB, 0, 5];
      const sent = await sentBy(exchange, sizes, 200 * KB + 15);
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
    const exchange = new Exchange('GET', encodings);
    const sent = await sentBy(exchange, [200 * KB], 200 * KB);
    expect([sent.length, exchange.headers]).toEqual([
      200 * KB,
      { 'content-type': 'text/plain', 'content-length': 200 * KB },
    ]);
  });

  it('sends no content to who asks for the head', async () => {
    const exchange = new Exchange('HEAD', 'gzip');
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
    const exchange = new Exchange('GET', encodings);
    const body = Buffer.alloc(size, 'a');
    await sendCompressible(exchange.context, 201, { contentType: 'text/plain', body });
    const sent = Buffer.concat(exchange.sent);
    expect([exchange.status, exchange.headers]).toEqual([201, isZipped ? ZIPPED : {}]);
    expect((isZipped ? gunzipSync(sent) : sent).equals(body)).toBe(true);
  });
});
