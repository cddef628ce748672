import { gunzipSync } from 'node:zlib';
import { AnswerExchange, type ExchangeOptions } from '../../../test/support/answer-exchange.js';
import type { AuditTrail } from '../../audit/index.js';
import { turns } from '../../observability/index.js';
import type { RequestContext } from '../request-context.js';
import { sendPieces } from './answer-stream.js';
import { CompressionQueue } from './compression.js';
import type { HeadStarts } from './head-starts.js';

const KB = 1024;

/** Works until the share of the turn is used up. */
function useTurn(): void {
  while (!turns.isOver());
}

/** Pieces of which each takes a turn to make. */
class SlowPieces {
  made = 0;

  constructor(
    private readonly sizes: readonly number[],
    private readonly onPiece: (index: number) => void = () => {},
  ) {}

  *[Symbol.iterator](): Generator<Uint8Array> {
    for (const [index, size] of this.sizes.entries()) {
      this.onPiece(index);
      useTurn();
      this.made += 1;
      yield Buffer.alloc(size, 97);
    }
  }
}

/** Compresses at once, so that no turn ends meanwhile. */
const compression = {
  stream: () => ({ write: () => Promise.resolve([]), end: () => Promise.resolve([]), close: () => {} }),
} as unknown as CompressionQueue;

/** The ways to send pieces of a known length and of an unknown one, small and large. */
const WAYS: readonly [string, number, boolean, ExchangeOptions][] = [
  ['held until their size is known', 10, false, {}],
  ['joined', 10, true, { hasRoom: true }],
  ['sent as they are', 200 * KB, true, { hasRoom: true }],
  ['compressed', 200 * KB, true, { encodings: 'gzip', shared: { compression } }],
];
const LARGE = 500 * KB;
const COUNT = 6;

const send = ({ context }: AnswerExchange, pieces: Iterable<Uint8Array>, length?: number): Promise<void> =>
  sendPieces(context, 'text/plain', { pieces, length });

describe('sendPieces(), in turns with other work', () => {
  it('begins nothing in a turn that is over', async () => {
    const pieces = new SlowPieces([10]);
    useTurn();
    const sending = send(new AnswerExchange(), pieces);
    expect(pieces.made).toBe(0);
    await sending;
    expect(pieces.made).toBe(1);
  });

  it.each(WAYS)('lets others work between pieces that are %s', async (_way, size, isKnown, options) => {
    let turns = 0;
    const count = (): void => void (turns += 1);
    const pieces = new SlowPieces(Array<number>(COUNT).fill(size), () => setImmediate(count));
    await send(new AnswerExchange('GET', options), pieces, isKnown ? LARGE : undefined);
    expect(turns).toBeGreaterThanOrEqual(COUNT - 2);
  });

  describe.each(['destroyed', 'closed'] as const)('when the response is %s', (end) => {
    it.each(WAYS)('makes no more pieces that are %s', async (_way, size, isKnown, options) => {
      const exchange = new AnswerExchange('GET', options);
      const pieces = new SlowPieces(Array<number>(COUNT).fill(size), (index) => {
        if (index === 1) exchange.response[end] = true;
      });
      await expect(send(exchange, pieces, isKnown ? LARGE : undefined)).rejects.toThrow('the client is gone');
      expect(pieces.made).toBe(2);
    });
  });

  it('writes no empty piece where it pauses', async () => {
    const exchange = new AnswerExchange('GET', { hasRoom: true });
    await send(exchange, new SlowPieces([10, 1, 200 * KB, 1]), LARGE);
    expect(exchange.sent.map(({ length }) => length)).toEqual([11, 200 * KB, 1]);
  });
});

describe('sendPieces(), to a client that does not read', () => {
  const headStartOf = (bytes: number): ExchangeOptions => {
    const headStarts = { take: () => bytes } as unknown as HeadStarts;
    return { isStuck: true, shared: { headStarts } };
  };

  it.each([
    [999, 2],
    [1000, 1],
  ])('has %d bytes on their way with a head start of 1000, and writes %d pieces', async (onTheirWay, written) => {
    const exchange = new AnswerExchange('GET', headStartOf(1000));
    exchange.response.writableLength = onTheirWay;
    const pieces = new SlowPieces([200 * KB, 200 * KB], () => setImmediate(() => exchange.abort()));
    const sending = send(exchange, pieces, LARGE);
    await (written === 1 ? expect(sending).rejects.toThrow('aborted') : sending);
    expect(exchange.sent).toHaveLength(written);
  });

  it('records how long it waits, until the client is gone', async () => {
    const times = { writing: 0 };
    const begun = performance.now();
    const sent = async (exchange: AnswerExchange): Promise<void> => {
      const context = Object.assign(exchange.context, { trail: { times } as AuditTrail }) as RequestContext;
      await sendPieces(context, 'text/plain', {
        pieces: [Buffer.alloc(200 * KB), Buffer.alloc(10)],
        length: undefined,
      });
    };
    await sent(new AnswerExchange());
    expect(times.writing).toBeGreaterThan(0);
    expect(times.writing).toBeLessThanOrEqual(performance.now() - begun);
    const stuck = new AnswerExchange('GET', { isStuck: true });
    const sending = sent(stuck);
    setImmediate(() => stuck.abort());
    await expect(sending).rejects.toThrow('aborted');
  });

  it('releases the memory of a compression, wherever it ends', async () => {
    const queue = new CompressionQueue();
    const stream = queue.stream();
    let closed = 0;
    const close = stream.close.bind(stream);
    stream.close = () => {
      closed += 1;
      close();
    };
    queue.stream = () => stream;
    const exchange = new AnswerExchange('GET', { encodings: 'gzip', shared: { compression: queue } });
    await send(exchange, [Buffer.alloc(LARGE, 'a')]);
    expect(gunzipSync(exchange.body)).toHaveLength(LARGE);
    expect(closed).toBe(1);
  });
});
