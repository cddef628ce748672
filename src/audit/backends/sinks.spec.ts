import type { MaybePromise } from '../../apimachinery/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { AuditEvent } from '../events/audit-event.js';
import { RequestFacts } from '../events/request-facts.js';
import { legacyLine } from '../events/legacy-line.js';
import type { PolicyLevel } from '../policy/index.js';
import type { AuditSink } from '../sink.js';
import { BufferedSink, type BufferedParts } from './buffered-sink.js';
import { LenientSink } from './lenient-sink.js';
import { LogBackend } from './log-backend.js';
import { TokenBucket } from './token-bucket.js';
import { TruncatingSink } from './truncating-sink.js';
import { UnionSink } from './union-sink.js';

function eventOf(id: string, { level = 'Metadata' as PolicyLevel, object = undefined as string | undefined } = {}) {
  const request = { id, level, uri: '/', verb: 'get', user: undefined, sourceIps: [], userAgent: '', receivedAt: 0 };
  const facts = { stage: 'ResponseComplete' as const, at: 0, requestObject: object, annotations: new Map() };
  return new AuditEvent(new RequestFacts(request), facts);
}

const idsOf = (events: readonly AuditEvent[]): string[] => events.map(({ request }) => request.source.id);
const many = (count: number): AuditEvent[] => Array.from({ length: count }, (_, i) => eventOf(String(i)));

/** Keeps the batches it gets. */
class Recorder implements AuditSink {
  readonly batches: string[][] = [];
  readonly events: AuditEvent[] = [];
  answer: () => MaybePromise<boolean> = () => true;
  isClosed = false;

  process(events: readonly AuditEvent[]): MaybePromise<boolean> {
    this.batches.push(idsOf(events));
    this.events.push(...events);
    return this.answer();
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}

class Losses {
  readonly lost: string[] = [];
  lose(plugin: string, reason: string, events: readonly AuditEvent[]): void {
    this.lost.push(`${plugin}: ${reason}: ${idsOf(events).join()}`);
  }
}

const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

describe('BufferedSink', () => {
  const clock = new FakeClock();
  const open = (settings: Partial<BufferedParts<AuditEvent>> = {}) => {
    const [delegate, metrics] = [new Recorder(), new Losses()];
    const sink = new BufferedSink({ delegate, metrics, size: 10, maxBatch: 3, maxWait: 1000, clock, ...settings });
    return { delegate, metrics, sink };
  };

  it('passes on full batches at once, and the rest after its time', async () => {
    const { sink, delegate } = open();
    expect(sink.process(many(4))).toBe(true);
    await settle();
    expect(delegate.batches).toEqual([['0', '1', '2']]);
    clock.advance(999);
    await settle();
    expect(delegate.batches).toHaveLength(1);
    clock.advance(1);
    await settle();
    expect(delegate.batches).toEqual([['0', '1', '2'], ['3']]);
  });

  it('loses what does not fit, counts it, and refuses no request for it', () => {
    const { sink, metrics } = open({ size: 2, maxBatch: 5 });
    expect([sink.process(many(1)), sink.process([eventOf('a'), eventOf('b')])]).toEqual([true, true]);
    expect(metrics.lost).toEqual(['buffered: audit buffer queue blocked: b']);
  });

  it('passes on all there is when it is closed', async () => {
    const { sink, delegate } = open();
    sink.process(many(5));
    await sink.close();
    expect(delegate.batches).toEqual([
      ['0', '1', '2'],
      ['3', '4'],
    ]);
    expect(delegate.isClosed).toBe(true);
  });

  it('passes on no more batches at a time than it may', async () => {
    const { sink, delegate } = open({ maxBatch: 1, size: 100 });
    let finish = (): void => {};
    const finished = new Promise<boolean>((resolve) => (finish = () => resolve(false)));
    delegate.answer = () => finished.then((isTaken) => isTaken);
    sink.process(many(70));
    await settle();
    expect(delegate.batches).toHaveLength(64);
    finish();
    delegate.answer = () => true;
    await sink.close();
    expect(delegate.batches).toHaveLength(70);
  });

  it('keeps to the rate of its throttle', async () => {
    const throttle = new TokenBucket({ perSecond: 10, burst: 2, clock });
    const { sink, delegate } = open({ maxBatch: 1, throttle });
    sink.process(many(4));
    await settle();
    expect(delegate.batches).toHaveLength(2);
    clock.advance(100);
    await settle();
    expect(delegate.batches).toHaveLength(3);
  });
});

describe('TruncatingSink', () => {
  const open = (maxEvent: number, maxBatch: number) => {
    const [delegate, metrics] = [new Recorder(), new Losses()];
    return { delegate, metrics, sink: new TruncatingSink({ delegate, metrics, maxEvent, maxBatch }) };
  };
  const large = `"${'x'.repeat(1000)}"`;

  it('removes the objects of large events', () => {
    const { sink, delegate } = open(500, 10_000);
    expect(sink.process([eventOf('a', { level: 'Request', object: large })])).toBe(true);
    expect(JSON.parse(delegate.events[0].json)).toMatchObject({ annotations: { 'audit.k8s.io/truncated': 'true' } });
    expect(delegate.events[0].json).not.toContain('xxx');
  });

  it('loses events that are too large without them', () => {
    const { sink, delegate, metrics } = open(500, 10_000);
    expect(sink.process([eventOf('y'.repeat(600)), eventOf('b')])).toBe(true);
    expect(delegate.batches).toEqual([['b']]);
    expect(metrics.lost).toHaveLength(1);
    expect(metrics.lost[0]).toMatch(/^truncate: event is too large even after truncating: yyy/);
  });

  it('splits batches', () => {
    const size = Buffer.byteLength(eventOf('0').json) + 1;
    const { sink, delegate } = open(size, 2 * size);
    void sink.process(many(5));
    expect(delegate.batches).toEqual([['0', '1'], ['2', '3'], ['4']]);
  });
});

describe('the answers of sinks', () => {
  const answering = (answer: MaybePromise<boolean>): Recorder =>
    Object.assign(new Recorder(), { answer: () => answer });

  it('are those of all of a union', async () => {
    expect(new UnionSink([answering(true), answering(true)]).process(many(1))).toBe(true);
    expect(new UnionSink([answering(false), answering(true)]).process(many(1))).toBe(false);
    const waits = new UnionSink([answering(true), answering(Promise.resolve(false))]);
    expect(await waits.process(many(1))).toBe(false);
  });

  it('do not matter to a lenient sink, which waits for them', async () => {
    expect(new LenientSink(answering(false)).process(many(1))).toBe(true);
    expect(await new LenientSink(answering(Promise.resolve(false))).process(many(1))).toBe(true);
  });
});

describe('LogBackend', () => {
  const open = (isStrict: boolean, format = 'json') => {
    const metrics = new Losses();
    const written: string[] = [];
    const lineOf = format === 'legacy' ? legacyLine : (event: AuditEvent): string => event.json;
    const output = { fault: '', write: (bytes: Buffer): void => writeOrFail(bytes), close: (): void => {} };
    const writeOrFail = (bytes: Buffer): void => {
      if (output.fault !== '') throw new Error(output.fault);
      written.push(bytes.toString());
    };
    return { metrics, written, output, backend: new LogBackend({ output, lineOf, metrics, isStrict }) };
  };

  it('writes the events of one turn together, a line each', async () => {
    const { backend, written } = open(false);
    expect(backend.process(many(1)) && backend.process([eventOf('b')])).toBe(true);
    expect(written).toEqual([]);
    await backend.close();
    expect(written).toEqual([`${eventOf('0').json}\n${eventOf('b').json}\n`]);
  });

  it('writes at once where a request depends on it, and says whether it could', () => {
    const { backend, written, output, metrics } = open(true, 'legacy');
    expect(backend.process(many(1))).toBe(true);
    expect(written[0]).toMatch(/^1970-01-01T00:00:00Z AUDIT: id="0" .*\n$/);
    output.fault = 'no space left on device';
    expect(backend.process(many(1))).toBe(false);
    expect(metrics.lost).toEqual(['log: no space left on device: 0']);
  });

  it('counts each event that it cannot write', async () => {
    const { backend, output, metrics } = open(false);
    output.fault = 'no space left on device';
    expect(backend.process(many(2))).toBe(true);
    await backend.close();
    expect(metrics.lost).toEqual(['log: no space left on device: 0', 'log: no space left on device: 1']);
  });
});
