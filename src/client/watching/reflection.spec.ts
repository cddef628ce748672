import { FakeClock } from '../../testing/index.js';
import type { ApiObject } from '../../apimachinery/index.js';
import { OutboundError } from '../../outbound/index.js';
import { Requests } from '../requests/requests.js';
import { type ClientAnswer, type ClientStream, type ClientStreamRequest, Transport } from '../transport/transport.js';
import { type Reflected, Reflection, type ReflectionSettings } from './reflection.js';

type Answer = object | Error;

/** A server whose lists and watches a test writes. */
class ScriptedTransport extends Transport {
  readonly lists: (Answer | undefined)[] = [];
  readonly watches: ScriptedWatch[] = [];
  refusal: { status: number; body: object } | undefined;

  send(): Promise<ClientAnswer> {
    const next = this.lists.shift() ?? listOf('1');
    if (next instanceof Error) return Promise.reject(next);
    return Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(next) });
  }

  stream(request: ClientStreamRequest): Promise<ClientStream> {
    const watch = new ScriptedWatch(request);
    this.watches.push(watch);
    const { refusal } = this;
    this.refusal = undefined;
    if (!refusal)
      return Promise.resolve({ status: 200, headers: {}, chunks: watch.chunks(), close: () => watch.close() });
    const chunks = (async function* () {
      yield await Promise.resolve(Buffer.from(JSON.stringify(refusal.body)));
    })();
    return Promise.resolve({ status: refusal.status, headers: {}, chunks, close: () => {} });
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }
}

class ScriptedWatch {
  private readonly queue: (Buffer | Error | 'end')[] = [];
  private wake: (() => void) | undefined;
  isClosed = false;

  constructor(readonly request: ClientStreamRequest) {
    request.signal.addEventListener('abort', () => this.put(new OutboundError('canceled', 'given up')));
  }

  get query(): Readonly<Record<string, string>> {
    return this.request.query ?? {};
  }

  send(...events: object[]): void {
    for (const event of events) this.put(Buffer.from(`${JSON.stringify(event)}\n`));
  }

  put(what: Buffer | Error | 'end'): void {
    this.queue.push(what);
    this.wake?.();
  }

  close(): void {
    this.isClosed = true;
    this.put('end');
  }

  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const next = this.queue.shift();
      if (next === undefined) await new Promise<void>((resolve) => (this.wake = resolve));
      else if (next === 'end') return;
      else if (next instanceof Error) throw next;
      else yield next;
    }
  }
}

const named = (name: string, resourceVersion: string, uid = name): ApiObject => ({
  metadata: { name, uid, resourceVersion },
});
const listOf = (resourceVersion: string, ...items: ApiObject[]) => ({ metadata: { resourceVersion }, items });
const expired = { type: 'ERROR', object: { kind: 'Status', status: 'Failure', reason: 'Expired', code: 410 } };
const settled = async (): Promise<void> => {
  for (let i = 0; i < 60; i++) await Promise.resolve();
};

describe('Reflection', () => {
  let clock: FakeClock;
  let transport: ScriptedTransport;
  let seen: string[];
  let ending: AbortController;
  let ended: Promise<unknown>;
  let troubles: string[];

  beforeEach(() => {
    [clock, transport, seen, ending, troubles] = [
      new FakeClock(),
      new ScriptedTransport(),
      [],
      new AbortController(),
      [],
    ];
    ended = Promise.resolve();
  });

  afterEach(async () => {
    ending.abort();
    await ended;
  });

  function start(settings: Partial<ReflectionSettings> = {}): void {
    const requests = new Requests(transport, { clock, timeout: 1000, userAgent: 'test' });
    const collection = { requests, path: '/api/v1/nodes', apiVersion: 'v1', kind: 'Node' };
    const onTrouble = (error: Error): void => void troubles.push(error.message);
    const reflection = new Reflection(collection, {
      patience: Infinity,
      signal: ending.signal,
      onTrouble,
      ...settings,
    });
    ended = (async () => {
      for await (const change of reflection.changes()) seen.push(shown(change));
    })().catch((error: unknown) => seen.push(String(error)));
  }

  const shown = (change: Reflected<ApiObject>): string => {
    if (change.type === 'BOOKMARK' || change.type === 'SYNCED') return `${change.type} ${change.resourceVersion}`;
    const { name, resourceVersion } = change.object.metadata;
    const isUnknown = change.type === 'DELETED' && change.isLastStateUnknown;
    return `${change.type} ${name}@${resourceVersion}${isUnknown ? '?' : ''}`;
  };

  async function pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      clock.advance(100);
      await settled();
    }
  }

  it('lists, watches from the state of the list, and goes on from the last event', async () => {
    transport.lists.push(listOf('5', named('a', '3'), named('b', '4')));
    start();
    await settled();
    expect(seen.splice(0)).toEqual(['ADDED a@3', 'ADDED b@4', 'SYNCED 5']);
    expect(transport.watches[0].query).toMatchObject({ resourceVersion: '5', allowWatchBookmarks: 'true' });
    transport.watches[0].send(
      { type: 'MODIFIED', object: named('a', '6') },
      { type: 'DELETED', object: named('b', '7') },
      { type: 'BOOKMARK', object: { metadata: { resourceVersion: '9' } } },
    );
    await settled();
    clock.advance(2000);
    transport.watches[0].put('end');
    await settled();
    expect(seen).toEqual(['MODIFIED a@6', 'DELETED b@7', 'BOOKMARK 9']);
    expect(transport.watches[1].query.resourceVersion).toBe('9');
    expect(transport.watches[0].isClosed).toBe(true);
  });

  it.each([Infinity, 60_000])('lists again where its state has expired, with patience for %i ms', async (patience) => {
    transport.lists.push(listOf('5', named('a', '3'), named('b', '4'), named('c', '5', 'first')));
    start({ patience });
    await settled();
    seen.length = 0;
    transport.lists.push(listOf('20', named('a', '3'), named('c', '18', 'second'), named('d', '19')));
    transport.watches[0].send(expired);
    await settled();
    expect(seen).toEqual(['DELETED b@4?', 'DELETED c@5?', 'ADDED c@18', 'ADDED d@19', 'SYNCED 20']);
    expect(transport.watches[1].query.resourceVersion).toBe('20');
  });

  it('fails with Expired where it may not list again', async () => {
    start({ from: '5', relists: false, patience: 1000 });
    await settled();
    transport.watches[0].send(expired);
    await settled();
    expect(seen).toEqual(['StatusError: the server answered 410']);
  });

  it('waits longer after each failure, at most 30 seconds, and goes on from where it was', async () => {
    start({ from: '5' });
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      await settled();
      transport.watches[i].put(new OutboundError('reset', 'connection reset by peer'));
      await settled();
      let waited = 0;
      for (; transport.watches.length === i + 1; waited += 100) await pass(100);
      waits.push(waited);
      expect(transport.watches[i + 1].query.resourceVersion).toBe('5');
    }
    expect(waits[0]).toBeLessThanOrEqual(900);
    expect(waits[3]).toBeGreaterThan(waits[0] * 2);
    expect(waits[7]).toBeGreaterThan(20_000);
    expect(waits[7]).toBeLessThanOrEqual(30_100);
    expect(troubles).toHaveLength(8);
  });

  it('does not ask again at once for a watch that ends at once', async () => {
    start({ from: '5' });
    await settled();
    transport.watches[0].put('end');
    await settled();
    expect(transport.watches).toHaveLength(1);
    await pass(1000);
    expect(transport.watches).toHaveLength(2);
  });

  it('gives up when nothing has succeeded for its patience, and at once where nothing can', async () => {
    start({ from: '5', patience: 1000 });
    await settled();
    for (let i = 0; seen.length === 0; i++) {
      transport.watches.at(-1)!.put(new OutboundError('connection', 'connection refused'));
      await pass(1000);
      expect(i).toBeLessThan(5);
    }
    expect(seen).toEqual(['OutboundError: connection refused']);
    transport.refusal = {
      status: 403,
      body: { kind: 'Status', message: 'you may not', reason: 'Forbidden', code: 403 },
    };
    seen.length = 0;
    start({ from: '5', patience: 100_000 });
    await settled();
    expect(seen).toEqual(['StatusError: you may not']);
  });

  it.each([
    ['is no JSON', '{"type":'],
    ['is no event', '{"type":"ODD","object":{"metadata":{}}}'],
    ['has no object', '{"type":"ADDED","object":null}'],
    ['is a list', '[]'],
  ])('takes a message that %s for a failure', async (_, line) => {
    start({ from: '5' });
    await settled();
    transport.watches[0].put(Buffer.from(`${line}\n`));
    await settled();
    expect(seen).toEqual([]);
    expect(troubles).toHaveLength(1);
  });

  it('refuses a message without end', async () => {
    start({ from: '5' });
    await settled();
    for (let i = 0; i < 17; i++) transport.watches[0].put(Buffer.alloc(1024 * 1024, 'x'));
    await settled();
    expect(troubles).toEqual(['a line is too large']);
  });

  it('takes the initial events of a server that sends them', async () => {
    start({ streams: true });
    await settled();
    const [watch] = transport.watches;
    expect(watch.query).toMatchObject({ sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' });
    watch.send({ type: 'ADDED', object: named('a', '3') });
    await settled();
    expect(seen).toEqual([]);
    const annotations = { 'k8s.io/initial-events-end': 'true' };
    watch.send({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '5', annotations } } });
    watch.send({ type: 'ADDED', object: named('b', '6') });
    await settled();
    expect(seen).toEqual(['ADDED a@3', 'SYNCED 5', 'ADDED b@6']);
  });

  it.each([
    ['never ends initial events', undefined],
    ['rejects them', { status: 422, body: { kind: 'Status', reason: 'Invalid', code: 422 } }],
  ])('lists where a server %s', async (_, refusal) => {
    transport.refusal = refusal;
    transport.lists.push(listOf('5', named('a', '3')));
    start({ streams: true });
    await pass(10_100);
    expect(seen).toEqual(['ADDED a@3', 'SYNCED 5']);
    expect(transport.watches.at(-1)!.query.resourceVersion).toBe('5');
  });
});
