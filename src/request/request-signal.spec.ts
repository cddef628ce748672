import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { timeout } from '../apimachinery/index.js';
import { ResponseSignal, waitingFor } from './request-signal.js';

/** A response as far as signals look at it. */
class FakeResponse extends EventEmitter {
  closed = false;

  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

const signalOf = (response: object): ResponseSignal => new ResponseSignal(response as ServerResponse);

describe('ResponseSignal', () => {
  it('is not aborted while the client waits, and has no listener then', () => {
    const response = new FakeResponse();
    const signal = signalOf(response);
    expect(signal.aborted).toBe(false);
    expect(() => signal.throwIfAborted()).not.toThrow();
    expect(response.listenerCount('close')).toBe(0);
  });

  it('is aborted when the client disconnects', () => {
    const response = new FakeResponse();
    const signal = signalOf(response);
    const { abortSignal } = signal;
    expect(abortSignal.aborted).toBe(false);
    response.close();
    expect(signal.aborted).toBe(true);
    expect(abortSignal.aborted).toBe(true);
    const gone = expect.objectContaining({ code: 504, message: expect.stringContaining('context canceled') });
    expect(() => signal.throwIfAborted()).toThrow(gone);
    expect(abortSignal.reason).toEqual(gone);
  });

  it('is aborted when the stream of an HTTP/2 response is closed without an event', () => {
    const stream = { destroyed: false };
    const signal = signalOf({ stream, once: () => {} });
    expect(signal.aborted).toBe(false);
    stream.destroyed = true;
    expect(signal.aborted).toBe(true);
  });

  it('has the first reason for which the server has aborted the request', () => {
    const signal = signalOf(new FakeResponse());
    const { abortSignal } = signal;
    const late = timeout('too late');
    signal.abort(late);
    signal.abort(timeout('later still'));
    expect(() => signal.throwIfAborted()).toThrow(late);
    expect(abortSignal.reason).toBe(late);
  });

  it('is aborted at once for late callers', () => {
    const response = new FakeResponse();
    response.close();
    expect(signalOf(response).abortSignal.aborted).toBe(true);
    const signal = signalOf(new FakeResponse());
    const late = timeout('too late');
    signal.abort(late);
    expect(signal.abortSignal.reason).toBe(late);
  });
});

describe('waitingFor()', () => {
  it('names what is waited for until that is there, also while a call inside of it comes and goes', async () => {
    const signal = signalOf(new FakeResponse());
    let finish = (_: string): void => {};
    const outer = new Promise<string>((resolve) => (finish = resolve));
    const waiting = waitingFor(signal, outer, 'outer');
    await waitingFor(signal, Promise.resolve(), 'inner');
    expect(signal.waitsFor).toBe('outer');
    finish('here');
    expect(await waiting).toBe('here');
    expect(signal.waitsFor).toBeUndefined();
  });

  it('returns a value at once, and a promise where nobody asks', () => {
    const signal = signalOf(new FakeResponse());
    expect(waitingFor(signal, 1, 'one')).toBe(1);
    expect(signal.waitsFor).toBeUndefined();
    const promise = Promise.resolve();
    expect(waitingFor(undefined, promise, 'one')).toBe(promise);
  });
});
