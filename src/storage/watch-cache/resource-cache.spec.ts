import { CountingMeter } from '../../../test/support/counting-meter.js';
import { PODS, ScriptedFeed, changeOf, valueOf } from '../../../test/support/scripted-feed.js';
import { eventually } from '../../../test/support/storage-recorder.js';
import { ingestText, RecordingSink } from '../../../test/support/storage-cache.js';
import { unreachable } from '../storage-error.js';
import { ResourceCache } from './resource-cache.js';

const RING = { maxAgeMs: 1000, maxEvents: 5000, maxBytes: 1e7 };
const PINS = { maxAgeMs: 1000, maxPins: 10, maxBytes: 1e7 };
const code = (value: string): Error => expect.objectContaining({ code: value }) as Error;
/** Resolves after everything that only waits for settled promises. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let feed: ScriptedFeed;
let meter: CountingMeter;
let pods: ResourceCache;

function newCache(): ResourceCache {
  const limits = { ring: RING, pins: PINS, now: () => 0 };
  return new ResourceCache(PODS, { ingest: ingestText, feed, limits, meter });
}

beforeEach(() => {
  feed = new ScriptedFeed();
  feed.values = ['a', 'b', 'c'].map((name, i) => valueOf(name, i + 1));
  meter = new CountingMeter();
  pods = newCache();
});

/** A change that the feed delivers. */
function bring(...change: Parameters<typeof changeOf>): void {
  feed.newest = change[1];
  feed.clock.advance(change[1]);
  pods.onChange(changeOf(...change));
}

describe('a ResourceCache that is not loaded', () => {
  it('has nothing', () => {
    expect([pods.size, pods.currentRevision(), pods.hasUnreadable, pods.isReady]).toEqual([0, 0, false, false]);
  });

  it('is loaded by each wait, also where the feed has come as far as the store', async () => {
    await pods.waitUntil(0, 0);
    expect(pods.size).toBe(3);
    pods = newCache();
    feed.clock.advance(10);
    await pods.waitUntilFresh();
    expect(pods.size).toBe(3);
  });
});

describe('ResourceCache.waitUntilFresh() of a cache that is not loaded', () => {
  it('waits for what the store has more than was read', async () => {
    const release = feed.holdRead();
    let isFresh = false;
    const waiting = pods.waitUntilFresh()!.then(() => (isFresh = true));
    await settle();
    feed.newest = 12;
    release();
    for (let turn = 0; turn < 20; turn++) await settle();
    expect([pods.isReady, isFresh]).toEqual([true, false]);
    feed.clock.advance(12);
    await waiting;
  });
});

describe('ResourceCache.waitUntilFresh()', () => {
  beforeEach(() => pods.ready());

  it('waits for nothing where the state is what the store has, though the feed runs behind', async () => {
    expect(pods.currentRevision()).toBe(10);
    await pods.waitUntil(10, 0);
    expect(pods.waitUntilFresh(0)).toBeUndefined();
  });

  it.each<[string, () => number | Promise<number>]>([
    ['at once', () => 12],
    ['later', () => Promise.resolve(12)],
  ])('waits for what the store has more, whether it answers %s', async (_, ask) => {
    feed.ask = ask;
    let isFresh = false;
    const waiting = pods.waitUntilFresh()!.then(() => (isFresh = true));
    feed.clock.advance(11);
    await settle();
    expect(isFresh).toBe(false);
    feed.clock.advance(12);
    await waiting;
  });
});

describe('ResourceCache.ready()', () => {
  it('reads page after page, all at one revision', async () => {
    feed.values = Array.from({ length: 251 }, (_, i) => valueOf(String(i).padStart(3, '0'), 1));
    await pods.ready();
    expect(feed.reads).toEqual([{ limit: 250 }, { limit: 250, revision: 10, startAfter: `${PODS}249` }]);
    expect(pods.size).toBe(251);
  });

  it('counts each load, in seconds', async () => {
    const begun = performance.now();
    await pods.ready();
    const [[objects, seconds]] = meter.loads;
    expect(objects).toBe(3);
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(seconds).toBeLessThanOrEqual((performance.now() - begun) / 1000);
  });

  it('rejects as the store does, and reads again when it is called again', async () => {
    feed.beforeRead = () => {
      throw unreachable('gone');
    };
    await expect(pods.ready()).rejects.toEqual(code('Unreachable'));
    feed.beforeRead = () => {};
    await pods.ready();
    expect([feed.reads.length, meter.loads.length]).toEqual([2, 1]);
    feed.compactOnce();
    pods = newCache();
    await pods.ready();
    expect([feed.reads.length, meter.loads.length]).toEqual([4, 2]);
  });

  it('rejects where the feed has lost its place meanwhile; a later load is not disturbed', async () => {
    const release = feed.holdRead();
    const lost = pods.ready();
    await settle();
    pods.reset(unreachable('gap'));
    const releaseLater = feed.holdRead();
    const later = pods.ready();
    await settle();
    release();
    await expect(lost).rejects.toThrow('lost track of changes');
    bring('d', 11);
    releaseLater();
    await later;
    expect([pods.size, feed.reads.length]).toEqual([4, 2]);
  });

  it('keeps the changes that come while it reads no longer than that', async () => {
    const release = feed.holdRead();
    const loading = pods.ready();
    await settle();
    bring('d', 11);
    release();
    await loading;
    bring('e', 12);
    expect([pods.size, Reflect.get(pods, 'early')]).toEqual([5, undefined]);
  });
});

describe('a ResourceCache that another takes over from', () => {
  let next: ResourceCache;

  beforeEach(async () => {
    await pods.ready();
    next = pods.successorWith(ingestText);
  });

  it('waits until its feed has brought what the other has read already', async () => {
    feed.newest = 12;
    let isUp = false;
    const bringing = pods.bringUp(next).then(() => (isUp = true));
    feed.clock.advance(11);
    await settle();
    expect([next.isReady, isUp]).toEqual([true, false]);
    feed.clock.advance(12);
    await bringing;
  });

  it('gives the other its changes, and counts them for both, until that has failed', async () => {
    feed.clock.advance(10);
    feed.beforeRead = () => {
      throw unreachable('gone');
    };
    await expect(pods.bringUp(next)).rejects.toEqual(code('Unreachable'));
    feed.beforeRead = () => {};
    await next.ready();
    bring('d', 11);
    expect([pods.size, next.size, meter.changes, meter.dispatches]).toEqual([4, 3, 1, 1]);
    await pods.bringUp(next);
    bring('e', 12);
    expect([pods.size, next.size, meter.changes, meter.dispatches]).toEqual([5, 4, 3, 3]);
  });

  it('leaves its watches and all changes to the other', async () => {
    const sink = new RecordingSink();
    pods.watch({}, sink);
    await eventually(() => sink.readyAt !== undefined, 'the watch to be live');
    feed.clock.advance(10);
    await pods.bringUp(next);
    pods.handOver(next);
    bring('d', 11);
    expect([sink.events.length, next.size]).toEqual([3, 3]);
    pods.close();
    expect(sink.reason).toBeUndefined();
    next.onChange(changeOf('d', 11));
    expect([sink.events.length, next.size]).toEqual([4, 4]);
  });

  it('makes older states unreadable in both', async () => {
    feed.clock.advance(10);
    await pods.bringUp(next);
    bring('d', 11);
    pods.forgetBefore(11);
    for (const each of [pods, next]) expect(() => each.list({ revision: 10 })).toThrow(code('Compacted'));
  });

  it('cannot bring the other up where the feed loses its place meanwhile', async () => {
    feed.clock.advance(10);
    const release = feed.holdRead();
    const bringing = pods.bringUp(next);
    await settle();
    pods.reset(unreachable('gap'));
    release();
    await expect(bringing).rejects.toThrow('lost track of changes');
  });
});
