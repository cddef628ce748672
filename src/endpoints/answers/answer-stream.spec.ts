import { EventEmitter } from 'node:events';
import type { RequestContext } from '../request-context.js';
import { AnswerResources } from './answer-resources.js';
import { sendPieces } from './answer-stream.js';

const KB = 1024;
const RESOURCES = new AnswerResources();

/** A request whose answer is gathered. */
class Exchange {
  constructor(private readonly method = 'GET') {}

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
      headers: {},
      signal: this.client.signal,
      compresses: false,
      shared: RESOURCES,
      response: this.response,
      writeHead: (_status: number, headers: object) => void (this.headers = headers),
      send: (_status: number, { body }: { body: Buffer }) => this.end(body),
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
