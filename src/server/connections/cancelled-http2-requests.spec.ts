import { jest } from '@jest/globals';
import { constants } from 'node:http2';
import { FakeHttp2Session, FakeHttp2Stream } from '../../../test/support/fake-http2-session.js';
import { SessionWatch } from './http2-sessions.js';

const {
  NGHTTP2_CANCEL: CANCEL,
  NGHTTP2_ENHANCE_YOUR_CALM: CALM,
  NGHTTP2_PROTOCOL_ERROR: FAULTY,
  NGHTTP2_NO_ERROR: NO_ERROR,
} = constants;
const MOST_STREAMS = 10;
/** Of one connection. */
const MOST_CANCELLED = 500;
const SERVED_AT_ONCE = 16;
/** How many requests may be cancelled unanswered in a second. */
const MOST_UNANSWERED = 2 * MOST_STREAMS;

let session: FakeHttp2Session;

beforeEach(() => {
  jest.useFakeTimers();
  session = new FakeHttp2Session();
  new SessionWatch(session.asSession, { idleMs: 60_000, maxStreams: MOST_STREAMS, maxCancelled: MOST_CANCELLED });
});

afterEach(() => jest.useRealTimers());

const nextTurn = (): void => void jest.advanceTimersByTime(0);

/** Cancels requests that have no answer yet, in turns after those in which they came. */
function cancelUnanswered(length: number, code: number = CANCEL): void {
  const streams = session.openAll(length);
  nextTurn();
  for (const stream of streams) stream.end(code);
  nextTurn();
}

/** Cancels requests whose answers have begun, as clients end watches. */
function cancelAnswered(length: number): void {
  for (let i = 0; i < length; i++) {
    const stream = session.open();
    stream.headersSent = true;
    nextTurn();
    stream.end(CANCEL);
  }
  nextTurn();
}

describe('SessionWatch of requests that are read together', () => {
  it.each([1, 2])('serves sixteen at once, and the others once all are read: turn %i', (turn) => {
    for (let i = 1; i < turn; i++) {
      session.openAll(SERVED_AT_ONCE + 1);
      nextTurn();
      session.served.length = 0;
    }
    const streams = session.openAll(SERVED_AT_ONCE + 2);
    expect(session.served).toEqual(streams.slice(0, SERVED_AT_ONCE));
    nextTurn();
    expect(session.served).toEqual(streams);
  });

  it('never serves one that was cancelled before all were read, with any code', () => {
    session.openAll(SERVED_AT_ONCE);
    const last = session.open();
    last.emit('error', new Error('reset'));
    last.end(FAULTY);
    nextTurn();
    expect(session.served).toHaveLength(SERVED_AT_ONCE);
  });
});

describe('SessionWatch of a client that cancels requests before they are answered', () => {
  it('sends GOAWAY with ENHANCE_YOUR_CALM for one more than two times its streams', () => {
    cancelUnanswered(MOST_UNANSWERED);
    expect(session.endings).toEqual([]);
    cancelUnanswered(1);
    expect(session.endings).toEqual([CALM]);
    jest.advanceTimersByTime(999);
    expect(session.endings).toEqual([CALM]);
    jest.advanceTimersByTime(1);
    expect(session.endings).toEqual([CALM, 'destroy']);
  });

  it('counts those that are reset with another error, too', () => {
    cancelUnanswered(MOST_UNANSWERED + 1, FAULTY);
    expect(session.endings).toEqual([CALM]);
  });

  it('counts those of a second together', () => {
    cancelUnanswered(MOST_UNANSWERED);
    jest.advanceTimersByTime(1000);
    cancelUnanswered(1);
    expect(session.endings).toEqual([CALM]);
  });

  it('starts to count from zero in the next second', () => {
    cancelUnanswered(MOST_UNANSWERED);
    jest.advanceTimersByTime(1001);
    cancelUnanswered(MOST_UNANSWERED);
    expect(session.endings).toEqual([]);
    cancelUnanswered(1);
    expect(session.endings).toEqual([CALM]);
  });

  it('counts an answered one that was cancelled in the turn in which it was read', () => {
    for (const stream of session.openAll(MOST_UNANSWERED + 1)) {
      stream.headersSent = true;
      stream.end(CANCEL);
    }
    nextTurn();
    expect(session.endings).toEqual([CALM]);
  });

  it('does not count those whose answers have begun, or that end without an error', () => {
    cancelAnswered(MOST_UNANSWERED + 1);
    cancelUnanswered(MOST_UNANSWERED + 1, NO_ERROR);
    expect(session.endings).toEqual([]);
  });

  it('serves nothing that was read with them or comes later, and cancels what is under way', () => {
    const underWay = session.open();
    nextTurn();
    const cancelled = session.openAll(MOST_UNANSWERED + 1);
    const together = session.open();
    session.served.length = 0;
    for (const stream of cancelled) stream.end(CANCEL);
    const later = session.open();
    later.emit('error', new Error('reset'));
    nextTurn();
    const last = session.open();
    expect(session.served).toEqual([]);
    for (const stream of [underWay, together, later, last]) expect(stream.closedWith).toEqual([CANCEL]);
  });

  it('sends nothing when the session has ended by then', () => {
    for (const stream of session.openAll(MOST_UNANSWERED + 1)) stream.end(CANCEL);
    session.destroy();
    nextTurn();
    expect(session.endings).toEqual(['destroy']);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('SessionWatch of a client that cancels many answered requests', () => {
  it('sends GOAWAY without an error once as many as allowed were cancelled, and goes on to serve', () => {
    cancelAnswered(MOST_CANCELLED - 1);
    expect(session.endings).toEqual([]);
    cancelAnswered(2);
    expect(session.endings).toEqual(['close']);
    const stream = session.open(new FakeHttp2Stream());
    expect(session.served.at(-1)).toBe(stream);
  });

  it('waits with GOAWAY until the callback of the stream has returned', () => {
    cancelAnswered(MOST_CANCELLED - 1);
    const stream = session.open();
    stream.headersSent = true;
    nextTurn();
    stream.end(CANCEL);
    expect(session.endings).toEqual([]);
    nextTurn();
    expect(session.endings).toEqual(['close']);
  });
});
