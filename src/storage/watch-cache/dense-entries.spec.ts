import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { ingestText } from '../../../test/support/storage-cache.js';
import { eventually } from '../../../test/support/storage-recorder.js';
import {
  type CacheEntry,
  type Ingest,
  type ResourceCache,
  Slab,
  WatchCache,
  type WatchCacheOptions,
} from '../index.js';
import { SqliteStorage } from '../sqlite/index.js';

const PREFIX = '/registry/things/';
const COUNT = 1000;
const LENGTH = 1000;
const EVERY_MS = 10;

let storage: SqliteStorage;
let cache: WatchCache;
let things: ResourceCache;

/** Keeps values in blocks, as codecs do. */
function ingestInBlocks(): Ingest {
  const slab = new Slab();
  return (value) => {
    const bytes = slab.take(value.value.length);
    bytes.set(value.value);
    return { ...ingestText(value), bytes };
  };
}

const keyOf = (i: number): string => `${PREFIX}${String(i).padStart(4, '0')}`;
const valueOf = (i: number, round: number): Buffer =>
  Buffer.alloc(LENGTH, String.fromCharCode(97 + ((i + round) % 26)));

async function begin(options: WatchCacheOptions): Promise<void> {
  cache = new WatchCache(storage, options);
  things = cache.register(PREFIX, ingestInBlocks());
  await things.ready();
  for (let i = 0; i < COUNT; i++) await storage.create(keyOf(i), valueOf(i, 0));
}

/** Updates one object in eight in each round, so that a block has pieces of all rounds. */
async function updateScattered(rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    for (let i = round % 8; i < COUNT; i += 8) {
      const { revision } = things.get(keyOf(i))!;
      await storage.update(keyOf(i), valueOf(i, round), revision);
    }
  }
}

function retained(entries: readonly CacheEntry[]): number {
  const blocks = new Set(entries.map(({ bytes }) => bytes.buffer));
  return [...blocks].reduce((sum, { byteLength }) => sum + byteLength, 0) / (entries.length * LENGTH);
}

const newest = (): CacheEntry[] => things.list().entries;

beforeEach(async () => {
  storage = await SqliteStorage.open({ directory: ':memory:' });
});

afterEach(async () => {
  cache.close();
  await storage.close();
});

describe('WatchCache.keepDense()', () => {
  it('moves the bytes of objects that were updated in no order together', async () => {
    await begin({ ring: { maxEvents: 0 } });
    await updateScattered(7);
    await eventually(() => things.currentRevision() >= 1 + COUNT + (7 * COUNT) / 8, 'the cache has all updates');
    const texts = newest().map(({ bytes }) => bytes.toString());
    expect(retained(newest())).toBeGreaterThan(1.5);
    cache.keepDense(EVERY_MS);
    await eventually(() => retained(newest()) < 1.2, 'entries are dense');
    expect(newest().map(({ bytes }) => bytes.toString())).toEqual(texts);
    expect(things.get(keyOf(8))!.bytes).toBe(newest()[8]!.bytes);
  });

  it('moves those of recent states too, which stay readable', async () => {
    await begin({ ring: { maxEvents: 60 } });
    await updateScattered(7);
    const revision = storage.currentRevision() - 50;
    const older = (): CacheEntry[] => things.list({ revision }).entries;
    const texts = older().map(({ bytes }) => bytes.toString());
    const held = (): CacheEntry[] => [...new Set([...newest(), ...older()])];
    expect([held().length, retained(held())]).toEqual([COUNT + 50, expect.closeTo(1.6, 0)]);
    cache.keepDense(EVERY_MS);
    await eventually(() => retained(held()) < 1.3, 'entries are dense');
    expect(older().map(({ bytes }) => bytes.toString())).toEqual(texts);
  });

  it('moves nothing where little was replaced', async () => {
    await begin({ ring: { maxEvents: 0 } });
    await updateScattered(2);
    const before = newest().map(({ bytes }) => bytes);
    cache.keepDense(EVERY_MS);
    await delay(5 * EVERY_MS);
    expect(newest().filter(({ bytes }, i) => bytes !== before[i])).toEqual([]);
  });

  it('reports a round that failed, and goes on', async () => {
    const errors: unknown[] = [];
    const logger = { warn: (_: string, fields?: object) => void errors.push(fields) };
    await begin({ ring: { maxEvents: 0 }, logger });
    await updateScattered(7);
    const take = jest.spyOn(Slab.prototype, 'take').mockImplementationOnce(() => {
      throw new Error('no memory');
    });
    cache.keepDense(EVERY_MS);
    await eventually(() => errors.length > 0, 'the error is reported');
    take.mockRestore();
    await eventually(() => retained(newest()) < 1.2, 'entries are dense');
    expect(errors).toEqual([{ error: new Error('no memory') }]);
  });

  it('ends with the cache', () => {
    jest.useFakeTimers();
    cache = new WatchCache(storage);
    cache.keepDense();
    expect(jest.getTimerCount()).toBe(1);
    cache.close();
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });
});
