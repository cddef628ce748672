import { FakeClock } from '../../testing/index.js';
import { OutboundError } from '../../outbound/index.js';
import { Client } from '../client.js';
import { type ClientAnswer, type ClientRequest, type ClientStream, Transport } from '../transport/transport.js';
import type { EventObject, EventReference } from './event.js';
import { EventRecorder, type RecordedEvent } from './event-recorder.js';

/** Takes events, and notes the requests. */
class EventServer extends Transport {
  readonly requests: { method: string; path: string; body: Partial<EventObject> }[] = [];
  failure: Error | number | undefined;

  async send({ method, path, body }: ClientRequest): Promise<ClientAnswer> {
    await Promise.resolve();
    const { failure } = this;
    if (failure instanceof Error) throw failure;
    const sent = JSON.parse(body!) as EventObject;
    this.requests.push({ method, path, body: sent });
    if (failure !== undefined) {
      const reason = failure === 404 ? 'NotFound' : 'Forbidden';
      if (failure === 404) this.failure = undefined;
      return { status: failure, headers: {}, body: JSON.stringify({ kind: 'Status', reason, code: failure }) };
    }
    const metadata = {
      namespace: 'harbor',
      ...sent.metadata,
      resourceVersion: '1',
      name: sent.metadata?.name ?? path.split('/').at(-1),
    };
    return { status: 200, headers: {}, body: JSON.stringify({ ...sent, metadata }) };
  }

  stream(): Promise<ClientStream> {
    return Promise.reject(new Error('no streams'));
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }
}

const NORTH: EventReference = { apiVersion: 'v1', kind: 'Berth', namespace: 'harbor', name: 'north', uid: '1' };
const moored: RecordedEvent = { type: 'Normal', reason: 'Moored', action: 'Moor', note: 'aurora has moored' };

describe('EventRecorder', () => {
  let server: EventServer;
  let clock: FakeClock;
  let recorder: EventRecorder;

  beforeEach(() => {
    [server, clock] = [new EventServer(), new FakeClock()];
    recorder = new EventRecorder(new Client(server, { clock }), { controller: 'example.com/tide', instance: 'one' });
  });

  afterEach(() => recorder.stop());

  async function pass(milliseconds: number): Promise<void> {
    await new Promise(setImmediate);
    for (let passed = 0; passed < milliseconds; passed += 10_000) {
      clock.advance(10_000);
      await new Promise(setImmediate);
    }
  }

  it('writes an event in the namespace of its object', async () => {
    recorder.record(NORTH, moored);
    await pass(0);
    expect(server.requests).toEqual([
      {
        method: 'POST',
        path: '/apis/events.k8s.io/v1/namespaces/harbor/events',
        body: {
          apiVersion: 'events.k8s.io/v1',
          kind: 'Event',
          metadata: { name: expect.stringMatching(/^north\.[0-9a-f]{16}$/) as string, namespace: 'harbor' },
          eventTime: '2024-01-01T00:00:00.000000Z',
          reportingController: 'example.com/tide',
          reportingInstance: 'tide-one',
          ...moored,
          regarding: NORTH,
        },
      },
    ]);
  });

  it('writes those of objects without a namespace in default, and cuts what servers reject', async () => {
    recorder.record({ apiVersion: 'v1', kind: 'Node', name: 'system:odd' }, { ...moored, note: 'ä'.repeat(2000) });
    await pass(0);
    const [{ path, body }] = server.requests;
    expect(path).toBe('/apis/events.k8s.io/v1/namespaces/default/events');
    expect(body.metadata?.name).toMatch(/^[0-9a-f-]{36}$/);
    expect(Buffer.byteLength(body.note!)).toBeLessThanOrEqual(1024);
  });

  it('makes one series of equal events: created, patched once, and again when it ends', async () => {
    for (let i = 0; i < 1000; i++) recorder.record({ ...NORTH, resourceVersion: String(i) }, moored);
    await pass(0);
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
    expect(server.requests[1].body).toMatchObject({ series: { count: 2 } });
    await pass(7 * 60_000);
    expect(server.requests[2]).toMatchObject({ method: 'PATCH', body: { series: { count: 1000 } } });
    expect(server.requests).toHaveLength(3);
    recorder.record(NORTH, moored);
    await pass(0);
    expect(server.requests[3].method).toBe('POST');
  });

  it('writes the count of a long series every half hour', async () => {
    for (let i = 0; i < 40; i++) {
      recorder.record(NORTH, moored);
      await pass(60_000);
    }
    expect(server.requests.map(({ body }) => body.series?.count)).toEqual([undefined, 2, expect.any(Number)]);
  });

  it('creates the event of a series that is gone', async () => {
    recorder.record(NORTH, moored);
    await pass(0);
    server.failure = 404;
    recorder.record(NORTH, moored);
    await pass(0);
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'POST']);
  });

  it('limits the different events of one object, not those of others', async () => {
    for (let i = 0; i < 100; i++) recorder.record(NORTH, { ...moored, reason: `Reason${i}` });
    recorder.record({ ...NORTH, name: 'south', uid: '2' }, moored);
    await pass(0);
    expect(server.requests).toHaveLength(26);
    await pass(300_000);
    recorder.record(NORTH, { ...moored, reason: 'Later' });
    recorder.record(NORTH, { ...moored, reason: 'Much' });
    await pass(0);
    expect(server.requests).toHaveLength(27);
  });

  it('tries again where the server cannot be reached, and not where it refuses', async () => {
    server.failure = new OutboundError('connection', 'connection refused');
    recorder.record(NORTH, moored);
    await pass(60_000);
    server.failure = 403;
    await pass(20_000);
    expect(server.requests).toHaveLength(1);
    await pass(60_000);
    expect(server.requests).toHaveLength(1);
  });
});
