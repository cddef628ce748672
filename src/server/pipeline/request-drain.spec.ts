import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { jest } from '@jest/globals';
import { RequestDrain, type RequestDrainSettings } from './request-drain.js';

type Drained = Parameters<RequestDrain['refuses']>[0];
type Sent = { code: number; body: unknown; headers: unknown };

class FakeResponse extends EventEmitter {
  readonly headers: Record<string, string> = {};
  endedAt: number | undefined;

  isDestroyed = false;

  destroy(): void {
    this.isDestroyed = true;
  }

  setHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  end(): void {
    this.endedAt ??= performance.now();
    this.emit('end');
  }
}

function requestTo(path: string, agent?: string) {
  const response = new FakeResponse();
  const sent: Sent[] = [];
  const context: Drained = {
    request: { complete: true } as IncomingMessage,
    response: response as unknown as ServerResponse,
    path,
    headers: { 'user-agent': agent },
    isLongRunning: false,
    method: 'GET',
    lifetime: { waitsFor: 'write hook slow' } as Drained['lifetime'],
    send: (code, { body }, headers) => void sent.push({ code, body, headers }),
  };
  return { response, sent, context };
}

const drainOf = (settings: Partial<RequestDrainSettings> = {}): RequestDrain =>
  new RequestDrain({
    sendsRetryAfter: false,
    watchGraceMs: 0,
    limitMs: 10_000,
    onSlow: () => {},
    ...settings,
  });

/** Watches that are answered as soon as they are ended. */
function watches(drain: RequestDrain, count: number): FakeResponse[] {
  return Array.from({ length: count }, () => {
    const { context, response } = requestTo('/api/v1/pods');
    drain.entered(context, true);
    response.once('end', () => drain.left(context));
    return response;
  });
}

describe('RequestDrain.refuse()', () => {
  it('serves everything before the shutdown', () => {
    expect(drainOf({ sendsRetryAfter: true }).refuses(requestTo('/api/v1/pods').context)).toBe(false);
  });

  it.each([
    [true, 429, '5', 'The apiserver is shutting down, please try again later.\n', { connection: 'close' }],
    [false, 503, '1', 'apiserver is shutting down\n', {}],
  ])('with --shutdown-send-retry-after=%s answers %s', async (sendsRetryAfter, code, retryAfter, body, own) => {
    const drain = drainOf({ sendsRetryAfter });
    await drain.finish();
    const { context, sent, response } = requestTo('/api/v1/pods');
    expect(drain.refuses(context)).toBe(true);
    drain.refuse(context);
    const headers = { 'retry-after': retryAfter, 'x-content-type-options': 'nosniff' };
    expect([sent, response.headers]).toEqual([[{ code, body, headers }], own]);
  });

  it.each([
    ['/readyz', undefined, false],
    ['/livez/ping', undefined, false],
    ['/healthz', undefined, false],
    ['/metrics', undefined, false],
    ['/version', undefined, true],
    ['/apis', 'kube-apiserver/v1.32.0', false],
    ['/apis', 'kubectl/v1.32.0', true],
  ])('%s of %s: %s', async (path, agent, isRefused) => {
    const drain = drainOf({ sendsRetryAfter: true });
    await drain.finish();
    expect(drain.refuses(requestTo(path, agent).context)).toBe(isRefused);
  });
});

describe('RequestDrain.finish()', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Finishes, however long that takes, and returns after how many milliseconds it had. */
  async function finish(drain: RequestDrain): Promise<number> {
    const started = performance.now();
    let took: number | undefined;
    const finished = drain.finish().then(() => (took = performance.now() - started));
    while (took === undefined) await jest.advanceTimersByTimeAsync(1);
    await finished;
    return took;
  }

  it('ends long-running requests at once without a period of grace', async () => {
    const drain = drainOf();
    const all = watches(drain, 300);
    const started = performance.now();
    await finish(drain);
    expect(all.every(({ endedAt }) => endedAt !== undefined && endedAt - started < 100)).toBe(true);
  });

  it('spreads their ends over the period of grace, at 200 a second or more', async () => {
    const drain = drainOf({ watchGraceMs: 500 });
    const all = watches(drain, 200);
    const started = performance.now();
    await finish(drain);
    const times = all.map(({ endedAt = 0 }) => endedAt - started).sort((a, b) => a - b);
    expect(times[100]).toBeGreaterThan(200);
    expect(times[199]).toBeGreaterThan(450);
  });

  it('reports requests that do not end, and cuts them off at the limit', async () => {
    const slow: unknown[] = [];
    const drain = drainOf({ limitMs: 300, onSlow: ({ lifetime }) => slow.push(lifetime.waitsFor) });
    const { context, response } = requestTo('/api/v1/pods');
    drain.entered(context, false);
    const took = await finish(drain);
    expect([slow, response.isDestroyed, took >= 300 && took < 400]).toEqual([['write hook slow'], true, true]);
  });

  it('ends few of them early', async () => {
    const drain = drainOf({ watchGraceMs: 60_000 });
    watches(drain, 20);
    expect(await finish(drain)).toBeLessThan(2000);
  });
});
