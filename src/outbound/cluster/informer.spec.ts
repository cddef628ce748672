import 'reflect-metadata';
import { createLogger } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { OutboundError } from '../outbound-error.js';
import type { RemoteEvent, RemoteObject, RemotePage, RemoteWatch } from './api-server-client.js';
import { Informer } from './informer.js';

const named = (name: string, resourceVersion: string, namespace?: string): RemoteObject => ({
  metadata: { name, resourceVersion, ...(namespace && { namespace }) },
});
const pageOf = (resourceVersion: string, ...items: RemoteObject[]): RemotePage => ({
  items,
  resourceVersion,
  continueToken: '',
});

/** A watch whose messages are the test's. */
class FakeWatch {
  private readonly waiting: (RemoteEvent | Error | 'end')[] = [];
  private wake = (): void => {};

  constructor(readonly asked: RemoteWatch) {}

  send(...messages: (RemoteEvent | Error | 'end')[]): void {
    this.waiting.push(...messages);
    this.wake();
  }

  async *messages(): AsyncGenerator<RemoteEvent> {
    for (;;) {
      for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
        if (next === 'end') return;
        if (next instanceof Error) throw next;
        yield next;
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        this.asked.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      if (this.asked.signal.aborted) throw new OutboundError('canceled', 'given up');
    }
  }
}

let clock: FakeClock;
let seen: string[];
let logged: string[];
let pages: (RemotePage | Error)[];
let lists: Readonly<Record<string, string>>[];
let watches: FakeWatch[];
let informer: Informer;

beforeEach(() => {
  clock = new FakeClock();
  [seen, logged, pages, lists, watches] = [[], [], [], [], []];
  informer = new Informer({
    path: '/api/v1/things',
    fieldSelector: 'metadata.name=a',
    client: {
      page: (_path, query) => {
        lists.push(query);
        const next = pages.shift() ?? new OutboundError('connection', 'connection refused');
        return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
      },
      watch: (asked) => {
        const watch = new FakeWatch(asked);
        watches.push(watch);
        return watch.messages();
      },
    },
    listener: {
      onPut: ({ metadata }) => seen.push(`put ${metadata.name}@${metadata.resourceVersion}`),
      onDelete: ({ metadata }) => seen.push(`gone ${metadata.name}`),
      onReady: () => seen.push('ready'),
    },
    clock,
    logger: createLogger({ destination: { write: (line: string) => void logged.push(line) } }),
  });
});

afterEach(() => informer.stop());

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

async function start(...all: (RemotePage | Error)[]): Promise<void> {
  pages.push(...all);
  informer.start();
  await settled();
}

/** Advances the clock past a wait of the informer. */
async function pass(milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await settled();
}

describe('Informer', () => {
  it('delivers what is there, then changes, and watches from the last', async () => {
    await start(pageOf('5', named('a', '1'), named('b', '2')));
    expect(seen.splice(0)).toEqual(['put a@1', 'put b@2', 'ready']);
    expect(watches[0].asked.query).toEqual({ fieldSelector: 'metadata.name=a', resourceVersion: '5' });
    watches[0].send(
      { type: 'ADDED', object: named('c', '6') },
      { type: 'MODIFIED', object: named('a', '7') },
      { type: 'DELETED', object: named('b', '8') },
      { type: 'BOOKMARK', object: { metadata: { name: '', resourceVersion: '12' } } },
    );
    await settled();
    expect(seen).toEqual(['put c@6', 'put a@7', 'gone b']);
    clock.advance(5000);
    watches[0].send('end');
    await settled();
    expect(watches[1].asked.query.resourceVersion).toBe('12');
    expect(lists).toHaveLength(1);
  });

  it('reads all pages of a list', async () => {
    await start({ ...pageOf('5', named('a', '1')), continueToken: 'more' }, pageOf('5', named('b', '2')));
    expect(seen).toEqual(['put a@1', 'put b@2', 'ready']);
    expect(lists.map((query) => query.continue)).toEqual([undefined, 'more']);
    expect(lists.every(({ fieldSelector, limit }) => fieldSelector === 'metadata.name=a' && limit === '500')).toBe(
      true,
    );
  });

  it.each([
    ['an expired watch', { type: 'ERROR', object: { code: 410, metadata: { name: '' } } } as RemoteEvent],
    ['a watch that is refused as expired', new OutboundError('status', 'gone', { status: 410 })],
  ])('lists again after %s, and delivers the differences alone', async (_, end) => {
    await start(pageOf('5', named('a', '1'), named('b', '2')));
    pages.push(pageOf('9', named('a', '1'), named('c', '8')));
    seen.length = 0;
    watches[0].send(end);
    await settled();
    expect(seen).toEqual(['gone b', 'put c@8']);
    expect(watches[1].asked.query.resourceVersion).toBe('9');
  });

  it('goes on with its revision after a broken connection, and waits longer each time', async () => {
    await start(pageOf('5'));
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      watches[i].send(new OutboundError('reset', 'connection reset by peer'));
      await settled();
      let waited = 0;
      for (; watches.length === i + 1; waited += 100) await pass(100);
      waits.push(waited);
      expect(watches[i + 1].asked.query.resourceVersion).toBe('5');
    }
    expect(lists).toHaveLength(1);
    expect(waits[0]).toBeLessThanOrEqual(900);
    expect(waits[3]).toBeGreaterThan(waits[0] * 2);
    expect(waits[7]).toBeLessThanOrEqual(30_100);
    expect(logged).toHaveLength(1);
  });

  it('does not ask again at once for a watch that ends at once', async () => {
    await start(pageOf('5'));
    watches[0].send('end');
    await settled();
    expect(watches).toHaveLength(1);
    await pass(1000);
    expect(watches).toHaveLength(2);
  });

  it('waits for a server that cannot be reached at the start', async () => {
    await start(new OutboundError('connection', 'connection refused'), pageOf('5', named('a', '1')));
    expect(seen).toEqual([]);
    await pass(1000);
    expect(seen).toEqual(['put a@1', 'ready']);
  });

  it('takes a collection that is not served as empty, without a line in the log, and asks again', async () => {
    await start(new OutboundError('status', 'not found', { status: 404 }), pageOf('5', named('a', '1')));
    expect(seen).toEqual(['ready']);
    expect(logged).toEqual([]);
    await pass(30_000);
    expect(seen).toEqual(['ready', 'put a@1']);
  });

  it('forgets what is not served any more', async () => {
    await start(pageOf('5', named('a', '1')));
    pages.push(new OutboundError('status', 'not found', { status: 404 }));
    watches[0].send(new OutboundError('status', 'not found', { status: 404 }));
    await settled();
    expect(seen).toEqual(['put a@1', 'ready', 'gone a']);
  });

  it('is not ready where access is denied', async () => {
    await start(new OutboundError('status', 'the answer has status code 403', { status: 403 }));
    expect(seen).toEqual([]);
    expect(logged.join()).toContain('status code 403');
  });

  it('delivers nothing once it is stopped', async () => {
    await start(pageOf('5'));
    informer.stop();
    watches[0].send({ type: 'ADDED', object: named('c', '6') });
    await settled();
    expect(seen).toEqual(['ready']);
    expect(watches).toHaveLength(1);
  });
});
