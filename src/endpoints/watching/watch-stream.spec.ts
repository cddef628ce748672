import { jest } from '@jest/globals';
import { FieldSelector, LabelSelector, failure } from '../../apimachinery/index.js';
import { MetricsRegistry } from '../../observability/index.js';
import type { StoredResource } from '../../plugin-host/index.js';
import type { ObjectFilter } from '../../request/index.js';
import { type CacheEntry, type CacheEvent, StorageError } from '../../storage/index.js';
import { type WatchMeter, type WatchedCollection, WatchMetrics } from '../answers/watch-metrics.js';
import type { FrameOptions } from '../answers/representation.js';
import type { ListOptionsQuery } from '../reading/list-options.js';
import type { EventChannel } from './event-channel.js';
import { type WatchRepresentation, type WatchRequest, WatchStream } from './watch-stream.js';

const MB = 1024 * 1024;
const PREFIX = '/registry/things/';

type Sink = Parameters<StoredResource['store']['cache']['watch']>[1];
/** Of a resource, the part that a watch needs, and how a test works it. */
interface Served {
  readonly resource: StoredResource;
  readonly asked: object[];
  readonly state: { sink: Sink | undefined; stopped: number; leavers: Set<(successor: never) => void> };
  leave(successor?: Served): void;
}

type Successor = Served | undefined;

/** An object in the cache, by the labels it has. */
function entry(name: string, labels: Record<string, string> = {}, more: Partial<CacheEntry> = {}): CacheEntry {
  const fields = { 'metadata.name': name, 'metadata.namespace': 'n' };
  const key = `${PREFIX}n/${name}`;
  return { key, fields, labels, bytes: Buffer.from(name), createRevision: 3, ...more } as unknown as CacheEntry;
}

function event(type: string, of: CacheEntry, previous?: CacheEntry): CacheEvent {
  return { type, entry: of, previous, revision: 9 } as unknown as CacheEvent;
}

/** The parts of a resource that a watch needs; `sink` takes what its cache has to say. */
function resourceOf(more: object = {}): Served {
  const asked: object[] = [];
  const state = { sink: undefined as Sink | undefined, stopped: 0, leavers: new Set<(successor: never) => void>() };
  const cache = {
    currentRevision: () => 50,
    watch: (options: object, sink: Sink) => {
      asked.push(options);
      state.sink = sink;
      return { stop: () => void state.stopped++ };
    },
  };
  const codec = {
    decode: ({ fields }: CacheEntry) => fields['metadata.name'],
    encode: (name: string) => Buffer.from(name),
    entryOf: (stored: { value: Buffer; revision: number; createRevision: number; key: string }) =>
      entry(`${stored.value.toString()}@${stored.revision}/${stored.createRevision}`, {}, { key: stored.key }),
  };
  const resource = {
    serves: 'objects',
    kind: {
      kind: 'Thing',
      release: '1.32',
      isNamespaced: true,
      groupResource: { group: '', resource: 'things' },
      ...more,
    },
    version: { group: '', name: 'v1', apiVersion: 'v1', selectableFields: new Set(['metadata.name']) },
    store: { cache, codec, kind: { keyOf: (namespace: string) => PREFIX + (namespace && `${namespace}/`) } },
    onGone: (leave: (successor: never) => void) => {
      state.leavers.add(leave);
      return () => void state.leavers.delete(leave);
    },
  };
  const leave = (successor?: Successor): void => {
    for (const each of [...state.leavers]) each(successor?.resource as never);
  };
  return { resource: resource as unknown as StoredResource, asked, state, leave };
}

/** Writes frames as their type and the name of their object. */
class Frames implements WatchRepresentation {
  key = 'frames';
  readonly contentType: string = 'application/json';
  fits = true;
  made = 0;
  make = (text: string): Buffer | Promise<Buffer> => Buffer.from(text);

  constructor(readonly isTable = false) {}

  checkFits(isList: boolean): void {
    if (!this.fits || isList) throw failure(406, 'not so');
  }

  frame(type: string, object: object, { hasColumns, isKept }: FrameOptions = {}): Buffer | Promise<Buffer> {
    this.made += 1;
    const { fields, message } = object as { fields?: Record<string, string>; message?: string };
    const marks = `${hasColumns ? ' columns' : ''}${isKept ? ' kept' : ''}`;
    return this.make(`${type} ${fields?.['metadata.name'] ?? message}${marks}`);
  }

  bookmark(object: object, { hasColumns }: FrameOptions = {}): Buffer {
    return Buffer.from(`BOOKMARK ${JSON.stringify(object)}${hasColumns ? ' columns' : ''}`);
  }

  emptyList(): Buffer | Promise<Buffer> {
    return this.make('[]');
  }
}

/** A client that takes frames, and may hold some back. */
class Client implements EventChannel {
  readonly sent: string[] = [];
  heldBytes = 0;
  ended = '';
  drains = 0;

  open(): void {
    this.sent.push('open');
  }

  send(frame: Buffer): void {
    this.sent.push(frame.toString());
  }

  async drained(): Promise<void> {
    this.drains += 1;
    await Promise.resolve();
  }

  end(): void {
    this.ended ||= 'end';
  }

  abort(): void {
    this.ended ||= 'abort';
  }
}

const EVERYTHING: ListOptionsQuery = {
  labels: LabelSelector.parse(''),
  fields: FieldSelector.parse(''),
  limit: 0,
  continueToken: '',
  resourceVersion: '',
  match: '',
  allowBookmarks: false,
  sendInitialEvents: undefined,
  timeoutMs: undefined,
};

interface Started {
  readonly options?: Partial<ListOptionsQuery>;
  readonly since?: number;
  readonly namespace?: string;
  readonly frames?: Frames;
  readonly kind?: object;
  readonly represent?: () => WatchRepresentation;
}

/** The watched collection, as its path names it. */
const THINGS: WatchedCollection = { group: '', resource: 'things', version: 'v1', namespace: 'n', name: '' };
const watchMetrics = new WatchMetrics(new MetricsRegistry({ isWithoutProcess: true }));
const listed = jest.spyOn(watchMetrics, 'listed');
const meters = jest.spyOn(watchMetrics, 'of');
let client: Client;
let served: Served;
let abort: AbortController;
let initialized: number;
let done: Promise<void>;
let outcome: unknown;

function start({ options, since = 7, namespace = 'n', frames = new Frames(), kind, represent }: Started = {}): Sink {
  client = new Client();
  served = resourceOf(kind);
  abort = new AbortController();
  initialized = 0;
  outcome = 'running';
  const context: WatchRequest = {
    signal: abort.signal,
    shared: { watchMetrics },
    info: THINGS,
    receivedAt: performance.now(),
    seat: { initialized: () => void initialized++ },
  };
  const stream = new WatchStream(context, served.resource, {
    namespace,
    options: { ...EVERYTHING, ...options },
    representation: frames,
    represent: represent ?? (() => frames),
    channel: client,
    minRequestTimeoutSeconds: 100,
  });
  done = stream.run(since).then(
    () => void (outcome = 'over'),
    (error: unknown) => void (outcome = error),
  );
  return served.state.sink!;
}

const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['performance', 'nextTick'] }));

afterEach(async () => {
  abort.abort();
  await done;
  jest.useRealTimers();
});

const selected = { labels: LabelSelector.parse('in=yes') };
const IN = { in: 'yes' };

describe('WatchStream', () => {
  it.each<[string, Partial<ListOptionsQuery>, number, number | undefined]>([
    ['a version', {}, 7, 7],
    ['any state', {}, 0, undefined],
    ['a version, with the objects there are', { sendInitialEvents: true }, 7, undefined],
    ['any state, without them', { sendInitialEvents: false }, 0, 50],
    ['a version, without them', { sendInitialEvents: false }, 7, 7],
  ])('begins with %s', (_from, options, since, afterRevision) => {
    start({ options, since });
    expect(served.asked).toEqual([{ prefix: `${PREFIX}n/`, afterRevision, isOfClient: true }]);
    expect(client.sent).toEqual(['open']);
  });

  it.each<[string, string, boolean, string]>([
    ['', 'n', true, 'n/'],
    ['metadata.name=a', 'n', true, 'n/a'],
    ['metadata.name=a', '', true, ''],
    ['metadata.name=a', '', false, 'a'],
    ['metadata.name=a/b', 'n', true, 'n/'],
    ['metadata.name!=a', 'n', true, 'n/'],
  ])('watches one key where fields %j in namespace %j name one', (fields, namespace, isNamespaced, prefix) => {
    start({ options: { fields: FieldSelector.parse(fields) }, namespace, kind: { isNamespaced } });
    expect(served.asked).toMatchObject([{ prefix: PREFIX + prefix }]);
  });

  it('sends every change without a selector, and counts it', () => {
    const sink = start();
    const { total, sizes } = meters.mock.results.at(-1)!.value as WatchMeter;
    const observed = jest.spyOn(sizes, 'observe');
    const before = total.value;
    const answers = ['ADDED', 'MODIFIED', 'DELETED'].map((type) => sink.onEvent(event(type, entry('a'))));
    expect(answers).toEqual([true, true, true]);
    expect(client.sent).toEqual(['open', 'ADDED a kept', 'MODIFIED a kept', 'DELETED a kept']);
    expect(total.value - before).toBe(3);
    expect(observed).toHaveBeenLastCalledWith('DELETED a kept'.length);
  });

  const [inside, outside] = [entry('a', IN), entry('a')];
  it.each<[string, CacheEvent, string | undefined]>([
    ['appears in view', event('ADDED', inside), 'ADDED a'],
    ['appears out of view', event('ADDED', outside), undefined],
    ['stays in view', event('MODIFIED', inside, inside), 'MODIFIED a'],
    ['comes into view', event('MODIFIED', inside, outside), 'ADDED a'],
    ['leaves the view', event('MODIFIED', outside, inside), 'DELETED a@9/3'],
    ['stays out of view', event('MODIFIED', outside, outside), undefined],
    ['is modified for the first time', event('MODIFIED', inside), 'ADDED a'],
    ['is deleted in view', event('DELETED', inside, inside), 'DELETED a'],
    ['is deleted out of view', event('DELETED', outside, outside), undefined],
    ['is deleted after it left the view', event('DELETED', inside, outside), undefined],
    ['is deleted, with its last state alone', event('DELETED', inside), 'DELETED a'],
    ['is added again over another', event('ADDED', inside, inside), 'ADDED a'],
  ])('shows an object that %s', (_what, change, line) => {
    const sink = start({ options: selected });
    sink.onReady!(7);
    expect(sink.onEvent({ ...change })).toBe(true);
    expect(client.sent.slice(1)).toEqual(line === undefined ? [] : [line]);
  });

  it('makes the frame of a change once for all live watches of the same form', () => {
    const frames = new Frames();
    const change = event('MODIFIED', entry('a', IN), entry('a', IN));
    start({ frames }).onReady!(7);
    served.state.sink!.onEvent(change);
    served.state.sink!.onEvent(change);
    expect([frames.made, change.frames!.size, initialized]).toEqual([1, 1, 1]);
    // An object that leaves the view of one watch has another frame than one that is deleted for all.
    const left = event('DELETED', entry('b', IN));
    served.state.sink!.onEvent(left);
    left.left = left.entry;
    served.state.sink!.onEvent(left);
    expect(frames.made).toBe(3);
    // During catch-up frames are not shared.
    start({ frames }).onEvent(change);
    expect(frames.made).toBe(4);
  });

  it.each([true, false])('makes a frame for each form: table %s', (isTable) => {
    const change = event('ADDED', entry('a'));
    for (const key of ['one form', 'another form']) {
      const frames = Object.assign(new Frames(isTable), { key });
      for (let i = 0; i < 2; i++) start({ frames }).onReady!(7);
      served.state.sink!.onEvent(change);
      expect(frames.made).toBe(1);
    }
  });

  it('describes the columns of a table in the first frame only', () => {
    const sink = start({ frames: new Frames(true) });
    sink.onReady!(7);
    const change = event('ADDED', entry('a'));
    sink.onEvent(change);
    sink.onEvent(change);
    expect(client.sent.slice(1)).toEqual(['ADDED a columns', 'ADDED a']);
  });

  it('ends where objects cannot be shown as they were asked for', async () => {
    const frames = new Frames();
    frames.fits = false;
    const sink = start({ frames, options: selected });
    expect(sink.onEvent(event('ADDED', entry('b')))).toBe(true);
    expect(sink.onEvent(event('ADDED', entry('a', IN)))).toBe(false);
    await done;
    expect([client.sent, client.ended, outcome]).toEqual([['open'], 'end', 'over']);
  });
});

describe('WatchStream, with objects that cannot be read', () => {
  const broken = (name: string): CacheEntry => entry(name, {}, { unreadable: 'no key' } as never);
  const ERROR = /^ERROR failed to read one or more things from the storage: \/registry\/things\/n\/a/;

  it.each<[string, Partial<ListOptionsQuery>, CacheEvent]>([
    ['without a selector', {}, event('MODIFIED', broken('a'))],
    ['that might be selected', selected, event('MODIFIED', broken('a'))],
    ['that was unreadable', selected, event('MODIFIED', entry('a'), broken('a'))],
  ])('ends with an error for one %s', async (_which, options, change) => {
    expect(start({ options }).onEvent(change)).toBe(false);
    await done;
    expect(client.sent[1]).toMatch(ERROR);
    expect(client.ended).toBe('end');
  });

  it.each<[string, Partial<ListOptionsQuery>, CacheEvent]>([
    ['that is not selected', { fields: FieldSelector.parse('metadata.name=b') }, event('MODIFIED', broken('a'))],
    ['that was unreadable, without a selector', {}, event('MODIFIED', entry('a'), broken('a'))],
  ])('goes on for one %s', (_which, options, change) => {
    expect(start({ options }).onEvent(change)).toBe(true);
  });
});

describe('WatchStream, of objects that a filter narrows', () => {
  it('ends when the answers of the filter change', async () => {
    let change = (): void => {};
    let isFollowed = false;
    const onChange: ObjectFilter['onChange'] = (listener) => {
      [change, isFollowed] = [listener, true];
      return () => (isFollowed = false);
    };
    const sink = start({ options: { objectFilter: { allows: ({ name }) => name === 'a', onChange } } });
    sink.onEvent(event('ADDED', entry('a')));
    sink.onEvent(event('ADDED', entry('b')));
    expect(isFollowed).toBe(true);
    change();
    await done;
    expect(client.sent).toEqual(['open', 'ADDED a kept', 'ERROR the objects that the user may see have changed']);
    expect(isFollowed).toBe(false);
  });

  it('ends with an error where the filter fails', async () => {
    const allows = (): boolean => {
      throw new Error('no answer');
    };
    expect(start({ options: { objectFilter: { allows } } }).onEvent(event('ADDED', entry('a')))).toBe(false);
    await done;
    expect(client.sent[1]).toMatch(/^ERROR .*the access to an object cannot be decided/);
  });

  it('fails where anything else fails', () => {
    const frames = new Frames();
    frames.make = () => {
      frames.make = (text) => Buffer.from(text);
      throw new Error('broken');
    };
    expect(() => start({ frames }).onEvent(event('ADDED', entry('a')))).toThrow('broken');
  });
});

describe('WatchStream, with frames that take time', () => {
  it('keeps their order', async () => {
    const frames = new Frames();
    const resolvers: (() => void)[] = [];
    frames.make = (text) => new Promise((resolve) => resolvers.push(() => resolve(Buffer.from(text))));
    const sink = start({ frames });
    sink.onEvent(event('ADDED', entry('a')));
    sink.onEvent(event('ADDED', entry('b')));
    frames.make = (text) => Buffer.from(text);
    sink.onEvent(event('ADDED', entry('c')));
    resolvers[1]();
    await settle();
    expect(client.sent).toEqual(['open']);
    resolvers[0]();
    await settle();
    expect(client.sent).toEqual(['open', 'ADDED a kept', 'ADDED b kept', 'ADDED c kept']);
    // From now on nothing has to wait.
    sink.onEvent(event('ADDED', entry('d')));
    expect(client.sent.at(-1)).toBe('ADDED d kept');
  });

  it('keeps what comes behind frames of which only some are made', async () => {
    const frames = new Frames();
    const resolvers: (() => void)[] = [];
    frames.make = (text) => new Promise((resolve) => resolvers.push(() => resolve(Buffer.from(text))));
    const sink = start({ frames });
    for (const name of ['a', 'b']) sink.onEvent(event('ADDED', entry(name)));
    const drained = Promise.resolve(sink.drained!());
    frames.make = (text) => Buffer.from(text);
    resolvers[0]();
    await settle();
    sink.onEvent(event('ADDED', entry('c')));
    expect([client.sent, client.drains]).toEqual([['open', 'ADDED a kept'], 0]);
    resolvers[1]();
    await drained;
    await settle();
    expect([client.sent.slice(2), client.drains]).toEqual([['ADDED b kept', 'ADDED c kept'], 1]);
  });

  it('fails with the first error of several', async () => {
    const frames = new Frames();
    frames.make = (text) => Promise.reject(new Error(text));
    const sink = start({ frames });
    for (const name of ['a', 'b']) sink.onEvent(event('ADDED', entry(name)));
    await done;
    expect([client.ended, (outcome as Error).message]).toEqual(['abort', 'ADDED a kept']);
  });

  const BROKEN = new Error('broken');
  it.each<[string, Error, string[], string, unknown]>([
    ['a Status', failure(500, 'no conversion'), ['open', 'ERROR no conversion'], 'end', 'over'],
    ['any other error', BROKEN, ['open'], 'abort', BROKEN],
  ])('ends with the first frame that fails with %s, whatever follows', async (_what, error, sent, ended, result) => {
    const frames = new Frames();
    const failing = ['ADDED a kept', 'ADDED c kept'];
    frames.make = (text) => (failing.includes(text) ? Promise.reject(error) : Buffer.from(text));
    const sink = start({ frames });
    for (const name of ['a', 'b', 'c']) sink.onEvent(event('ADDED', entry(name)));
    await done;
    expect([client.sent, client.ended, outcome]).toEqual([sent, ended, result]);
    expect(sink.onEvent(event('ADDED', entry('d')))).toBe(false);
  });

  it('ends with the Status of a frame that cannot be made at once', async () => {
    const frames = new Frames();
    frames.make = () => {
      frames.make = (text) => Buffer.from(text);
      throw failure(500, 'no conversion');
    };
    expect(start({ frames }).onEvent(event('ADDED', entry('a')))).toBe(false);
    await done;
    expect([client.sent, outcome]).toEqual([['open', 'ERROR no conversion'], 'over']);
  });

  it('counts objects whose frames are not made yet as held', async () => {
    const frames = new Frames();
    const resolvers: (() => void)[] = [];
    frames.make = (text) => new Promise((resolve) => resolvers.push(() => resolve(Buffer.from(text))));
    const sink = start({ frames });
    const large = entry('a', {}, { bytes: Buffer.alloc(MB / 8) });
    expect([1, 2].map(() => sink.onEvent(event('ADDED', large)))).toEqual([true, false]);
    resolvers.forEach((resolve) => resolve());
    await settle();
    expect(sink.onEvent(event('ADDED', large))).toBe(true);
    resolvers.at(-1)!();
  });
});

describe('WatchStream, for slow clients', () => {
  it.each([
    [false, MB / 4],
    [true, 4 * MB],
  ])('takes changes while there is room; live %s: below %i bytes', (isLive, limit) => {
    const sink = start();
    if (isLive) sink.onReady!(7);
    client.heldBytes = limit - 1;
    expect(sink.onEvent(event('ADDED', entry('a')))).toBe(true);
    client.heldBytes = limit;
    expect(sink.onEvent(event('ADDED', entry('b')))).toBe(false);
    expect(client.sent).toHaveLength(3);
  });

  it('waits for the client during catch-up', async () => {
    await start().drained!();
    expect(client.drains).toBe(1);
  });
});

describe('WatchStream, over time', () => {
  const ends = (): boolean => client.ended === 'end';

  it('ends when its time is up', async () => {
    start({ options: { timeoutMs: 5000 } });
    await jest.advanceTimersByTimeAsync(4999);
    expect(ends()).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect([ends(), served.state.stopped, served.state.leavers.size]).toEqual([true, 1, 0]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('lasts between one and two of the shortest time where none is named', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    start({ options: { timeoutMs: 0 } });
    jest.mocked(Math.random).mockRestore();
    await jest.advanceTimersByTimeAsync(149_999);
    expect(ends()).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(ends()).toBe(true);
  });

  it('ends when the client leaves', async () => {
    const sink = start();
    abort.abort();
    await done;
    expect([ends(), served.state.stopped]).toEqual([true, 1]);
    expect(sink.onEvent(event('ADDED', entry('late')))).toBe(false);
    expect(client.sent).toEqual(['open']);
  });

  const BOOKMARK =
    'BOOKMARK {"kind":"Thing","apiVersion":"v1","metadata":{"resourceVersion":"50","creationTimestamp":null}}';

  it('sends bookmarks each minute and shortly before its end', async () => {
    start({ options: { allowBookmarks: true, timeoutMs: 130_000 } });
    const counts: number[] = [];
    for (const ms of [59_999, 1, 60_000, 7_999, 1]) {
      await jest.advanceTimersByTimeAsync(ms);
      counts.push(client.sent.length - 1);
    }
    expect(counts).toEqual([0, 1, 2, 2, 3]);
    expect(client.sent[1]).toBe(BOOKMARK);
    await jest.advanceTimersByTimeAsync(2000);
    expect([ends(), jest.getTimerCount()]).toEqual([true, 0]);
  });

  it.each([1, 2000])('sends none in a watch of %i ms', async (timeoutMs) => {
    start({ options: { allowBookmarks: true, timeoutMs } });
    await jest.advanceTimersByTimeAsync(timeoutMs);
    expect([client.sent, ends()]).toEqual([['open'], true]);
  });

  it('sends one at once where it has two seconds and a moment', async () => {
    start({ options: { allowBookmarks: true, timeoutMs: 2001 } });
    await jest.advanceTimersByTimeAsync(1);
    expect(client.sent).toEqual(['open', BOOKMARK]);
  });

  it('sends none to those who do not want any', async () => {
    start({ options: { timeoutMs: 200_000 } });
    await jest.advanceTimersByTimeAsync(199_000);
    expect(client.sent).toEqual(['open']);
  });

  it('ends instead of a bookmark that cannot be shown', async () => {
    const frames = new Frames();
    frames.fits = false;
    start({ frames, options: { allowBookmarks: true } });
    await jest.advanceTimersByTimeAsync(60_000);
    expect([client.sent, ends()]).toEqual([['open'], true]);
  });

  it.each([true, false])('describes columns in a bookmark that comes first: table %s', async (isTable) => {
    const sink = start({ frames: new Frames(isTable), options: { allowBookmarks: true } });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(client.sent[1].endsWith(' columns')).toBe(isTable);
    sink.onEvent(event('ADDED', entry('a')));
    expect(client.sent[2]).toBe('ADDED a kept');
  });
});

describe('WatchStream, after the initial objects', () => {
  const both = { sendInitialEvents: true, allowBookmarks: true };

  it.each(['at once', 'later'])('marks their end with the form of an empty list, made %s', async (when) => {
    const frames = new Frames();
    if (when === 'later') frames.make = (text) => Promise.resolve(Buffer.from(text));
    listed.mockClear();
    start({ frames, options: both, since: 0 }).onInitialEnd!(42);
    await settle();
    const { metadata } = JSON.parse(client.sent[1].slice('BOOKMARK '.length)) as { metadata: object };
    expect(metadata).toEqual({
      resourceVersion: '42',
      creationTimestamp: null,
      annotations: {
        'k8s.io/initial-events-end': 'true',
        'kubernetes.io/initial-events-list-blueprint': Buffer.from('[]').toString('base64'),
      },
    });
    expect(listed).toHaveBeenCalledWith(THINGS, expect.any(Number));
    expect(listed.mock.calls[0][1]).toBeLessThan(1);
  });

  it.each([
    { sendInitialEvents: true, allowBookmarks: false },
    { sendInitialEvents: undefined, allowBookmarks: true },
    { sendInitialEvents: false, allowBookmarks: true },
  ])('marks nothing with %j', async (options) => {
    start({ options, since: 0 }).onInitialEnd!(42);
    await settle();
    expect(client.sent).toEqual(['open']);
  });
});

describe('WatchStream, when its source ends', () => {
  const compacted = (text: string, revision?: number): StorageError =>
    new StorageError('Compacted', text, { revision } as never);
  it.each<[string, string, string | undefined, StorageError | undefined]>([
    ['compacted', 'Failed', 'ERROR too old resource version: 12 (30)', compacted('revision 12 is gone', 30)],
    ['compacted, without versions', 'Failed', 'ERROR too old resource version:  ()', compacted('gone')],
    ['late', 'Failed', 'ERROR the watch lost its place', new StorageError('Timeout', 'late')],
    ['lost', 'Failed', 'ERROR the watch lost its place', undefined],
    ['stopped', 'Stopped', undefined, undefined],
  ])('says that it is %s', async (_why, reason, line, error) => {
    start().onEnd(reason as never, error);
    await done;
    expect(client.sent.slice(1)).toEqual(line === undefined ? [] : [line]);
    expect(client.ended).toBe('end');
  });

  it.each([
    [compacted('gone'), 410, 'Expired'],
    [new StorageError('Timeout', 'late'), 500, 'InternalError'],
  ])('sends the Status of %s: %i', async (error, code, reason) => {
    const frames = new Frames();
    const errors: object[] = [];
    frames.frame = (type, object) => (errors.push(object), Buffer.from(type));
    start({ frames }).onEnd('Failed', error);
    await done;
    expect(errors).toMatchObject([{ kind: 'Status', code, reason }]);
  });

  it('goes on with what is served in place of its resource', async () => {
    const next = new Frames(true);
    const sink = start({ frames: new Frames(true), represent: () => next });
    sink.onEvent(event('ADDED', entry('a')));
    const successor = resourceOf({ kind: 'Other' });
    served.leave(successor);
    sink.onEvent(event('ADDED', entry('b')));
    expect(client.sent.slice(1)).toEqual(['ADDED a columns kept', 'ADDED b columns kept']);
    expect(next.made).toBe(1);
    // The successor is followed in turn, and left at the end.
    expect(successor.state.leavers.size).toBe(1);
    abort.abort();
    await done;
    expect(successor.state.leavers.size).toBe(0);
  });

  const named = { fields: FieldSelector.parse('metadata.name=a') };
  it.each<[string, Started, (of: Served) => Successor]>([
    ['nothing is served in its place', {}, () => undefined],
    ['its place has no stored objects', {}, (of) => (Object.assign(of.resource, { serves: 'view' }), of)],
    [
      'it has no such field',
      { options: named },
      (of) => (Object.assign(of.resource.version, { selectableFields: new Set() }), of),
    ],
    [
      'it cannot be shown so',
      {
        represent: () => {
          throw failure(406, 'not so');
        },
      },
      (of) => of,
    ],
    [
      'it is shown in another format',
      { represent: () => Object.assign(new Frames(), { contentType: 'application/yaml' }) },
      (of) => of,
    ],
  ])('ends where %s', async (_why, started, successorOf) => {
    start(started);
    served.leave(successorOf(resourceOf()));
    await settle();
    expect([client.ended, outcome]).toEqual(['end', 'over']);
  });

  it('goes on where the successor has the field that is selected by', async () => {
    start({ options: named });
    served.leave(resourceOf());
    await settle();
    expect(outcome).toBe('running');
  });
});
