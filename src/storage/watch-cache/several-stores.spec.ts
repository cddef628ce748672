import { ingestText, RecordingSink } from '../../../test/support/storage-cache.js';
import { WatchCache } from '../index.js';
import { SqliteStorage } from '../sqlite/index.js';

const EVENTS = '/registry/events/';
const PODS = '/registry/pods/';
const bytes = (text: string): Buffer => Buffer.from(text);

describe('a watch cache over several stores', () => {
  let main: SqliteStorage;
  let other: SqliteStorage;
  let cache: WatchCache;

  beforeEach(async () => {
    main = await SqliteStorage.open({ directory: ':memory:' });
    other = await SqliteStorage.open({ directory: ':memory:' });
    cache = new WatchCache(main);
  });
  afterEach(async () => {
    cache.close();
    await Promise.all([main.close(), other.close()]);
  });

  it('follows each by itself, with revisions of its own', async () => {
    const pods = cache.register(PODS, ingestText);
    const events = cache.register(EVENTS, ingestText, { storage: other });
    await Promise.all([pods.ready(), events.ready()]);
    for (let i = 0; i < 5; i++) await main.create(`${PODS}${i}`, bytes('a'));
    const revision = await other.create(`${EVENTS}a`, bytes('a'));
    expect([pods.currentRevision(), events.currentRevision(), pods.size, events.size]).toEqual([6, revision, 5, 1]);
    // Keys of the resource that are still in the main store belong to no writer.
    await main.create(`${EVENTS}left`, bytes('a'));
    expect(events.size).toBe(1);
    await expect(events.waitUntil(7, 20)).rejects.toMatchObject({ code: 'TooLargeRevision' });
  });

  it('forgets the history of one only', async () => {
    const pods = cache.register(PODS, ingestText);
    const events = cache.register(EVENTS, ingestText, { storage: other });
    await Promise.all([pods.ready(), events.ready()]);
    for (const store of [main, other]) for (const name of ['a', 'b']) await store.create(PODS + name, bytes('a'));
    await other.create(`${EVENTS}a`, bytes('a'));
    cache.forgetBefore(3, other);
    expect(pods.list({ revision: 2 }).entries).toHaveLength(1);
    expect(() => events.list({ revision: 2 })).toThrow(expect.objectContaining({ code: 'Compacted' }));
  });

  it('finds, replaces and closes the resources of all', async () => {
    const events = cache.register(EVENTS, ingestText, { storage: other });
    await events.ready();
    expect(cache.find(EVENTS)).toBe(events);
    expect(() => cache.register(EVENTS, ingestText)).toThrow('already');
    await cache.replace(EVENTS, ingestText, () => () => {});
    const sink = new RecordingSink();
    cache.find(EVENTS)!.watch({}, sink);
    await other.create(`${EVENTS}a`, bytes('x'));
    expect(sink.lines()).toEqual(['ADDED a x']);
    cache.close();
    expect(sink.reason).toBe('Closed');
  });
});
