import fc from 'fast-check';
import { turns } from '../../observability/index.js';
import type { Narrowing } from './attribute-index.js';
import { AttributeIndexes } from './attribute-indexes.js';
import type { CacheEntry } from './cache-entry.js';

const COUNT = 2000;
const APP: Narrowing = { of: 'labels', name: 'app', values: ['a-7'] };

function entryOf(key: string, labels: Record<string, string> | undefined, node = ''): CacheEntry {
  return { key, revision: 1, createRevision: 1, bytes: Buffer.alloc(0), labels, fields: { 'spec.node': node } };
}

function filled(): Map<string, CacheEntry> {
  const keys = Array.from({ length: COUNT }, (_, i) => `/r/${String(i).padStart(5, '0')}`);
  return new Map(keys.map((key, i) => [key, entryOf(key, { app: `a-${i % 100}`, all: 'yes' }, `n-${i % 50}`)]));
}

interface World {
  readonly entries: Map<string, CacheEntry>;
  readonly indexes: AttributeIndexes;
  time: number;
}

function worldOf(entries = filled()): World {
  const world = { entries, time: 0 } as World;
  return Object.assign(world, { indexes: new AttributeIndexes(entries, () => world.time) });
}

/** Asks until there is an index: the first two times there is none. */
async function learned({ indexes }: World, narrowing: Narrowing): Promise<void> {
  for (let i = 0; i < 2; i++) expect(indexes.find(narrowing)).toBeUndefined();
  while (indexes.find(narrowing) === undefined) await turns.next();
}

function set({ entries, indexes }: World, entry: CacheEntry): void {
  indexes.replace(entries.get(entry.key), entry);
  entries.set(entry.key, entry);
}

function remove({ entries, indexes }: World, key: string): void {
  const previous = entries.get(key);
  entries.delete(key);
  indexes.replace(previous, undefined);
}

/** Leaves no time in this turn of the event loop for anything long. */
function useUpTurn(): void {
  while (!turns.isOver());
}

const scanned = ({ entries }: World, { of, name, values }: Narrowing): string[] =>
  [...entries.values()]
    .filter((entry) => values.includes(entry[of]?.[name] ?? ''))
    .map(({ key }) => key)
    .sort();
const found = ({ indexes }: World, narrowing: Narrowing): string[] | undefined =>
  indexes.find(narrowing)?.map(({ key }) => key);

describe('AttributeIndexes.find()', () => {
  it.each<Narrowing>([
    APP,
    { of: 'labels', name: 'app', values: ['a-3', 'a-1', 'gone'] },
    { of: 'fields', name: 'spec.node', values: ['n-4'] },
    { of: 'labels', name: 'nowhere', values: ['x'] },
    { of: 'labels', name: 'constructor', values: ['x'] },
  ])('knows all that have one of the values, in order: %j', async (narrowing) => {
    const world = worldOf();
    await learned(world, narrowing);
    expect(found(world, narrowing)).toEqual(scanned(world, narrowing));
  });

  it('leaves it to others where there is little to look at, or much to find', async () => {
    const few = worldOf(new Map([...filled()].slice(0, 900)));
    for (let i = 0; i < 5; i++) expect(few.indexes.find(APP)).toBeUndefined();
    const world = worldOf();
    await learned(world, { ...APP, name: 'all', values: ['none'] });
    expect(found(world, { ...APP, name: 'all', values: ['none'] })).toEqual([]);
    expect(world.indexes.find({ ...APP, name: 'all', values: ['yes'] })).toBeUndefined();
  });

  it('gives up what nobody asks for, and what others ask for more', async () => {
    const world = worldOf();
    await learned(world, APP);
    world.time += 11 * 60_000;
    await learned(world, APP);
    for (let i = 0; i < 8; i++) await learned(world, { ...APP, name: `other-${i}` });
    expect(world.indexes.find(APP)).toBeUndefined();
  });

  it('follows every change, also those that come while it is made', async () => {
    const change = fc.record({
      key: fc.nat(30).map((n) => `/r/${String(n * 61).padStart(5, '0')}`),
      app: fc.option(fc.constantFrom('a-7', 'a-8', '')),
      isGone: fc.boolean(),
    });
    const apply = (world: World, { key, app, isGone }: { key: string; app: string | null; isGone: boolean }): void => {
      if (isGone) remove(world, key);
      else set(world, entryOf(key, app === null ? undefined : { app }));
    };
    await fc.assert(
      fc.asyncProperty(fc.array(change), fc.array(change), async (during, after) => {
        const world = worldOf();
        useUpTurn();
        for (let i = 0; i < 3; i++) expect(world.indexes.find(APP)).toBeUndefined();
        for (const each of during) apply(world, each);
        while (!world.indexes.find(APP)) await turns.next();
        for (const each of after) apply(world, each);
        for (const values of [['a-7'], ['a-8'], ['a-7', 'a-8']])
          expect(found(world, { ...APP, values })).toEqual(scanned(world, { ...APP, values }));
      }),
      { numRuns: 50 },
    );
  });
});
