import { ingestText, UNREADABLE } from '../../../test/support/storage-cache.js';
import { turns } from '../../observability/index.js';
import type { StoredValue } from '../storage.js';
import { AttributeIndex } from './attribute-index.js';
import { ResourceState, type CacheList, type CacheListOptions } from './resource-state.js';

const PREFIX = '/registry/pods/';
const LOADED_AT = 10;

let now: number;
let state: ResourceState;
let ingested: number;

const valueOf = (name: string, revision: number, text = name): StoredValue => ({
  key: PREFIX + name,
  value: Buffer.from(text),
  revision,
  createRevision: revision,
});
const put = (name: string, revision: number, text = name): unknown =>
  state.apply({ type: state.get(PREFIX + name) ? 'update' : 'create', ...valueOf(name, revision, text) });
const remove = (name: string, revision: number): unknown => state.apply({ type: 'delete', ...valueOf(name, revision) });
const shown = ({ entries }: CacheList): string =>
  entries.map(({ key, bytes }) => `${key.slice(PREFIX.length)}=${bytes.toString()}`).join(' ');
const at = (revision: number, options: CacheListOptions = {}): string =>
  shown(state.list({ ...options, revision }, 99));

function begin(
  limits: { maxEvents?: number; maxPins?: number } = {},
  texts: Record<string, string> = { a: '1', b: '1' },
): void {
  now = 0;
  ingested = 0;
  const ingest: typeof ingestText = (value) => (ingested++, ingestText(value));
  const { maxEvents = 100, maxPins = 10 } = limits;
  const ring = { maxEvents, maxAgeMs: 1000, maxBytes: 1e6 };
  const parts = {
    prefix: PREFIX,
    ingest,
    limits: { ring, pins: { maxPins, maxAgeMs: 100, maxBytes: 1e6 }, now: () => now },
  };
  state = new ResourceState(parts, LOADED_AT);
  for (const [name, text] of Object.entries(texts)) state.load(valueOf(name, 5, text));
}

beforeEach(() => begin());

describe('ResourceState.list()', () => {
  it('shows the state at any revision that recent events reach', () => {
    put('a', 11, '2');
    remove('b', 13);
    put('c', 15);
    expect([10, 11, 12, 13, 14, 15, 20].map((revision) => at(revision))).toEqual([
      'a=1 b=1',
      'a=2 b=1',
      'a=2 b=1',
      'a=2',
      'a=2',
      'a=2 c=c',
      'a=2 c=c',
    ]);
    expect(() => at(9)).toThrow(expect.objectContaining({ code: 'Compacted' }));
    expect(() => at(100)).toThrow(expect.objectContaining({ code: 'TooLargeRevision' }));
  });

  it('keeps a state that was read once, as clients read it page by page', () => {
    begin({ maxEvents: 2 });
    put('a', 11, '2');
    expect(at(10)).toBe('a=1 b=1');
    for (let i = 12; i < 20; i++) put('c', i, String(i));
    expect(at(10)).toBe('a=1 b=1');
    expect(() => at(11)).toThrow(expect.objectContaining({ code: 'Compacted' }));
    expect(at(17)).toBe('a=2 b=1 c=17');
    expect(() => at(16)).toThrow(expect.objectContaining({ code: 'Compacted' }));
  });

  it('says since when the state is as it is, where a list has all of it', () => {
    const changed = (options: CacheListOptions): unknown => state.list(options, 20).changed;
    expect(changed({})).toBe(LOADED_AT);
    put('a', 12, '2');
    expect(changed({})).toBe(12);
    expect(changed({ limit: 2 })).toBe(12);
    expect(changed({ revision: 14 })).toBe(12);
    expect(changed({ prefix: `${PREFIX}a` })).toBe(12);
    expect(changed({ limit: 1 })).toBeUndefined();
    expect(changed({ revision: 11 })).toBeUndefined();
    expect(changed({ filter: () => true })).toBeUndefined();
    expect(changed({ startAt: `${PREFIX}a` })).toBeUndefined();
    expect(changed({ onlyKey: `${PREFIX}a` })).toBeUndefined();
  });

  it('counts the entries that follow, but not those of a filtered list', () => {
    expect(state.list({ limit: 1 }, 20)).toMatchObject({ more: true, remaining: 1 });
    expect(state.list({ limit: 2 }, 20)).toMatchObject({ more: false, remaining: 0 });
    expect(state.list({ limit: 1, filter: () => true }, 20)).toMatchObject({ more: true, remaining: undefined });
  });

  it('says how many entries it has looked at, and the index that led to them', () => {
    put('c', 11);
    const page = (options: CacheListOptions): unknown => {
      const { fetched, index } = state.list(options, 20);
      return [fetched, index];
    };
    const narrowing = { of: 'labels', name: 'tier', values: ['1'] } as const;
    expect(page({})).toEqual([3, '']);
    expect(page({ limit: 1 })).toEqual([2, '']);
    expect(page({ prefix: `${PREFIX}a` })).toEqual([1, 'f:metadata.namespace']);
    expect(page({ narrowing })).toEqual([3, 'l']);
    expect(page({ narrowing: { ...narrowing, of: 'fields', name: 'spec.node' } })).toEqual([3, 'f:spec.node']);
    expect(page({ narrowing, onlyKey: `${PREFIX}a` })).toEqual([3, 'f:metadata.name']);
  });

  it('names the loaded entries that cannot be read', () => {
    expect(state.hasUnreadable).toBe(false);
    begin({}, { a: '1', b: UNREADABLE });
    expect(state.hasUnreadable).toBe(true);
    expect(state.list({}, 20).unreadable.map(({ key }) => key)).toEqual([`${PREFIX}b`]);
  });

  it('begins at a key, that of an entry included', () => {
    expect(at(10, { startAt: `${PREFIX}b` })).toBe('b=1');
    expect(at(10, { startAt: PREFIX })).toBe('a=1 b=1');
    expect(at(10, { prefix: `${PREFIX}a` })).toBe('a=1');
  });
});

describe('ResourceState.listInTurns()', () => {
  const many = Object.fromEntries(
    Array.from({ length: 1200 }, (_, i) => [`n${String(i).padStart(4, '0')}`, i < 3 ? 'x' : 'y']),
  );
  const X = { of: 'labels', name: 'tier', values: ['x'] } as const;
  const ofX = ({ labels }: { labels: Readonly<Record<string, string>> | undefined }): boolean => labels?.tier === 'x';

  it('looks at the one entry that the filter may accept', async () => {
    let looks = 0;
    const filter = (): boolean => (looks++, true);
    expect(shown(await state.listInTurns({ onlyKey: `${PREFIX}b`, filter }, 20))).toBe('b=1');
    expect(looks).toBe(1);
    expect(shown(await state.listInTurns({ onlyKey: `${PREFIX}c`, filter }, 20))).toBe('');
    const elsewhere = { onlyKey: `${PREFIX}b`, filter, prefix: `${PREFIX}a` };
    expect(shown(await state.listInTurns(elsewhere, 20))).toBe('');
    expect(shown(await state.listInTurns({ onlyKey: `${PREFIX}a`, filter, startAt: `${PREFIX}b` }, 20))).toBe('');
    expect(shown(await state.listInTurns({ onlyKey: `${PREFIX}b`, filter, startAt: `${PREFIX}b` }, 20))).toBe('b=1');
  });

  it('looks through an index of the newest state, and through everything of older ones', async () => {
    begin({}, many);
    let looks = 0;
    const filter = (entry: Parameters<typeof ofX>[0]): boolean => (looks++, ofX(entry));
    const list = async (more: CacheListOptions = {}): Promise<string> =>
      shown(await state.listInTurns({ filter, narrowing: X, ...more }, 20));
    const all = 'n0000=x n0001=x n0002=x';
    for (let i = 0; i < 4; i++) expect(await list()).toBe(all);
    // The index is built in turns, as many as a slow machine needs.
    for (let turn = 0; looks !== 3 && turn < 1000; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      looks = 0;
      expect(await list()).toBe(all);
    }
    expect(looks).toBe(3);
    expect(await list({ limit: 2 })).toBe('n0000=x n0001=x');
    expect(await list({ limit: 2, startAt: `${PREFIX}n0001` })).toBe('n0001=x n0002=x');
    put('n0000', 12, 'y');
    put('n0500', 13, 'x');
    expect(await list()).toBe('n0001=x n0002=x n0500=x');
    expect(await list({ revision: 10 })).toBe(all);
    put('n0600', 14, UNREADABLE);
    looks = 0;
    expect(await list()).toBe('n0001=x n0002=x n0500=x');
    expect(looks).toBe(1200);
  });

  it('goes on with one state, in turns, where much has to be looked at', async () => {
    begin({}, many);
    while (!turns.isOver());
    const listing = state.listInTurns({}, 20);
    expect(listing).toBeInstanceOf(Promise);
    put('n0001', 12, 'late');
    remove('n1100', 13);
    const { entries, revision, more } = await listing;
    expect([entries.length, revision, more]).toEqual([1200, 20, false]);
    expect(entries[1].bytes.toString()).toBe('x');
    expect(new Set(entries.map(({ key }) => key)).size).toBe(1200);
  });

  it('reads short lists at once', () => {
    begin({}, many);
    while (!turns.isOver());
    expect(state.listInTurns({ limit: 1 }, 20)).not.toBeInstanceOf(Promise);
    expect(state.listInTurns({ limit: 1000 }, 20)).not.toBeInstanceOf(Promise);
    expect(state.listInTurns({ limit: 1001 }, 20)).toBeInstanceOf(Promise);
  });
});

describe('ResourceState.isAtHand()', () => {
  it('is true of states that need no work, and of those that cannot be had', () => {
    put('a', 12, '2');
    expect([10, 11, 12, 50].map((revision) => state.isAtHand(revision))).toEqual([true, true, true, true]);
    expect(state.isAtHand(9)).toBe(false);
    state.forgetBefore(10);
    expect(state.isAtHand(9)).toBe(true);
  });

  it('is false where many events would have to be undone, until the state is kept', async () => {
    begin({ maxEvents: 5000 });
    for (let i = 0; i < 1001; i++) put('c', 11 + i, String(i));
    expect([10, 11, 12].map((revision) => state.isAtHand(revision))).toEqual([false, true, true]);
    expect(await state.undo(10)).toBe(true);
    expect(state.isAtHand(10)).toBe(true);
    expect(at(10)).toBe('a=1 b=1');
    expect(await state.undo(9)).toBe(false);
    expect(state.isAtHand(9)).toBe(false);
  });

  it('is false of the oldest state that may be read, where it needs work', () => {
    begin({ maxEvents: 5000 });
    for (let i = 0; i < 1001; i++) put('c', 11 + i, String(i));
    state.forgetBefore(10);
    expect([9, 10].map((revision) => state.isAtHand(revision))).toEqual([true, false]);
  });
});

describe('ResourceState.recall()', () => {
  async function* pages(...values: StoredValue[][]): AsyncGenerator<readonly StoredValue[]> {
    for (const page of values) yield await Promise.resolve(page);
  }

  it('keeps an older state with what has not changed since', async () => {
    put('a', 12, '2');
    ingested = 0;
    await state.recall(3, pages([valueOf('a', 2, '0')], [valueOf('b', 5, '1')]));
    expect(at(3)).toBe('a=0 b=1');
    expect(ingested).toBe(1);
    expect(state.hasUnreadable).toBe(false);
  });

  it('says that there is something unreadable in it', async () => {
    await state.recall(3, pages([valueOf('a', 2, UNREADABLE)]));
    expect(state.hasUnreadable).toBe(true);
    expect(state.list({ revision: 3 }, 20).unreadable.map(({ key }) => key)).toEqual([`${PREFIX}a`]);
  });
});

describe('ResourceState.pin()', () => {
  it('keeps a state for its time, and keep() for no longer', () => {
    begin({ maxEvents: 1 });
    state.pin(10, 20);
    put('a', 12, '2');
    put('a', 13, '3');
    now = 60;
    state.keep(10, 20);
    state.keep(13, 20);
    put('a', 14, '4');
    put('a', 15, '5');
    now = 100;
    expect([at(10), at(13)]).toEqual(['a=1 b=1', 'a=3 b=1']);
    now = 101;
    expect(() => at(10)).toThrow(expect.objectContaining({ code: 'Compacted' }));
    expect([state.honoursToken(10), state.honoursToken(11)]).toEqual([false, true]);
    expect(at(13)).toBe('a=3 b=1');
  });

  it('gives up states before a revision', () => {
    state.pin(10, 20);
    put('a', 12, '2');
    state.pin(12, 20);
    state.forgetBefore(12);
    state.forgetBefore(11);
    expect(at(12)).toBe('a=2 b=1');
    expect(() => at(11)).toThrow(expect.objectContaining({ code: 'Compacted' }));
  });
});

describe('AttributeIndex', () => {
  const entry = (name: string, tier: string | undefined) => ({
    ...ingestText(valueOf(name, 1)),
    labels: tier === undefined ? undefined : { tier },
  });

  it('counts and names the entries of its values, whatever comes and goes', async () => {
    const index = new AttributeIndex({ of: 'labels', name: 'tier' });
    const [a, b, c] = [entry('a', 'x'), entry('b', 'x'), entry('c', undefined)];
    await index.fill(new Map([a, b, c].map((each) => [each.key, each])));
    expect([index.isComplete, index.count(['x']), index.count(['x', 'none']), index.count([])]).toEqual([
      true,
      2,
      2,
      0,
    ]);
    expect(index.keysOf(['x', 'none'])).toEqual([a.key, b.key]);
    index.replace(a, entry('a', 'y'));
    expect([index.keysOf(['x']), index.keysOf(['y', 'x'])]).toEqual([[b.key], [a.key, b.key]]);
    expect(index.count(['x', 'y'])).toBe(2);
    index.replace(b, entry('b', undefined));
    index.replace(entry('a', 'y'), undefined);
    expect([index.count(['x', 'y']), index.keysOf(['x', 'y'])]).toEqual([0, []]);
    index.replace(undefined, a);
    index.replace(c, entry('c', 'x'));
    index.replace(a, a);
    expect(index.keysOf(['x'])).toEqual([a.key, c.key]);
    index.replace(entry('d', 'x'), undefined);
    expect(index.keysOf(['x'])).toEqual([a.key, c.key]);
  });
});
