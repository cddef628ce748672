import { PODS, ScriptedFeed, changeOf, valueOf } from '../../../test/support/scripted-feed.js';
import { ingestText, RecordingSink } from '../../../test/support/storage-cache.js';
import { unreachable } from '../storage-error.js';
import { WatchCache } from './watch-cache.js';
import type { ResourceCache } from './resource-cache.js';

let store: ScriptedFeed;
let cache: WatchCache;
let pods: ResourceCache;

beforeEach(() => {
  store = new ScriptedFeed();
  store.values = [valueOf('a', 1)];
  store.onWatch = () => Promise.resolve();
  cache = new WatchCache(store.storage);
  pods = cache.register(PODS, ingestText);
});

describe('what follows a store', () => {
  it('is one watch, from where the store is, for all resources', async () => {
    await Promise.all([pods.ready(), cache.register('/registry/nodes/', ingestText).ready()]);
    expect(store.watches.map(({ options }) => options)).toMatchObject([{ prefix: '/registry/', afterRevision: 10 }]);
    expect(cache.currentRevision()).toBe(10);
  });

  it('is begun again where it could not begin', async () => {
    store.onWatch = () => Promise.reject(unreachable('gone'));
    await expect(pods.ready()).rejects.toThrow('gone');
    store.onWatch = () => Promise.resolve();
    await pods.ready();
    expect([store.watches.length, pods.size]).toEqual([2, 1]);
  });

  it('says the revision of a change before the change', async () => {
    await pods.ready();
    const sink = new RecordingSink();
    const seen: number[] = [];
    sink.onEvent = () => void seen.push(pods.currentRevision());
    pods.watch({ afterRevision: 10 }, sink);
    store.watches[0].listener.onEvent(changeOf('b', 11));
    expect(seen).toEqual([11]);
  });

  it('ends the watches when it has lost its place, and is begun again by the next use', async () => {
    await pods.ready();
    const sink = new RecordingSink();
    pods.watch({}, sink);
    const error = unreachable('gap');
    store.watches[0].listener.onEnd?.(error);
    expect([pods.isReady, sink.reason, sink.error]).toEqual([false, 'Failed', error]);
    await pods.ready();
    expect([store.watches.length, pods.isReady]).toEqual([2, true]);
  });

  it('closes everything when the store is closed', async () => {
    await pods.ready();
    const sink = new RecordingSink();
    pods.watch({}, sink);
    store.watches[0].listener.onEnd?.();
    expect([pods.isReady, sink.reason]).toEqual([false, 'Closed']);
    await expect(pods.ready()).rejects.toThrow('the watch cache is closed');
  });

  it('is given up when the cache is closed', async () => {
    await pods.ready();
    cache.close();
    expect(store.watches[0].options.signal!.aborted).toBe(true);
  });
});

describe('WatchCache.expireHistory()', () => {
  it('ends the watches of clients as for a compacted revision', async () => {
    await pods.ready();
    const sink = new RecordingSink();
    pods.watch({ isOfClient: true }, sink);
    cache.expireHistory(10);
    expect(sink.error).toMatchObject({ code: 'Compacted', message: expect.stringContaining('11') });
  });
});
