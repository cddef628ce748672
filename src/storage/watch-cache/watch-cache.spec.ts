import { eventually } from '../../../test/support/storage-recorder.js';
import { ingestText, PacedSink, RecordingSink, UNREADABLE } from '../../../test/support/storage-cache.js';
import { WatchCache, type CacheEvent, type ResourceCache, type WatchCacheOptions } from '../index.js';
import { SqliteStorage } from '../sqlite/index.js';
import { RevisionClock } from './revision-clock.js';

const bytes = (text: string): Buffer => Buffer.from(text);
const code = (value: string): object => expect.objectContaining({ code: value });
const PODS = '/registry/pods/';

let storage: SqliteStorage;
let cache: WatchCache;
let pods: ResourceCache;
let now: number;

async function start(options: WatchCacheOptions = {}): Promise<void> {
  cache?.close();
  cache = new WatchCache(storage, { now: () => now, ...options });
  pods = cache.register(PODS, ingestText);
  await pods.ready();
}

beforeEach(async () => {
  now = 0;
  storage = await SqliteStorage.open({ directory: ':memory:' });
  await start();
});
afterEach(async () => {
  cache.close();
  await storage.close();
});

const create = (name: string, value = name): Promise<number> => storage.create(PODS + name, bytes(value));
const names = (list: { entries: { key: string }[] }): string[] => list.entries.map(({ key }) => key.slice(PODS.length));
const after = (key: string): string => `${key}\u0000`;

describe('WatchCache.register()', () => {
  it('refuses a prefix that is taken or does not end in a slash', () => {
    expect(() => cache.register(PODS, ingestText)).toThrow('already');
    expect(() => cache.register('/registry/pods', ingestText)).toThrow('end in /');
  });

  it('gives a key to the longest prefix', async () => {
    const group = cache.register('/registry/example.com/', ingestText);
    const widgets = cache.register('/registry/example.com/widgets/', ingestText);
    await Promise.all([group.ready(), widgets.ready()]);
    await storage.create('/registry/example.com/widgets/a', bytes('1'));
    await storage.create('/registry/example.com/gadgets/a', bytes('1'));
    expect([group.size, widgets.size]).toEqual([1, 1]);
  });
});

describe('WatchCache.unregister()', () => {
  it('ends the watches and frees the prefix', async () => {
    const sink = new RecordingSink();
    pods.watch({}, sink);
    cache.unregister(PODS);
    expect(sink.reason).toBe('Closed');
    expect(cache.find(PODS)).toBeUndefined();
    cache.register(PODS, ingestText);
  });
});

describe('ResourceCache.ready()', () => {
  it('loads what was there before, over several pages', async () => {
    await Promise.all(Array.from({ length: 600 }, (_, i) => create(`ns/${i}`)));
    await start();
    expect(pods.size).toBe(600);
    expect(pods.get(`${PODS}ns/599`)?.bytes.toString()).toBe('ns/599');
  });

  it('misses nothing that is written while it loads', async () => {
    await Promise.all(Array.from({ length: 600 }, (_, i) => create(`ns/${i}`)));
    const fresh = new WatchCache(storage).register(PODS, ingestText);
    const loading = fresh.ready();
    const writes = Array.from({ length: 300 }, (_, i) => create(`ns/new-${i}`));
    await Promise.all([loading, ...writes]);
    expect(fresh.size).toBe(900);
  });

  it('begins again when the revision it reads at is compacted', async () => {
    await Promise.all(Array.from({ length: 600 }, (_, i) => create(`ns/${i}`)));
    await storage.delete(`${PODS}ns/1`, (await storage.get(`${PODS}ns/1`))!.revision);
    const loading = cache.register('/registry/', ingestText).ready();
    await create('ns/late');
    await storage.compact(storage.currentRevision());
    await loading;
    expect(cache.find('/registry/')!.size).toBe(600);
  });

  it('loads the others when a value cannot be read', async () => {
    for (const name of ['ns/a', 'ns/b']) await create(name);
    await create('ns/bad', UNREADABLE);
    const fresh = new WatchCache(storage).register(PODS, ingestText);
    await fresh.ready();
    expect(fresh.get(`${PODS}ns/a`)?.bytes.toString()).toBe('ns/a');
    expect(fresh.get(`${PODS}ns/bad`)).toMatchObject({ unreadable: expect.any(String), bytes: bytes('') });
  });

  it('rejects reads before it is called', () => {
    const idle = cache.register('/registry/idle/', ingestText);
    expect(idle.isReady).toBe(false);
    expect(() => idle.get('/registry/idle/a')).toThrow('not loaded');
  });
});

describe('ResourceCache.onChange()', () => {
  it('continues after an unreadable value, and reports it to watches', async () => {
    const sink = new RecordingSink();
    pods.watch({}, sink);
    await eventually(() => sink.readyAt !== undefined, 'the watch to be live');
    await create('a', UNREADABLE);
    await create('b');
    expect(sink.events.map(({ entry }) => entry.unreadable !== undefined)).toEqual([true, false]);
    expect(sink.reason).toBeUndefined();
    expect(pods.size).toBe(2);
  });
});

const unreadableIn = ({ unreadable }: ReturnType<ResourceCache['list']>): string[] => unreadable.map(({ key }) => key);

describe('ResourceCache.list(), where a value cannot be read', () => {
  it('names what cannot be read on the page, now and at older revisions', async () => {
    for (const name of ['a/1', 'b/2']) await create(name);
    const bad = await create('a/bad', UNREADABLE);
    expect(unreadableIn(pods.list())).toEqual([`${PODS}a/bad`]);
    expect(unreadableIn(pods.list({ prefix: `${PODS}b/` }))).toEqual([]);
    expect(unreadableIn(pods.list({ limit: 1 }))).toEqual([]);
    await storage.delete(`${PODS}a/bad`, bad);
    expect(unreadableIn(pods.list())).toEqual([]);
    expect(unreadableIn(pods.list({ revision: bad }))).toEqual([`${PODS}a/bad`]);
  });
});

describe('ResourceCache.list()', () => {
  beforeEach(async () => {
    for (const name of ['a/1', 'a/2', 'a/3', 'a-b/1', 'b/1']) await create(name);
  });

  it('answers a namespace in order, and only it', () => {
    expect(names(pods.list({ prefix: `${PODS}a/` }))).toEqual(['a/1', 'a/2', 'a/3']);
    expect(names(pods.list())).toEqual(['a-b/1', 'a/1', 'a/2', 'a/3', 'b/1']);
  });

  it('pages with what remains', () => {
    const first = pods.list({ limit: 2 });
    expect(first).toMatchObject({ more: true, remaining: 3 });
    const second = pods.list({ limit: 2, startAt: after(first.entries[1]!.key) });
    expect(names(second)).toEqual(['a/2', 'a/3']);
    expect(second).toMatchObject({ more: true, remaining: 1 });
    const last = pods.list({ limit: 2, startAt: after(second.entries[1]!.key) });
    expect(names(last)).toEqual(['b/1']);
    expect(last).toMatchObject({ more: false, remaining: 0 });
  });

  it('counts only accepted entries towards the limit', () => {
    const filter = ({ key }: { key: string }): boolean => key.endsWith('/1');
    const page = pods.list({ limit: 2, filter });
    expect(names(page)).toEqual(['a-b/1', 'a/1']);
    expect(page).toMatchObject({ more: true, remaining: undefined });
  });

  it('pages on at a pinned revision while objects change', async () => {
    const { revision } = pods.list({ limit: 2 });
    pods.pin(revision);
    await storage.delete(`${PODS}a/2`, pods.get(`${PODS}a/2`)!.revision);
    await create('a/25');
    expect(names(pods.list({ revision, startAt: after(`${PODS}a/1`) }))).toEqual(['a/2', 'a/3', 'b/1']);
    expect(names(pods.list({ startAt: after(`${PODS}a/1`) }))).toEqual(['a/25', 'a/3', 'b/1']);
  });

  it('throws TooLargeRevision for a revision that has not happened', () => {
    expect(() => pods.list({ revision: pods.currentRevision() + 1 })).toThrow('in the future');
  });

  it('throws Compacted where neither ring nor pin reach, and not where a pin does', async () => {
    await start({ ring: { maxEvents: 2 } });
    const pinned = pods.pin();
    const lost = await create('c/0');
    for (let i = 1; i < 5; i++) await create(`c/${i}`);
    expect(pods.list({ revision: pinned }).entries).toHaveLength(5);
    expect(() => pods.list({ revision: lost })).toThrow('compacted');
  });

  it('forgets what is compacted, however near it is, and goes on from there', async () => {
    const before = pods.pin();
    const first = await create('c/first');
    const second = await create('c/second');
    cache.forgetBefore(second);
    for (const revision of [before, first]) expect(() => pods.list({ revision })).toThrow('compacted');
    expect(pods.reachBack(first)).toBeUndefined();
    expect(pods.list({ revision: second }).entries).toHaveLength(7);
  });

  it('forgets it where nothing has changed since, too', async () => {
    const before = pods.pin();
    cache.forgetBefore(before + 1);
    expect(() => pods.list({ revision: before })).toThrow('compacted');
  });

  it('gives up pins by number and by age', async () => {
    await start({ ring: { maxEvents: 0 }, pins: { maxPins: 2, maxAgeMs: 1000 } });
    const revisions: number[] = [];
    for (let i = 0; i < 3; i++) {
      revisions.push(pods.pin());
      await create(`c/${i}`);
    }
    expect(() => pods.list({ revision: revisions[0]! })).toThrow('compacted');
    expect(pods.list({ revision: revisions[2]! }).entries).toHaveLength(7);
    now = 1001;
    expect(() => pods.list({ revision: revisions[2]! })).toThrow('compacted');
  });

  it('counts the life of tokens from the first page, and not from later ones [LIM-02]', async () => {
    await start({ pins: { maxAgeMs: 1000 } });
    const revision = pods.pin();
    await create('c/1');
    now = 900;
    pods.keep(revision);
    expect(pods.honoursToken(revision)).toBe(true);
    now = 1001;
    expect(pods.honoursToken(revision)).toBe(false);
    expect(pods.honoursToken(pods.currentRevision())).toBe(true);
  });

  it('honours tokens again where another list begins in the same state', async () => {
    await start({ pins: { maxAgeMs: 1000 } });
    pods.pin();
    now = 1001;
    expect(pods.honoursToken(pods.currentRevision())).toBe(false);
    expect(pods.honoursToken(pods.pin())).toBe(true);
  });

  it('honours tokens of first pages that nobody here has seen', async () => {
    const revision = pods.currentRevision();
    await create('c/1');
    now = 1_000_000;
    expect(pods.honoursToken(revision)).toBe(true);
    pods.keep(revision);
    expect(pods.list({ revision }).entries).toHaveLength(5);
  });
});

describe('ResourceCache.reachBack()', () => {
  it('makes an older state readable that memory never had', async () => {
    for (const name of ['a', 'b', 'c']) await create(name);
    const then = storage.currentRevision() as number;
    await storage.delete(`${PODS}b`, (await storage.get(`${PODS}b`))!.revision);
    await create('d');
    await start();
    expect(() => pods.list({ revision: then })).toThrow(expect.objectContaining({ code: 'Compacted' }) as never);
    await pods.reachBack(then);
    expect(names(pods.list({ revision: then }))).toEqual(['a', 'b', 'c']);
    expect(pods.list({ revision: then }).entries[0]).toBe(pods.get(`${PODS}a`));
    expect(names(pods.list({ revision: then, limit: 1, startAt: after(`${PODS}a`) }))).toEqual(['b']);
    expect(names(pods.list())).toEqual(['a', 'c', 'd']);
    expect(pods.reachBack(then)).toBeUndefined();
  });

  it('waits for nothing where memory reaches, and leaves what is compacted out of reach', async () => {
    const then = await create('a');
    await create('b');
    expect(pods.reachBack(then)).toBeUndefined();
    await storage.compact(storage.currentRevision() as number);
    await start();
    await pods.reachBack(then);
    expect(() => pods.list({ revision: then })).toThrow(expect.objectContaining({ code: 'Compacted' }) as never);
  });
});

describe('ResourceCache.reachBack() for many', () => {
  it('reads the history once for all who ask for a revision meanwhile', async () => {
    const then = await create('a');
    await create('b');
    await start();
    const range = storage.range.bind(storage);
    let asked = 0;
    storage.range = (...read) => {
      asked += 1;
      return range(...read);
    };
    await Promise.all([pods.reachBack(then), pods.reachBack(then), pods.reachBack(then)]);
    expect(asked).toBe(1);
    expect(names(pods.list({ revision: then }))).toEqual(['a']);
  });

  it('undoes many recent events in turns, while more come', async () => {
    const then = await create('first');
    await Promise.all(Array.from({ length: 1500 }, (_, i) => create(`n-${i}`)));
    const back = pods.reachBack(then);
    expect(back).toBeDefined();
    await create('late');
    await back;
    expect(names(pods.list({ revision: then }))).toEqual(['first']);
    expect(pods.size).toBe(1502);
  });

  it('keeps what states hold by themselves within a bound of bytes, and the newest of them always', async () => {
    await start({ ring: { maxEvents: 0 }, pins: { maxBytes: 1500 } });
    const first = await create('a', 'x'.repeat(1000));
    const { revision } = pods.get(`${PODS}a`)!;
    const second = await storage.update(`${PODS}a`, bytes('y'.repeat(1000)), revision);
    await storage.update(`${PODS}a`, bytes('z'), second);
    await pods.reachBack(first);
    expect(pods.list({ revision: first }).entries).toHaveLength(1);
    await pods.reachBack(second);
    expect(pods.list({ revision: second }).entries).toHaveLength(1);
    expect(() => pods.list({ revision: first })).toThrow('compacted');
  });
});

describe('ResourceCache.listInTurns()', () => {
  const slowly = (): boolean => {
    const until = performance.now() + 0.5;
    while (performance.now() < until);
    return true;
  };

  it('shows one moment, whatever is written while it pauses', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, i) => create(`n-${String(i).padStart(3, '0')}`)));
    const before = names(pods.list());
    const listing = pods.listInTurns({ filter: slowly });
    expect(listing).toBeInstanceOf(Promise);
    await create('n-099x');
    await storage.delete(`${PODS}n-098`, pods.get(`${PODS}n-098`)!.revision);
    const list = await listing;
    expect(names(list)).toEqual(before);
    expect(list.more).toBe(false);
  });

  it('finds the same pages as list() does', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, i) => create(`n-${String(i).padStart(3, '0')}`)));
    const isEven = ({ key }: { key: string }): boolean => slowly() && Number(key.slice(-1)) % 2 === 0;
    for (let startAt = '', more = true; more;) {
      const options = { filter: isEven, limit: 7, startAt };
      const page = await pods.listInTurns(options);
      expect(page).toEqual(pods.list(options));
      ({ more } = page);
      startAt = after(page.entries.at(-1)!.key);
    }
  });
});

describe('ResourceCache.waitUntil()', () => {
  it('resolves when the revision comes, also through another resource', async () => {
    const waiting = pods.waitUntil(pods.currentRevision() + 1, 5000);
    await storage.create('/registry/other/a', bytes('1'));
    await waiting;
    expect(pods.currentRevision()).toBe(storage.currentRevision());
  });

  it('rejects with TooLargeRevision when it does not come', async () => {
    await expect(pods.waitUntil(pods.currentRevision() + 1, 10)).rejects.toEqual(code('TooLargeRevision'));
  });

  it('rejects with Timeout when the store has come so far but the follower has not', async () => {
    const clock = new RevisionClock(async () => 10);
    await expect(clock.waitUntil(10, 1)).rejects.toEqual(code('Timeout'));
    await expect(clock.waitUntil(11, 1)).rejects.toEqual(code('TooLargeRevision'));
  });

  it('makes a consistent read see every write that was answered', async () => {
    await create('a');
    await pods.waitUntilFresh();
    expect(pods.get(`${PODS}a`)).toBeDefined();
  });
});

describe('ResourceCache.watch()', () => {
  it('begins with the objects there are, then goes live', async () => {
    await create('a/1');
    await create('b/1');
    const sink = new RecordingSink();
    pods.watch({}, sink);
    await eventually(() => sink.readyAt !== undefined, 'the end of the initial events');
    expect(sink.lines()).toEqual(['ADDED 1 a/1', 'ADDED 1 b/1']);
    expect(sink.readyAt).toBe(pods.currentRevision());
    await create('a/2');
    expect(sink.lines()[2]).toBe('ADDED 2 a/2');
  });

  it('reports additions, changes with the previous state, and deletions at their revision', async () => {
    const sink = new RecordingSink();
    pods.watch({ afterRevision: pods.currentRevision() }, sink);
    const created = await create('a', '1');
    const updated = await storage.update(`${PODS}a`, bytes('2'), created);
    const deleted = await storage.delete(`${PODS}a`, updated);
    expect(sink.lines()).toEqual(['ADDED a 1', 'MODIFIED a 2', 'DELETED a 2']);
    expect(sink.events.map((event) => event.previous?.revision)).toEqual([undefined, created, updated]);
    expect(sink.events[2]?.entry.revision).toBe(deleted);
  });

  it('reports only events in its scope: a namespace, or one object', async () => {
    const [all, namespace, one] = [new RecordingSink(), new RecordingSink(), new RecordingSink()];
    const afterRevision = pods.currentRevision();
    pods.watch({ afterRevision }, all);
    pods.watch({ afterRevision, prefix: `${PODS}a/` }, namespace);
    pods.watch({ afterRevision, prefix: `${PODS}a/1` }, one);
    for (const name of ['a/1', 'a/10', 'ab/1', 'b/1']) await create(name);
    expect([all, namespace, one].map((sink) => sink.events.length)).toEqual([4, 2, 1]);
  });

  it('hands all watchers the same event and forgets its frames afterwards', async () => {
    const seen: CacheEvent[] = [];
    const frames: boolean[] = [];
    const sink = {
      onEvent: (event: CacheEvent): void => {
        seen.push(event);
        frames.push(event.frames !== undefined);
        event.frames ??= new Map([['json', bytes('frame')]]);
      },
      onEnd: (): void => undefined,
    };
    pods.watch({}, sink);
    pods.watch({}, sink);
    await eventually(() => true, 'both watches to be live');
    await create('a');
    expect(seen[0]).toBe(seen[1]);
    expect(frames).toEqual([false, true]);
    expect(seen[0]!.frames).toBeUndefined();
  });

  it('replays the ring before it returns', async () => {
    const afterRevision = pods.currentRevision();
    await create('a');
    await create('b');
    const sink = new RecordingSink();
    pods.watch({ afterRevision }, sink);
    expect(sink.lines()).toEqual(['ADDED a a', 'ADDED b b']);
    expect(sink.readyAt).toBe(pods.currentRevision());
  });

  it('replays from the history of the store what the ring has lost', async () => {
    await start({ ring: { maxEvents: 2 } });
    const afterRevision = pods.currentRevision();
    const created = await create('a', '1');
    const updated = await storage.update(`${PODS}a`, bytes('2'), created);
    await storage.delete(`${PODS}a`, updated);
    for (const name of ['b', 'c', 'd']) await create(name);
    const sink = new RecordingSink();
    pods.watch({ afterRevision }, sink);
    await eventually(() => sink.readyAt !== undefined, 'the watch to catch up');
    expect(sink.lines()).toEqual(['ADDED a 1', 'MODIFIED a 2', 'DELETED a 2', 'ADDED b b', 'ADDED c c', 'ADDED d d']);
    expect(sink.events.map((event) => event.previous?.bytes.toString()).slice(0, 3)).toEqual([undefined, '1', '2']);
    await create('e');
    expect(sink.lines().at(-1)).toBe('ADDED e e');
  });

  it('fails with Compacted where the history does not reach', async () => {
    const afterRevision = pods.currentRevision();
    await create('a');
    await storage.compact(await create('b'));
    await start();
    const sink = new RecordingSink();
    pods.watch({ afterRevision }, sink);
    await eventually(() => sink.reason !== undefined, 'the end of the watch');
    expect(sink).toMatchObject({ reason: 'Failed', error: { code: 'Compacted' } });
  });

  it('waits in silence for a revision that has not happened', async () => {
    const sink = new RecordingSink();
    const current = pods.currentRevision();
    pods.watch({ afterRevision: current + 2 }, sink);
    for (const name of ['a', 'b', 'c']) await create(name);
    expect(sink.lines()).toEqual(['ADDED c c']);
  });

  it('ends a live watcher that refuses an event, and leaves the others alone', async () => {
    const [slow, other] = [new PacedSink(2), new RecordingSink()];
    pods.watch({}, slow);
    pods.watch({}, other);
    await eventually(() => other.readyAt !== undefined, 'both watches to be live');
    for (const name of ['a', 'b', 'c']) await create(name);
    expect(slow.events).toHaveLength(2);
    expect(slow.reason).toBe('TooSlow');
    expect(other.events).toHaveLength(3);
  });

  it('delivers initial objects, history and recent events at the pace of the receiver', async () => {
    await start({ ring: { maxEvents: 8 } });
    for (let i = 0; i < 10; i++) await create(`ns/${i}`);
    const sink = new PacedSink(3);
    pods.watch({}, sink);
    for (let i = 10; i < 40; i++) await create(`ns/${i}`);
    expect(sink.events).toHaveLength(3);
    while (sink.readyAt === undefined) {
      await eventually(() => sink.isWaitedFor || sink.readyAt !== undefined, 'the watch to go on');
      sink.give(3);
    }
    expect(sink.lines()).toEqual(Array.from({ length: 40 }, (_, i) => `ADDED ${i} ns/${i}`));
    expect(sink.reason).toBeUndefined();
  });

  it('reports the end of the initial objects before any change that came meanwhile', async () => {
    for (const name of ['a', 'b', 'c']) await create(name);
    const revision = storage.currentRevision();
    const sink = new PacedSink(2);
    pods.watch({}, sink);
    await storage.update(PODS + 'a', bytes('changed'), revision - 2);
    await create('d');
    while (sink.readyAt === undefined) {
      await eventually(() => sink.isWaitedFor || sink.readyAt !== undefined, 'the watch to go on');
      sink.give(2);
    }
    expect(sink.initialEnd).toEqual({ revision, events: 3 });
    expect(sink.lines()).toEqual(['ADDED a a', 'ADDED b b', 'ADDED c c', 'MODIFIED a changed', 'ADDED d d']);
  });

  it('reports no end of initial objects to a watch that begins with changes', async () => {
    const sink = new RecordingSink();
    pods.watch({ afterRevision: storage.currentRevision() }, sink);
    await eventually(() => sink.readyAt !== undefined, 'the watch to go live');
    expect(sink.initialEnd).toBeUndefined();
  });

  it('survives a receiver that throws', async () => {
    const reasons: string[] = [];
    const broken = {
      onEvent: (): void => {
        throw new Error('broken');
      },
      onEnd: (reason: string): void => void reasons.push(reason),
    };
    const other = new RecordingSink();
    pods.watch({}, broken);
    pods.watch({}, other);
    await eventually(() => other.readyAt !== undefined, 'both watches to be live');
    await create('a');
    expect(reasons).toEqual(['Failed']);
    expect(other.events).toHaveLength(1);
  });

  it('delivers nothing after stop() and says Closed when the cache is closed', async () => {
    const [stopped, open] = [new RecordingSink(), new RecordingSink()];
    pods.watch({}, stopped).stop();
    pods.watch({}, open);
    await create('a');
    cache.close();
    expect([stopped.events.length, stopped.reason]).toEqual([0, undefined]);
    expect([open.events.length, open.reason]).toEqual([1, 'Closed']);
  });
});
