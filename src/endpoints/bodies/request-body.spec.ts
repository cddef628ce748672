import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES } from '../../apimachinery/index.js';
import { readBody, readBodyInTurn } from './request-body.js';

const LIMIT = 10;
const TOO_LARGE = expect.objectContaining({ code: 413 }) as Error;
const BROKEN = expect.objectContaining({ code: 400 }) as Error;

/** A request whose chunks come when the test says so. */
function requestOf(headers: object = {}): EventEmitter & IncomingMessage {
  return Object.assign(new EventEmitter(), { headers }) as unknown as EventEmitter & IncomingMessage;
}

describe('readBody()', () => {
  const read = (sizes: readonly number[], headers: object = {}): Promise<Buffer> => {
    const request = requestOf(headers);
    const body = readBody(request, LIMIT);
    sizes.forEach((size, i) => request.emit('data', Buffer.alloc(size, 97 + i)));
    request.emit('end');
    return body;
  };

  it.each<[number[], string]>([
    [[], ''],
    [[3], 'aaa'],
    [[2, 3], 'aabbb'],
    [[5, 5], 'aaaaabbbbb'],
  ])('joins chunks of %j bytes', async (sizes, text) => {
    expect((await read(sizes)).toString()).toBe(text);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect((await read(sizes, { 'content-length': String(total) })).toString()).toBe(text);
  });

  it('hands on a single chunk as it is', async () => {
    const request = requestOf();
    const body = readBody(request, LIMIT);
    const chunk = Buffer.from('abc');
    request.emit('data', chunk);
    request.emit('end');
    expect(await body).toBe(chunk);
  });

  it('refuses what is larger than the limit, announced or not, and reads no further', async () => {
    await expect(read([], { 'content-length': '11' })).rejects.toEqual(TOO_LARGE);
    expect((await read([10], { 'content-length': '10' })).length).toBe(10);
    await expect(read([6, 5])).rejects.toEqual(TOO_LARGE);
    const request = requestOf();
    const body = readBody(request, LIMIT);
    request.emit('data', Buffer.alloc(11));
    await expect(body).rejects.toEqual(TOO_LARGE);
    expect(request.listenerCount('data')).toBe(0);
  });

  it('reads an empty body where nothing more is allowed', async () => {
    const request = requestOf();
    const body = readBody(request, 0);
    request.emit('end');
    expect((await body).length).toBe(0);
  });

  it('has the limit of all bodies unless it gets another', async () => {
    await expect(readBody(requestOf({ 'content-length': String(MAX_BODY_BYTES + 1) }))).rejects.toEqual(TOO_LARGE);
  });

  it.each(['error', 'aborted'])('refuses a body that breaks off with "%s"', async (event) => {
    const request = requestOf();
    const body = readBody(request, LIMIT);
    request.emit('data', Buffer.alloc(3));
    request.emit(event, new Error('gone'));
    await expect(body).rejects.toEqual(BROKEN);
  });
});

describe('readBodyInTurn()', () => {
  it('notes the size of the body, and waits for the turn of its work', async () => {
    const request = requestOf();
    const order: string[] = [];
    let begin = (): void => {};
    const bodied = {
      request,
      bodyBytes: undefined as number | undefined,
      seat: {
        bodyRead: () => {
          order.push(`read ${bodied.bodyBytes}`);
          return new Promise<void>((resolve) => (begin = resolve));
        },
      },
    };
    const reading = readBodyInTurn(bodied).then((bytes) => order.push(`goes on with ${bytes.length}`));
    request.emit('data', Buffer.alloc(3));
    request.emit('end');
    await new Promise(setImmediate);
    expect(order).toEqual(['read 3']);
    begin();
    await reading;
    expect(order).toEqual(['read 3', 'goes on with 3']);
  });

  it.each([undefined, () => undefined])('goes on at once where there is no turn to wait for', async (bodyRead) => {
    const request = requestOf();
    const reading = readBodyInTurn({ request, seat: { bodyRead }, bodyBytes: undefined });
    request.emit('end');
    expect((await reading).length).toBe(0);
  });
});
