import { PODS, ScriptedFeed, changeOf, valueOf } from '../../../test/support/scripted-feed.js';
import { eventually } from '../../../test/support/storage-recorder.js';
import { ingestText, RecordingSink } from '../../../test/support/storage-cache.js';
import { compacted, unreachable } from '../storage-error.js';
import { ResourceCache } from './resource-cache.js';

const RING = { maxAgeMs: 1000, maxEvents: 5000, maxBytes: 1e7 };
const PINS = { maxAgeMs: 1000, maxPins: 10, maxBytes: 1e7 };
const code = (value: string): Error => expect.objectContaining({ code: value }) as Error;

let feed: ScriptedFeed;
let pods: ResourceCache;

function cacheWith(ring: Partial<typeof RING> = {}): ResourceCache {
  const limits = { ring: { ...RING, ...ring }, pins: PINS, now: () => 0 };
  return new ResourceCache(PODS, { ingest: ingestText, feed, limits });
}

beforeEach(() => {
  feed = new ScriptedFeed();
  feed.values = ['a', 'b', 'c'].map((name, i) => valueOf(name, i + 1));
  pods = cacheWith();
});

/** A change that the feed delivers. */
function bring(...change: Parameters<typeof changeOf>): void {
  feed.newest = change[1];
  feed.clock.advance(change[1]);
  pods.onChange(changeOf(...change));
}

describe('ResourceCache.reachBack()', () => {
  const many = (count: number): void => {
    for (let i = 0; i < count; i++) bring(`n${i}`, 11 + i);
  };

  it('loads first, and reads nothing else where the state is at hand then', async () => {
    await pods.reachBack(10);
    expect([pods.isReady, feed.reads.length]).toEqual([true, 1]);
  });

  it('undoes recent events as far as they reach', async () => {
    await pods.ready();
    many(1100);
    await pods.reachBack(11);
    expect([feed.reads.length, pods.list({ revision: 11 }).entries.length]).toEqual([1, 4]);
  });

  it('reads older states page after page', async () => {
    pods = cacheWith({ maxEvents: 0 });
    await pods.ready();
    bring('d', 11);
    feed.values = Array.from({ length: 251 }, (_, i) => valueOf(String(i).padStart(3, '0'), 1));
    await pods.reachBack(9);
    const at = { limit: 250, revision: 9 };
    expect(feed.reads.slice(1)).toEqual([at, { ...at, startAfter: `${PODS}249` }]);
    expect(pods.list({ revision: 9 }).entries).toHaveLength(251);
  });

  it('rejects as the store does, but not for what is compacted', async () => {
    await pods.ready();
    feed.beforeRead = () => {
      throw unreachable('gone');
    };
    await expect(pods.reachBack(9)).rejects.toEqual(code('Unreachable'));
    feed.compactOnce();
    await pods.reachBack(9);
    expect(() => pods.list({ revision: 9 })).toThrow(code('Compacted'));
  });
});

describe('ResourceCache.keep()', () => {
  it('keeps a state that recent events do not reach any more', async () => {
    pods = cacheWith({ maxEvents: 1 });
    await pods.ready();
    bring('d', 11);
    pods.keep(10);
    bring('e', 12);
    bring('f', 13);
    expect(pods.list({ revision: 10 }).entries).toHaveLength(3);
  });
});

describe('ResourceCache.expireHistory()', () => {
  it('ends the watches of clients, and lets nobody begin before it', async () => {
    await pods.ready();
    const [client, server] = [new RecordingSink(), new RecordingSink()];
    pods.watch({ isOfClient: true }, client);
    pods.watch({}, server);
    await eventually(() => server.readyAt !== undefined, 'the watches to be live');
    for (const revision of [11, 12, 13]) bring(`n${revision}`, revision);
    const error = compacted(12, 13);
    pods.expireHistory(12, error);
    expect([client.reason, client.error, server.reason]).toEqual(['Failed', error, undefined]);
    expect(() => pods.list({ revision: 11 })).toThrow(code('Compacted'));
    expect(pods.list({ revision: 12 }).entries).toHaveLength(5);
    pods.watch({ afterRevision: 11 }, new RecordingSink());
    await eventually(() => feed.watches.length > 0, 'the history to be read');
    expect(feed.watches.map(({ options }) => options.afterRevision)).toEqual([11]);
  });

  it('makes states before it unreadable that were kept for pages of lists', async () => {
    await pods.ready();
    bring('d', 11);
    pods.keep(11);
    bring('e', 12);
    pods.expireHistory(12, compacted(12, 12));
    expect(() => pods.list({ revision: 11 })).toThrow(code('Compacted'));
    expect(pods.list({ revision: 12 }).entries).toHaveLength(5);
  });
});
