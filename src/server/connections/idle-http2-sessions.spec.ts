import { jest } from '@jest/globals';
import { constants } from 'node:http2';
import { FakeHttp2Session, type FakeHttp2Stream } from '../../../test/support/fake-http2-session.js';
import { SessionWatch } from './http2-sessions.js';

const IDLE_MS = 60_000;

let session: FakeHttp2Session;
let watch: SessionWatch;

beforeEach(() => {
  jest.useFakeTimers();
  session = new FakeHttp2Session();
  watch = new SessionWatch(session.asSession, { idleMs: IDLE_MS, maxStreams: 100, maxCancelled: 500 });
});

afterEach(() => jest.useRealTimers());

const advance = (ms: number): void => void jest.advanceTimersByTime(ms);

describe('SessionWatch of a connection without requests', () => {
  it('closes the session when it has been idle, and destroys it a second later', () => {
    advance(IDLE_MS - 1);
    expect(session.endings).toEqual([]);
    advance(1);
    expect(session.endings).toEqual(['close']);
    advance(999);
    expect(session.endings).toEqual(['close']);
    advance(1);
    expect(session.endings).toEqual(['close', 'destroy']);
  });

  it('is busy from the first stream to the end of the last', () => {
    expect(watch.isBusy).toBe(false);
    const [first, last] = session.openAll(2);
    first!.end();
    expect(watch.isBusy).toBe(true);
    last!.end();
    expect(watch.isBusy).toBe(false);
  });

  it('leaves the session open while a stream is', () => {
    session.open();
    advance(3 * IDLE_MS);
    expect(session.endings).toEqual([]);
  });

  it('counts the idle time from the end of the last stream', () => {
    const [first, last] = session.openAll(2);
    advance(IDLE_MS / 2);
    last!.end();
    advance(IDLE_MS / 2 - 1);
    first!.end();
    advance(IDLE_MS - 1);
    expect(session.endings).toEqual([]);
    advance(1);
    expect(session.endings).toEqual(['close']);
  });

  it('does not count again from the end of a stream that is not the last', () => {
    const [first] = session.openAll(2);
    advance(IDLE_MS - 1);
    first!.end();
    advance(1);
    expect(jest.getTimerCount()).toBe(1);
  });

  it('keeps no timer once the session has ended, although a stream closes after it', () => {
    const stream = session.open();
    advance(0);
    session.destroy();
    stream.end();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('sends no second GOAWAY after the session has ended', () => {
    session.destroy();
    watch.retire();
    expect(session.endings).toEqual(['destroy']);
  });
});

describe('SessionWatch of answers that nobody reads', () => {
  let stream: FakeHttp2Stream;

  beforeEach(() => {
    stream = session.open();
    advance(0);
  });

  /** Passes the time until the next look at the streams. */
  const look = (unsent: number): void => {
    stream.writableLength = unsent;
    advance(IDLE_MS / 2);
  };

  it('closes a stream of which as much is unsent at two looks, half the idle time apart', () => {
    stream.writableLength = 1;
    advance(IDLE_MS - 1);
    expect(stream.closedWith).toEqual([]);
    advance(1);
    expect(stream.closedWith).toEqual([constants.NGHTTP2_ENHANCE_YOUR_CALM]);
  });

  it('closes a stream that is stuck after it has made progress', () => {
    for (const unsent of [3, 2, 2]) look(unsent);
    expect(stream.closedWith).toEqual([constants.NGHTTP2_ENHANCE_YOUR_CALM]);
  });

  it.each([
    ['has nothing to send', [0, 0, 0]],
    ['makes progress', [3, 2, 1]],
    ['has written more', [1, 2, 3]],
  ])('leaves a stream open that %s', (_how, lengths) => {
    for (const unsent of lengths) look(unsent);
    expect(stream.closedWith).toEqual([]);
  });

  it('leaves a stream open that was read in between, however much is unsent', () => {
    look(1);
    stream.emit('drain');
    look(1);
    expect(stream.closedWith).toEqual([]);
    look(1);
    expect(stream.closedWith).toHaveLength(1);
  });

  it('adds one listener to a stream that waits from time to time, and none to one that never does', () => {
    look(0);
    expect(stream.listenerCount('drain')).toBe(0);
    for (const unsent of [1, 0, 1, 0, 2, 0]) look(unsent);
    expect(stream.listenerCount('drain')).toBe(1);
  });
});
