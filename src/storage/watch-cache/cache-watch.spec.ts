import { CountingMeter } from '../../../test/support/counting-meter.js';
import { PODS, ScriptedFeed, changeOf, valueOf } from '../../../test/support/scripted-feed.js';
import { eventually } from '../../../test/support/storage-recorder.js';
import { ingestText, PacedSink, RecordingSink } from '../../../test/support/storage-cache.js';
import { CatchingUpWatch, type CacheWatchOptions, type WatchedCache } from './cache-watch.js';
import { ResourceState } from './resource-state.js';
import { WatcherIndex } from './watcher-index.js';

/** Resolves after everything that only waits for settled promises. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let feed: ScriptedFeed;
let state: ResourceState;
let loaded: () => ResourceState | Promise<ResourceState>;
let meter: CountingMeter;
let watchers: WatcherIndex;
let over: CatchingUpWatch[];
let revision: number;
let bootstrapEnd: number | undefined;

beforeEach(() => {
  feed = new ScriptedFeed();
  meter = new CountingMeter();
  watchers = new WatcherIndex(PODS);
  over = [];
  bootstrapEnd = undefined;
  begin(100);
});

/** A state loaded at revision 10 with `a`, `b` and `c`, that keeps so many recent events. */
function begin(maxEvents: number): void {
  const ring = { maxEvents, maxAgeMs: 1000, maxBytes: 1e6 };
  const limits = { ring, pins: { maxPins: 1, maxAgeMs: 1000, maxBytes: 1e6 }, now: () => 0 };
  state = new ResourceState({ prefix: PODS, ingest: ingestText, limits }, 10);
  for (const name of ['a', 'b', 'c']) state.load(valueOf(name, 1));
  loaded = () => state;
  revision = 10;
}

function apply(...names: string[]): void {
  for (const name of names) state.apply(changeOf(name, ++revision));
}

/** A watch that has not begun. */
function newWatch(sink: RecordingSink, options: CacheWatchOptions): CatchingUpWatch {
  const cache: WatchedCache = {
    prefix: PODS,
    ingest: ingestText,
    storage: feed.storage,
    watchers,
    loaded: () => loaded(),
    bootstrapEnd: () => bootstrapEnd,
    currentRevision: () => revision,
    meter,
    onOver: (watch) => over.push(watch),
  };
  return new CatchingUpWatch(cache, options, sink);
}

/** A watch that has begun. */
function watchWith(sink: RecordingSink, options: CacheWatchOptions = {}): CatchingUpWatch {
  const watch = newWatch(sink, options);
  watch.start();
  return watch;
}

const namesOf = (sink: RecordingSink): string => sink.events.map(({ entry }) => entry.key.slice(PODS.length)).join(' ');

describe('a watch that catches up', () => {
  it('counts the objects that it begins with', async () => {
    const sinks = [{}, { prefix: `${PODS}b` }, { afterRevision: 10 }].map((options) => {
      const sink = new RecordingSink();
      watchWith(sink, options);
      return sink;
    });
    await eventually(() => sinks.every(({ readyAt }) => readyAt === 10), 'the watches to be live');
    expect(meter.initialEvents).toEqual([3, 1]);
  });

  it('lets others have their turns while a receiver that is gone takes everything at once', async () => {
    for (let i = 0; i < 1000; i++) state.load(valueOf(`gone-${i}`, 1));
    let offered = 0;
    const sink = Object.assign(new RecordingSink(), {
      onEvent: () => {
        offered += 1;
        const until = performance.now() + 0.1;
        while (performance.now() < until);
        return false;
      },
      drained: () => Promise.resolve(),
    });
    const watch = watchWith(sink);
    await settle();
    watch.stop();
    const before = offered;
    await settle();
    expect(before).toBeLessThan(1000);
    expect(offered).toBe(before);
  });

  it.each([{}, { afterRevision: 10 }])('waits until the cache is loaded, with %j', async (options) => {
    let load = (_: ResourceState): void => {};
    const loading = new Promise<ResourceState>((resolve) => (load = resolve));
    let looks = 0;
    loaded = () => (looks++, loading);
    const sink = new RecordingSink();
    watchWith(sink, options);
    await settle();
    expect([looks, sink.readyAt]).toEqual([1, undefined]);
    loaded = () => state;
    load(state);
    await eventually(() => sink.readyAt === 10, 'the watch to be live');
  });

  it.each([{}, { afterRevision: 10 }])(
    'delivers nothing after its receiver has stopped it, with %j',
    async (options) => {
      apply('d', 'e');
      const sink = new RecordingSink();
      const record = sink.onEvent.bind(sink);
      sink.onEvent = (event) => {
        record(event);
        watch.stop();
      };
      const watch = newWatch(sink, options);
      watch.start();
      await eventually(() => sink.events.length > 0, 'the first event');
      for (let turn = 0; turn < 20; turn++) await settle();
      expect([sink.events.length, sink.initialEnd, sink.readyAt]).toEqual([1, undefined, undefined]);
    },
  );

  it('waits with recent events for a receiver that is full', async () => {
    apply('d', 'e', 'f', 'g');
    const sink = new PacedSink(2);
    watchWith(sink, { afterRevision: 10 });
    await eventually(() => sink.isWaitedFor, 'the receiver to be full');
    expect(namesOf(sink)).toBe('d e');
    sink.give(10);
    await eventually(() => sink.readyAt === 14, 'the watch to be live');
    expect(namesOf(sink)).toBe('d e f g');
  });
});

describe('a watch from the beginning of a store', () => {
  const from = (afterRevision: number): RecordingSink => {
    const sink = new RecordingSink();
    watchWith(sink, { afterRevision });
    return sink;
  };

  beforeEach(() => {
    bootstrapEnd = 10;
    for (const [name, at] of [
      ['x', 7],
      ['y', 5],
    ] as const) {
      state.load(valueOf(name, at));
    }
  });

  it('is sent all there is in the order of the writes, without history', async () => {
    const sink = from(1);
    await eventually(() => sink.readyAt === 10, 'the watch to be live');
    expect(sink.events.map(({ type, revision: at }) => [type, at])).toEqual([1, 1, 1, 5, 7].map((at) => ['ADDED', at]));
    expect(feed.watches).toEqual([]);
    watchers.dispatch(state.apply(changeOf('z', 11)));
    expect(namesOf(sink)).toBe('a b c y x z');
  });

  it('needs the history of a later revision, of a resource that was written to since, and of a store in use', async () => {
    from(2);
    apply('d');
    from(1);
    bootstrapEnd = undefined;
    from(1);
    await eventually(() => feed.watches.length === 3, 'the store to be asked for its history');
  });
});

describe('a watch that reads history', () => {
  beforeEach(() => {
    begin(1);
    apply('d', 'e', 'f');
  });

  it('reads as far as recent events go back, and no further', async () => {
    const sink = new RecordingSink();
    watchWith(sink, { afterRevision: 10 });
    await settle();
    const [{ listener, options }] = feed.watches;
    expect(options).toMatchObject({ prefix: PODS, afterRevision: 10 });
    listener.onEvent(changeOf('d', 11));
    expect(options.signal!.aborted).toBe(false);
    listener.onEvent(changeOf('e', 12));
    expect(options.signal!.aborted).toBe(true);
    listener.onEvent(changeOf('f', 13));
    listener.onProgress?.(13);
    await eventually(() => sink.readyAt === 13, 'the watch to be live');
    expect([namesOf(sink), feed.watches[0].isClosed]).toEqual(['d e f', true]);
  });

  it('gives the store up when it is stopped', async () => {
    const sink = new RecordingSink();
    const watch = watchWith(sink, { afterRevision: 10 });
    await settle();
    watch.stop();
    const [{ listener, options }] = feed.watches;
    expect(options.signal!.aborted).toBe(true);
    listener.onEvent(changeOf('d', 11));
    await settle();
    expect([sink.events.length, sink.reason]).toEqual([0, undefined]);
  });
});

describe('a live watch', () => {
  it('delivers each event once', () => {
    const sink = new RecordingSink();
    const watch = watchWith(sink, { afterRevision: 10 });
    const event = state.apply(changeOf('d', 11));
    watchers.dispatch(event);
    watch.deliver(event);
    expect(namesOf(sink)).toBe('d');
  });

  it('is given up once, and silently, when it is stopped', () => {
    const sink = new RecordingSink();
    const watch = watchWith(sink, { afterRevision: 10 });
    let delivered = 0;
    watch.deliver = () => void (delivered += 1);
    watch.stop();
    watch.stop();
    watch.end('Closed');
    watchers.dispatch(state.apply(changeOf('d', 11)));
    expect([over, delivered, sink.reason, meter.slowWatchers]).toEqual([[watch], 0, undefined, 0]);
  });

  it('is counted where its receiver is too slow, and not where it ends otherwise', () => {
    const slow = new PacedSink(1);
    watchWith(slow, { afterRevision: 10 });
    watchWith(new RecordingSink(), { afterRevision: 10 }).end('Closed');
    expect(meter.slowWatchers).toBe(0);
    watchers.dispatch(state.apply(changeOf('d', 11)));
    expect([slow.reason, meter.slowWatchers]).toEqual(['TooSlow', 1]);
  });
});

describe('CatchingUpWatch.isOfClient', () => {
  it.each([
    [{ isOfClient: true }, true],
    [{ isOfClient: false }, false],
    [{}, false],
  ])('of %j is %s', (options, isOfClient) => {
    expect(watchWith(new RecordingSink(), options).isOfClient).toBe(isOfClient);
  });
});
