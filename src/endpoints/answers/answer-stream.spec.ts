import { EventEmitter } from 'node:events';
import type { RequestContext } from '../request-context.js';
import { sendPieces } from './answer-stream.js';

const KB = 1024;

/** A request whose answer is gathered; `room` is how many pieces are taken before the client has to be waited for. */
class Exchange {
  readonly sent: Buffer[] = [];
  waits = 0;
  ended = false;
  headers: object = {};
  readonly response = Object.assign(new EventEmitter(), {
    destroyed: false,
    closed: false,
    writableLength: Infinity,
    end: () => void (this.ended = true),
  });

  get context(): RequestContext {
    return {
      method: 'GET',
      headers: {},
      compresses: false,
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
    this.ended = true;
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

  it('waits for its client after every piece where there is no room', async () => {
    const exchange = new Exchange();
    const { pieces, all } = piecesOf([200 * KB, 200 * KB, 200 * KB]);
    await sendPieces(exchange.context, 'text/plain', { pieces, length: all.length });
    expect(exchange.waits).toBe(2);
  });
});
