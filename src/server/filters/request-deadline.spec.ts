import type { ServerResponse } from 'node:http';
import { jest } from '@jest/globals';
import { isLongRunning, parseRequestInfo } from '../../request/index.js';
import { badRequest, internalError } from '../../apimachinery/index.js';
import { checkLimit, decideWithin, requestLimit, withTimeout } from './request-deadline.js';

const LONGEST = 60_000;

function limitOf(path: string, query: string, release = '1.32'): number {
  const parameters = new URLSearchParams(query);
  return requestLimit(
    { query: parameters, isLongRunning: isLongRunning(parseRequestInfo('GET', path, parameters)) },
    { requestTimeoutMs: LONGEST, release },
  );
}

describe('requestLimit()', () => {
  it.each([
    ['', LONGEST],
    ['timeout', LONGEST],
    ['timeout=', LONGEST],
    ['timeout=0', LONGEST],
    ['timeout=-5s', LONGEST],
    ['timeout=10s', 10_000],
    ['timeout=1.5s', 1500],
    ['timeout=1ns', 0.000001],
    ['timeout=2h', LONGEST],
    ['timeout=5s&timeout=x', 5000],
  ])('of %j is %d ms', (query, limit) => {
    expect(limitOf('/api/v1/pods', query)).toBe(limit);
  });

  it.each([
    ['1', 'time: missing unit in duration "1"'],
    ['-1', 'time: missing unit in duration "-1"'],
    ['true', 'time: invalid duration "true"'],
    ['1x', 'time: unknown unit "x" in duration "1x"'],
    ['99999999999999999999', 'time: invalid duration "99999999999999999999"'],
    ['é', String.raw`time: invalid duration "\xc3\xa9"`],
    [' 1s', 'time: invalid duration " 1s"'],
  ])('refuses %j, whatever the path', (timeout, why) => {
    const query = `timeout=${encodeURIComponent(timeout)}`;
    const message = `invalid timeout specified in the request URL - ${why}`;
    for (const path of ['/api/v1/pods', '/version', '/nothing']) expect(() => limitOf(path, query)).toThrow(message);
  });

  it('does not read the parameter as releases before 1.21 do not', () => {
    expect(limitOf('/api/v1/pods', 'timeout=x', '1.20')).toBe(LONGEST);
  });

  it('says nothing of requests that stay open', () => {
    expect(limitOf('/api/v1/pods', 'watch=1&timeout=x')).toBe(LONGEST);
  });
});

describe('checkLimit()', () => {
  const check = (path: string, limitMs: number) => (): void =>
    checkLimit({ info: parseRequestInfo('GET', path, new URLSearchParams()), workMs: limitMs });

  it('answers 504 where the time is up before the request begins', () => {
    const message = 'Timeout: request did not complete within the allotted timeout';
    expect(check('/api/v1/pods', 0.000001)).toThrow(expect.objectContaining({ code: 504, message }));
  });

  it.each([
    ['/api/v1/pods', 1],
    ['/version', 0.000001],
  ])('lets %s begin with %d ms', (path, limitMs) => {
    expect(check(path, limitMs)).not.toThrow();
  });
});

describe('withTimeout()', () => {
  const reasons: unknown[] = [];
  const requestOf = (method: string, path: string, workMs = LONGEST) => ({
    workMs,
    isLongRunning: false,
    response: {} as ServerResponse,
    terminate: (reason: unknown): void => void reasons.push(reason),
    info: parseRequestInfo(method, path, new URLSearchParams()),
  });
  const request = requestOf('GET', '/api/v1/pods');

  beforeEach(() => {
    reasons.length = 0;
  });

  it('gives a request up whose time is over, for the reason it is answered with', async () => {
    const outcome = withTimeout(requestOf('GET', '/api/v1/pods', 1), new Promise(() => {}));
    await expect(outcome).rejects.toMatchObject({ code: 504 });
    expect(reasons).toEqual([expect.objectContaining({ code: 504 })]);
  });

  it.each<[string, string, string, (settle: { end: () => void; fail: () => void }) => void]>([
    ['POST', 'rest-handler', 'ok', ({ end }) => end()],
    ['POST', 'rest-handler', 'error', ({ fail }) => fail()],
    ['POST', 'rest-handler', 'pending', () => jest.advanceTimersByTime(300_000)],
    ['GET', 'timeout-handler', 'ok', ({ end }) => end()],
    ['GET', 'timeout-handler', 'ok', ({ fail }) => fail()],
  ])('reports once how the work of a %s went on: %s, %s', async (method, source, status, settle) => {
    jest.useFakeTimers();
    const late: string[] = [];
    const onLate = (...said: string[]): void => void late.push(said.join(' '));
    let settling!: Parameters<typeof settle>[0];
    const work = new Promise<void>((resolve, reject) => {
      settling = { end: resolve, fail: () => reject(new Error('late')) };
    });
    const outcome = withTimeout(requestOf(method, '/api/v1/namespaces/a/pods'), work, { ended: onLate });
    outcome.catch(() => {});
    jest.advanceTimersByTime(LONGEST);
    expect(late).toEqual([]);
    settle(settling);
    await Promise.resolve();
    jest.useRealTimers();
    expect(late).toEqual([`${source} ${status}`]);
  });

  it('makes no promise for an answer that is there', () => {
    expect(withTimeout(requestOf('GET', '/api/v1/pods', 0), undefined)).toBeUndefined();
  });

  it('does not end requests that stay open', () => {
    const handled = Promise.resolve();
    expect(withTimeout({ ...request, isLongRunning: true }, handled)).toBe(handled);
  });

  it('leaves one alone that is answered, or fails, in time', async () => {
    await withTimeout(request, Promise.resolve());
    const broken = withTimeout(request, Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    expect(reasons).toEqual([]);
  });

  it.each([
    ['POST', '/api/v1/namespaces/a/pods', LONGEST, 34_000, 'requested timeout - context deadline exceeded'],
    ['PUT', '/api/v1/namespaces/a/pods/b/status', LONGEST, 34_000, 'requested timeout - context deadline exceeded'],
    ['PATCH', '/api/v1/namespaces/a/pods/b', LONGEST, 34_000, 'requested timeout - context deadline exceeded'],
    ['DELETE', '/api/v1/namespaces/a/pods/b', LONGEST, 34_000, 'requested timeout - context deadline exceeded'],
    ['DELETE', '/api/v1/namespaces/a/pods', LONGEST, 34_000, 'requested timeout - context deadline exceeded'],
    ['POST', '/api/v1/namespaces/a/pods', 10_000, 10_000, 'the allotted timeout'],
    ['GET', '/api/v1/namespaces/a/pods', LONGEST, LONGEST, 'the allotted timeout'],
    ['POST', '/other', LONGEST, LONGEST, 'the allotted timeout'],
  ])('ends %s %s of at most %i ms after %i ms: %s [LIM-18]', async (method, path, limitMs, afterMs, text) => {
    jest.useFakeTimers();
    try {
      let error: unknown;
      const outcome = withTimeout(requestOf(method, path, limitMs), new Promise(() => {})).catch((reason: unknown) => {
        error = reason;
      });
      await jest.advanceTimersByTimeAsync(afterMs - 1);
      expect(error).toBeUndefined();
      await jest.advanceTimersByTimeAsync(1);
      await outcome;
      expect((error as Error).message).toMatch(new RegExp(`did not complete within ${text}$`));
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a failure at the deadline', () => {
  const requestOf = (workMs = 60_000) => ({
    workMs,
    terminate: jest.fn(),
    info: parseRequestInfo('POST', '/api/v1/namespaces/a/pods', new URLSearchParams()),
    isLongRunning: false,
    response: {} as ServerResponse,
    receivedAt: performance.now(),
  });

  /** Fails when the time of the request is about to end. */
  const failing = (error: Error, ms: number): Promise<void> =>
    new Promise((_, reject) => void setTimeout(() => reject(error), ms));

  it.each([
    ['of the server', () => internalError('failed calling webhook "a": context deadline exceeded')],
    ['that is no answer', () => new Error('aborted')],
  ])('%s is the end of its time', async (_, make) => {
    const request = requestOf(60);
    await expect(withTimeout(request, failing(make(), 55))).rejects.toMatchObject({ code: 504 });
    expect(request.terminate).toHaveBeenCalledWith(expect.objectContaining({ code: 504 }));
  });

  it('of the client stays', async () => {
    const outcome = withTimeout(requestOf(2), failing(badRequest('no'), 1));
    await expect(outcome).rejects.toMatchObject({ code: 400 });
  });

  it('long before it stays', async () => {
    const outcome = withTimeout(requestOf(), failing(internalError('broken'), 1));
    await expect(outcome).rejects.toMatchObject({ code: 500 });
  });

  it('ends the wait for a decision', async () => {
    const request = requestOf(5);
    await expect(decideWithin(request, new Promise(() => {}))).rejects.toMatchObject({ code: 504 });
    expect(request.terminate).toHaveBeenCalled();
  });

  it('leaves decisions alone that come in time, and those of requests that stay open', async () => {
    expect(await decideWithin(requestOf(), Promise.resolve('yes'))).toBe('yes');
    await expect(decideWithin(requestOf(), Promise.reject(new Error('no')))).rejects.toThrow('no');
    const open = { ...requestOf(1), isLongRunning: true };
    expect(await decideWithin(open, new Promise((resolve) => setTimeout(() => resolve('late'), 20)))).toBe('late');
  });
});
