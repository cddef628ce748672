import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { jest } from '@jest/globals';
import { discardBody } from './unread-body.js';

const destroy = jest.fn();

/** A refused HTTP/1.1 request whose body can be written. */
function refused(): PassThrough {
  const body = Object.assign(new PassThrough(), { complete: false, socket: { destroy } });
  discardBody(body as unknown as IncomingMessage);
  return body;
}

/** Waits until what was written has arrived. */
async function arrive(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

beforeEach(() => {
  destroy.mockClear();
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
});

afterEach(() => jest.useRealTimers());

describe('the rest of a refused body', () => {
  it('is read to its end, and the connection stays', async () => {
    const body = refused();
    for (let i = 0; i < 3; i++) {
      body.write('more');
      await arrive();
      jest.advanceTimersByTime(450);
    }
    body.end();
    await arrive();
    jest.advanceTimersByTime(60_000);
    expect([destroy.mock.calls.length, jest.getTimerCount()]).toEqual([0, 0]);
  });

  it('may come after a pause of the process, in which a look was due', async () => {
    const body = refused();
    jest.advanceTimersByTime(500);
    body.write('more');
    await arrive();
    jest.advanceTimersByTime(500);
    expect(destroy).not.toHaveBeenCalled();
  });

  it('is given up where nothing more comes', () => {
    refused();
    jest.advanceTimersByTime(1000);
    expect(destroy).toHaveBeenCalled();
  });

  it('is given up where it comes too slowly', async () => {
    const body = refused();
    for (let i = 0; i < 20; i++) {
      expect(destroy).not.toHaveBeenCalled();
      body.write('.');
      await arrive();
      jest.advanceTimersByTime(500);
    }
    expect(destroy).toHaveBeenCalled();
  });

  it('is given up where there is too much of it', async () => {
    const body = refused();
    for (let i = 0; i < 5; i++) body.write(Buffer.alloc(1024 * 1024));
    await arrive();
    expect(destroy).toHaveBeenCalled();
  });
});
