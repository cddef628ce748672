import { jest } from '@jest/globals';
import { eventually } from '../../../test/support/storage-recorder.js';
import { ingestText, PacedSink, RecordingSink } from '../../../test/support/storage-cache.js';
import { WatchCache, type Ingest, type ResourceCache } from '../index.js';
import { SqliteStorage } from '../sqlite/index.js';
import { RevisionClock } from './revision-clock.js';
import { WatcherIndex, covers } from './watcher-index.js';
import type { CacheEvent } from './cache-entry.js';

const PODS = '/registry/pods/';
const UNREACHABLE = expect.objectContaining({ code: 'Unreachable' }) as Error;

let storage: SqliteStorage;
let cache: WatchCache;
let pods: ResourceCache;

beforeEach(async () => {
  storage = await SqliteStorage.open({ directory: ':memory:' });
  cache = new WatchCache(storage);
  pods = cache.register(PODS, ingestText);
  await pods.ready();
});
afterEach(async () => {
  cache.close();
  await storage.close();
});

const create = (name: string, value = name): Promise<number> => storage.create(PODS + name, Buffer.from(value));
const update = async (name: string, value: string): Promise<number> =>
  storage.update(PODS + name, Buffer.from(value), (await storage.get(PODS + name))!.revision);
/** Marks the entries that it has prepared. */
const marking: Ingest = (value) => ({ ...ingestText(value), bytes: Buffer.from(`${value.value.toString()}!`) });
const nothing = (): void => {};

describe('WatchCache.replace()', () => {
  it('puts another cache in place, which goes on with the watches', async () => {
    await create('a');
    const sink = new RecordingSink();
    pods.watch({}, sink);
    await eventually(() => sink.readyAt !== undefined, 'the watch to be live');
    let prepared: ResourceCache | undefined;
    let usedWith: ResourceCache | undefined;
    await cache.replace(PODS, marking, (next) => {
      expect(cache.find(PODS)).toBe(pods);
      prepared = next;
      return () => (usedWith = cache.find(PODS));
    });
    expect(usedWith).toBe(prepared);
    expect(usedWith).not.toBe(pods);
    await create('b');
    await eventually(() => sink.events.length === 2, 'the change');
    expect(sink.lines()).toEqual(['ADDED a a', 'ADDED b b!']);
    const next = cache.find(PODS)!;
    expect([next.size, next.get(`${PODS}a`)!.bytes.toString()]).toEqual([2, 'a!']);
    // Readers of the old cache see its last state.
    expect(pods.size).toBe(1);
    cache.close();
    expect(sink.reason).toBe('Closed');
  });

  it('brings watches all changes that come while the other cache is loaded', async () => {
    for (let i = 0; i < 600; i++) await create(`ns/${i}`);
    const sink = new RecordingSink();
    pods.watch({ afterRevision: storage.currentRevision() }, sink);
    const replacing = cache.replace(PODS, marking, () => nothing);
    await Promise.all(Array.from({ length: 50 }, (_, i) => create(`ns/new-${i}`)));
    await replacing;
    await create('ns/last');
    await eventually(() => sink.events.length === 51, 'the changes');
    expect(sink.lines().at(-1)).toBe('ADDED last ns/last!');
    expect(cache.find(PODS)!.size).toBe(651);
  });

  it('shows a watch that has not had all of its initial objects the newest form of the rest', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await create(name);
    const sink = new PacedSink(2);
    pods.watch({}, sink);
    await eventually(() => sink.isWaitedFor, 'the receiver to be full');
    await cache.replace(PODS, marking, () => nothing);
    await storage.delete(`${PODS}c`, cache.find(PODS)!.get(`${PODS}c`)!.revision);
    sink.give(10);
    await eventually(() => sink.readyAt !== undefined, 'the watch to be live');
    expect(sink.lines().slice(0, 3)).toEqual(['ADDED a a', 'ADDED b b', 'ADDED d d!']);
  });

  it('reads nothing where nobody has read the old one', async () => {
    const idle = cache.register('/registry/idle/', ingestText);
    let next: ResourceCache | undefined;
    await cache.replace('/registry/idle/', marking, (coming) => ((next = coming), nothing));
    expect([idle.isReady, next!.isReady]).toEqual([false, false]);
    await cache.replace(PODS, marking, (coming) => ((next = coming), nothing));
    expect(next!.isReady).toBe(true);
  });

  it('does nothing for a prefix that is not cached, or not any more, or where its preparation fails', async () => {
    await expect(cache.replace('/registry/none/', marking, () => nothing)).rejects.toEqual(UNREACHABLE);
    const failing = cache.replace(PODS, marking, () => {
      throw new Error('unprepared');
    });
    await expect(failing).rejects.toThrow('unprepared');
    expect(cache.find(PODS)).toBe(pods);
    let isUsed = false;
    const replacing = cache.replace(PODS, marking, () => () => (isUsed = true));
    cache.unregister(PODS);
    await expect(replacing).rejects.toEqual(UNREACHABLE);
    expect([isUsed, cache.find(PODS)]).toEqual([false, undefined]);
  });

  it('leaves the old cache as it was where the other cannot be loaded', async () => {
    await create('a');
    const sink = new RecordingSink();
    pods.watch({ afterRevision: storage.currentRevision() }, sink);
    const broken = jest.spyOn(storage, 'range').mockRejectedValueOnce(new Error('disk'));
    await expect(cache.replace(PODS, marking, () => nothing)).rejects.toThrow('disk');
    broken.mockRestore();
    expect(cache.find(PODS)).toBe(pods);
    await create('b');
    await eventually(() => sink.events.length === 1, 'the change');
    expect([sink.lines(), pods.size]).toEqual([['ADDED b b'], 2]);
  });
});

describe('WatchCache.close()', () => {
  it('ends watches once, and refuses what comes later', async () => {
    const sink = new RecordingSink();
    const end = jest.spyOn(sink, 'onEnd');
    pods.watch({}, sink);
    await eventually(() => sink.readyAt !== undefined, 'the watch to be live');
    cache.close();
    cache.close();
    expect(end).toHaveBeenCalledTimes(1);
    expect(pods.isReady).toBe(false);
    await expect(pods.ready()).rejects.toThrow('the watch cache is closed');
    await create('late');
    expect(sink.events).toEqual([]);
  });
});

describe('a watch behind the ring', () => {
  beforeEach(async () => {
    cache.close();
    cache = new WatchCache(storage, { ring: { maxEvents: 1 } });
    pods = cache.register(PODS, ingestText);
    await pods.ready();
    for (const name of ['a', 'b', 'c']) await create(name);
    await update('a', 'a2');
    await storage.delete(`${PODS}b`, (await storage.get(`${PODS}b`))!.revision);
  });

  const ALL = ['ADDED a a', 'ADDED b b', 'ADDED c c', 'MODIFIED a a2', 'DELETED b b'];

  it.each([1, 2, 3])('gets each change once, %d at a time', async (room) => {
    const sink = new PacedSink(room);
    const drained = jest.spyOn(sink, 'drained');
    pods.watch({ afterRevision: 0 }, sink);
    while (sink.readyAt === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      if (sink.isWaitedFor) sink.give(room);
    }
    expect(sink.lines()).toEqual(ALL);
    expect(drained).toHaveBeenCalledTimes(Math.floor(5 / room));
  });

  it('ends a receiver that is full and cannot say when it is not', async () => {
    const sink = new RecordingSink();
    sink.onEvent = (event: CacheEvent) => (sink.events.push(event), false);
    pods.watch({ afterRevision: 0 }, sink);
    await eventually(() => sink.reason !== undefined, 'the end');
    expect([sink.reason, sink.lines()]).toEqual(['TooSlow', ['ADDED a a']]);
  });

  it('follows the store no longer than it has to, and stops when it is stopped', async () => {
    const watch = jest.spyOn(storage, 'watch');
    const sink = new RecordingSink();
    pods.watch({ afterRevision: 0 }, sink);
    await eventually(() => sink.readyAt !== undefined, 'the watch to be live');
    expect(watch.mock.calls.every(([{ signal }]) => signal!.aborted)).toBe(true);
    const stopped = new PacedSink(1);
    const running = pods.watch({ afterRevision: 0 }, stopped);
    await eventually(() => stopped.isWaitedFor, 'the receiver to be full');
    running.stop();
    running.stop();
    stopped.give(10);
    await create('d');
    expect([stopped.lines(), stopped.reason, stopped.readyAt]).toEqual([ALL.slice(0, 1), undefined, undefined]);
  });

  it('sees changes of its scope alone', async () => {
    const sink = new RecordingSink();
    pods.watch({ afterRevision: 0, prefix: `${PODS}a` }, sink);
    await eventually(() => sink.readyAt !== undefined, 'the watch to be live');
    await update('c', 'c2');
    await update('a', 'a3');
    await eventually(() => sink.events.length === 3, 'the change');
    expect(sink.lines()).toEqual(['ADDED a a', 'MODIFIED a a2', 'MODIFIED a a3']);
  });
});

describe('RevisionClock', () => {
  it('begins at 0, moves forward only, and resolves all who wait', async () => {
    const clock = new RevisionClock(() => 9);
    expect(clock.current).toBe(0);
    const waits = [1, 2, 3].map((revision) => clock.waitUntil(revision, 10_000));
    clock.advance(2);
    clock.advance(1);
    expect(clock.current).toBe(2);
    await Promise.all(waits.slice(0, 2));
    await clock.waitUntil(2, 0);
    let isReached = false;
    void waits[2].then(() => (isReached = true));
    clock.advance(2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isReached).toBe(false);
    clock.advance(3);
    await waits[2];
  });

  it('leaves no timer behind', async () => {
    const clear = jest.spyOn(globalThis, 'clearTimeout');
    const clock = new RevisionClock(() => 9);
    const wait = clock.waitUntil(1, 60_000);
    clock.advance(1);
    await wait;
    expect(clear).toHaveBeenCalledTimes(1);
    clear.mockRestore();
  });
});

describe('WatcherIndex', () => {
  const watcherOf = (scope: string) => {
    const seen: string[] = [];
    return { scope, seen, deliver: ({ entry }: CacheEvent) => void seen.push(entry.key.slice(PODS.length)) };
  };
  const eventOf = (name: string): CacheEvent =>
    ({ type: 'ADDED', revision: 1, entry: { key: PODS + name } }) as unknown as CacheEvent;

  it('finds those whose scope covers a key', () => {
    const index = new WatcherIndex(PODS);
    const watchers = [PODS, `${PODS}ns/`, `${PODS}ns/a`, `${PODS}other/`, '/registry/'].map(watcherOf);
    index.dispatch(eventOf('ns/none'));
    for (const watcher of watchers) index.add(watcher);
    const [all, ns, a] = watchers;
    for (const name of ['ns/a', 'ns/b', 'c']) index.dispatch(eventOf(name));
    index.delete(ns);
    index.delete(ns);
    index.delete(watcherOf(PODS));
    index.dispatch(eventOf('ns/a'));
    expect(watchers.map(({ seen }) => seen)).toEqual([
      ['ns/a', 'ns/b', 'c', 'ns/a'],
      ['ns/a', 'ns/b'],
      ['ns/a', 'ns/a'],
      [],
      [],
    ]);
    for (const watcher of [all, a]) index.delete(watcher);
    index.dispatch(eventOf('ns/a'));
    expect(all.seen).toHaveLength(4);
  });

  it.each([
    ['/a/', '/a/b', true],
    ['/a/b', '/a/b', true],
    ['/a/b', '/a/bc', false],
    ['/a/', '/ab', false],
  ])('says of %s whether it covers %s: %s', (scope, key, isCovered) => expect(covers(scope, key)).toBe(isCovered));
});
